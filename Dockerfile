# For those who build the image themselves: docker build --build-arg VERSION=$(git describe --tags --always) .
# make release makes images for two platforms without Docker and without these bases.
#
# The bases are named by their tags and not pinned, so that each build has their latest fixes. To get the same image again, add the
# digests that docker buildx imagetools inspect NAME prints: golang:1.26@sha256:…
FROM golang:1.26 AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
ARG VERSION=
RUN mkdir /out && cp LICENSE /out/ && go run -C packaging . -notices >/out/THIRD_PARTY_NOTICES
RUN CGO_ENABLED=0 go build -trimpath -buildvcs=false -pgo=cmd/gridkeeper/release.pgo \
	-ldflags "-s -w ${VERSION:+-X main.version=$VERSION}" -o /out/gridkeeper ./cmd/gridkeeper

FROM gcr.io/distroless/static-debian12:nonroot
ARG VERSION=
LABEL org.opencontainers.image.title=Gridkeeper \
	org.opencontainers.image.version=$VERSION \
	org.opencontainers.image.licenses=MIT \
	org.opencontainers.image.source=https://github.com/gridkeeper/gridkeeper
COPY --from=build /out/ /
USER nonroot
HEALTHCHECK --interval=30s --timeout=5s --start-period=1m CMD ["/gridkeeper", "healthcheck"]
ENTRYPOINT ["/gridkeeper"]
CMD ["serve"]
