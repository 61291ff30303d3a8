# The image of make release, for those who build it themselves: docker build --build-arg VERSION=$(git describe --tags --always) .
#
# Go's image is named by its tag and not pinned, so that each build has its latest fixes. To get the same image again, add the
# digest that docker buildx imagetools inspect golang:1.26 prints: golang:1.26@sha256:…
FROM golang:1.26 AS build
WORKDIR /src
COPY go.mod go.sum ./
COPY packaging/go.mod packaging/go.sum packaging/
RUN go mod download && go mod download -C packaging
COPY . .
ARG VERSION=
ARG TARGETARCH=
RUN mkdir /out && go run -C packaging . -root -version "$VERSION" -platforms "linux-${TARGETARCH:-$(go env GOARCH)}" >/root.tar && \
	tar -xpf /root.tar -C /out

FROM scratch
ARG VERSION=
LABEL org.opencontainers.image.title=Gridkeeper \
	org.opencontainers.image.version=$VERSION \
	org.opencontainers.image.licenses=MIT \
	org.opencontainers.image.source=https://github.com/gridkeeper/gridkeeper
COPY --from=build /out/ /
USER 65532:65532
HEALTHCHECK --interval=30s --timeout=5s --start-period=1m CMD ["/gridkeeper", "healthcheck"]
ENTRYPOINT ["/gridkeeper"]
CMD ["serve"]
