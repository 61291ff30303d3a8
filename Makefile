# The two main commands are make demo, to play, and make test. Both install missing programs.

.DEFAULT_GOAL := help

# With -short, tests draw fewer random cases and do not open the same page in each size of window; make check runs all of
# them, and vet. -s leaves out tables for debuggers. The compiler collects its garbage less often, which saves a third
# of its time and takes a half more memory. Tests wait for servers and browsers, so one package more than there are cores is
# tested at a time (two more took longer). The packages that wait longest come first.
CORES    := $(shell getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)
# Two savings for the compiler: no tables for debuggers, an eighth of its time, and no inlining except in the engine and the packages
# that everything uses, a quarter. All builds here use the same flags, so that nothing is compiled twice. Only measurements of speed
# inline everything.
INLINED := $(addprefix github.com/gridkeeper/gridkeeper/,sudoku solver rating generator archive/format) \
	runtime internal bytes cmp crypto iter maps math slices sort strings sync unicode
PLAIN   := -gcflags=all=-dwarf=false
export GOFLAGS := $(strip $(GOFLAGS) '-gcflags=all=-dwarf=false -l' $(INLINED:%=-gcflags=%/...=-dwarf=false))
bench docs load profile: export GOFLAGS := $(PLAIN)

# As in releases, and as Go builds without a C compiler. Only the race detector needs one.
export CGO_ENABLED := 0

TEST     := go test -vet=off -ldflags=-s -toolexec 'env GOGC=800 GOMEMLIMIT=600MiB' -timeout 30m -p $(shell expr $(CORES) + 1)

# The folder in which the packages of a run share the files of a new server: see archive/archivetest.
READY    := $(CURDIR)/bin/.ready

# The race detector compiles everything once more, and is useful if goroutines share something. It leaves out scripts and
# faults, which start the program some hundred times, each ten times as slow under it. It leaves out bots in processes of their
# own, which share nothing with the test and have three seconds to answer; the tour's long week; the browser, whose time is
# mostly Chromium's; and formats, which one goroutine reads.
RACE     := $(if $(shell command -v $${CC:-gcc} 2>/dev/null),-race)
RACED    := ./archive/... ./bot/... ./cmd/... ./migrations
UNRACED  := /\(archive/format\|bot/discord/prove\|bot/discord/tour\|bot/picture\|bot/web\|bot/web/.*\)$$
SLOW     := ^Test(Scripts|Faults)$$

# The file of all messages that tests send to Discord, for discord.js to check.
SENT     := $(CURDIR)/bin/sent.jsonl

.PHONY: help demo test check build release packages profile tour axe lighthouse types openapi builders notebook bench docs zones prove load fuzz starter collection postgresql chromium fonts systemd promtool nginx pgbouncer pgbackrest servers drill go

help: ## list the commands of make
	@sed -n 's/^\([a-z]*\):.*## /  make \1\t/p' $(MAKEFILE_LIST) | expand -t 18

demo: postgresql build ## play in the terminal, on a private PostgreSQL
	@bin/gridkeeper chat --admin

test: postgresql chromium ## run the tests on a private PostgreSQL
	@rm -rf $(READY); mkdir -p $(READY) || :
	GRIDTEST_READY=$(READY) $(TEST) -short -skip "$$(sed -n 's/^Test.*/^&$$/p' .ci/long | paste -sd '|' -)" ./cmd/gridkeeper ./bot/discord ./...
	@rm -rf $(READY)

check: postgresql chromium systemd promtool nginx pgbouncer pgbackrest ## run the longer checks: static checks, all tests in full, the race detector, the newest time zones
	go vet ./...
	go tool staticcheck ./...
	@dead=$$(go tool deadcode -test ./...) && [ -z "$$dead" ] || { echo "nothing calls these:"; echo "$$dead"; exit 1; }
	@.ci/vulnerabilities
	@$(MAKE) --no-print-directory types openapi
	@mkdir -p bin && rm -f $(SENT)
	GRIDTEST_SENT=$(SENT) $(TEST) ./cmd/gridkeeper ./bot/discord ./...
	@.ci/builders $(SENT)
	@$(MAKE) --no-print-directory notebook
	@$(MAKE) --no-print-directory zones servers packages SHORT=-short ASKING='./migrations ./archive/library ./archive/importing ./archive/search'
	@$(if $(RACE),:,echo "no C compiler: the race detector is left out")
	$(if $(RACE),CGO_ENABLED=1 $(TEST) -race -short -skip '$(SLOW)' $$(go list $(RACED) | grep -v '$(UNRACED)'))

build: go ## build bin/gridkeeper
	@.ci/quiet "building bin/gridkeeper" go build -o bin/gridkeeper ./cmd/gridkeeper

# A release leaves out paths and C, and is optimized by the profile in cmd/gridkeeper/release.pgo. Other
# builds do not use the profile: all packages would be compiled once more for the program alone.
release: go ## make archives, Debian packages, images and checksums of this version in bin/release; KEY=~/.ssh/id_ed25519 signs them
	go run -C packaging . $(if $(KEY),-key $(abspath $(KEY))) $(if $(IMAGE),-push $(IMAGE))

# A release is built twice, the second time in another folder from an empty cache. make check leaves out the empty cache and the
# second platform, which take minutes.
packages: postgresql ## test the files of make release: built twice and compared, installed, and started as in a container; check the workflows
	cd packaging && go tool actionlint ../.github/workflows/*.yml && go vet . && $$(cd .. && go tool -n staticcheck) . && go test $(SHORT) -timeout 2h .

profile: postgresql ## profile solve, canon, rate and import again: releases are optimized by the profile
	go test -run '^$$' -bench Commands -benchtime 6s -cpuprofile cmd/gridkeeper/release.pgo.new -o /dev/null ./cmd/gridkeeper
	@mv cmd/gridkeeper/release.pgo.new cmd/gridkeeper/release.pgo

tour: postgresql chromium fonts ## play a week with the bot, and show each message, page and state of the board in bin/tour
	@rm -rf bin/tour && mkdir -p bin/tour
	GRIDTEST_TOUR=$(CURDIR)/bin/tour go test -count 1 -timeout 20m -run Tour ./bot/discord/tour ./bot/web ./bot/web/board
	@echo "open bin/tour/index.html"

axe: postgresql chromium ## check every page and state of the board with axe
	@.ci/npm/install
	GRIDTEST_AXE=$(CURDIR)/.ci/npm/node_modules/axe-core/axe.min.js go test -count 1 -timeout 1h -run 'TestAxe$$' ./bot/web ./bot/web/board

lighthouse: postgresql chromium ## score the first page and a board with Lighthouse
	@[ -d bin/lighthouse ] || npm install --silent --ignore-scripts --prefix bin/lighthouse lighthouse@12.8.2
	CHROME_PATH=$$(command -v chromium-headless-shell || command -v chromium) \
	GRIDTEST_LIGHTHOUSE=$(CURDIR)/bin/lighthouse/node_modules/lighthouse/cli/index.js go test -count 1 -timeout 1h -v -run 'TestLighthouse$$' ./bot/web

types: ## check the types in the script of the board with TypeScript, if npm is installed
	@if command -v npm >/dev/null; then .ci/npm/install && .ci/npm/node_modules/.bin/tsc -p bot/web/board && .ci/npm/node_modules/.bin/tsc -p bot/web/site/assets; \
		else echo "no npm: the types in bot/web/board/app are not checked"; fi

openapi: postgresql ## check the description of the API with a validator, and play with a client made of it, if npm is installed
	@if command -v npm >/dev/null; then GRIDTEST_OPENAPI=$(CURDIR)/.ci/openapi/check go test -count 1 -run 'TestReadAPIClient$$' ./bot/web; \
		else echo "no npm: the description of the API is not checked by others"; fi

builders: postgresql ## check all messages of the tests to Discord against the rules of discord.js, if npm is installed
	@mkdir -p bin && rm -f $(SENT)
	GRIDTEST_SENT=$(SENT) $(TEST) -short -count 1 ./bot/discord ./bot/discord/tour
	@.ci/builders $(SENT)

notebook: postgresql build ## compare the counts that DuckDB finds in a dump with those of searches, if npm is installed
	@.ci/notebook bin/gridkeeper

bench: postgresql chromium nginx ## measure the engine, each beside its slow and plain yardstick, imports, pictures, answers and boards; PEERS=folder: beside other programs
	@{ go test -run '^$$' -bench . -benchtime 1s ./solver/... ./sudoku/canon/... ./rating/... ./generator; \
		go test -run '^$$' -bench . -benchtime 3s ./cmd/gridkeeper; \
		go test -run '^$$' -bench . -benchtime 200x ./bot/picture; \
		GRIDTEST_BENCH_PUZZLES=$${GRIDTEST_BENCH_PUZZLES:-300000} go test -run '^$$' -bench Import -benchtime 1x ./archive; \
		go test -run '^$$' -bench . -benchtime 1x ./bot/web/...; \
		go test -run '^$$' -bench . -benchtime 20s ./bot/discord/prove; } | go run ./cmd/lab/benchtable
	@[ -z "$(PEERS)" ] || go run ./cmd/lab/peers "$(PEERS)"

docs: go ## make the tables of docs again, with the command above each
	go run ./cmd/lab/doctables docs/*.md

zones: postgresql chromium ## run the tests of times with the newest time zones that Debian has
	@.ci/zones

# The tests run behind PgBouncer exclude tests that count the sessions of a database, wait for their end, or give them parameters, as
# tests of the bot do for their clock. make check runs a part of these packages.
ASKING   := ./migrations ./archive ./archive/archivetest ./archive/library ./archive/importing ./archive/search ./archive/jobs
UNPOOLED := FewRows|OnlyReads|WholeRows|PassOldPosts

servers: postgresql pgbouncer ## run the tests of the archive on the newest PostgreSQL, and behind PgBouncer
	@newest=$$(.ci/postgresql-newest); [ -z "$$newest" ] || GRIDTEST_POSTGRESQL=$$newest $(TEST) -short $(ASKING)
	@if command -v pgbouncer >/dev/null || [ -x bin/pgbouncer ]; then \
		GRIDTEST_PGBOUNCER=1 $(TEST) -short -skip '$(UNPOOLED)' $(ASKING) ./bot/discord/prove; fi

drill: postgresql pgbackrest ## lose the database while players play, restore a second, and show the losses and the times
	@go test -count 1 -timeout 20m -v -run 'TestDrill$$' ./cmd/gridkeeper

prove: postgresql ## run the long checks: against oracles, and with faults of disks, servers and networks; a check that passed runs again when its code changes
	@.ci/prove

load: postgresql build $(if $(POOLER),pgbouncer) ## put the program under load, and print a page: GUILDS (100), PLAYERS (1000), RATE (50 commands a second), SECONDS (60), FAULTS (seconds between faults), POOLER=1 (behind PgBouncer), API (requests of the API a second beside them)
	@GRIDTEST_LOAD="$(or $(GUILDS),100) $(or $(PLAYERS),1000) $(or $(RATE),50) $(or $(SECONDS),60) $(or $(FAULTS),0)" $(if $(POOLER),GRIDTEST_PGBOUNCER=1) $(if $(API),GRIDTEST_LOAD_API=$(API)) \
		go test -count 1 -timeout 3h -v -run 'TestLoad$$' ./bot/discord/prove

fuzz: go ## run each fuzz test for FUZZ (1m)
	@grep -r --include='*_test.go' -o '^func Fuzz[A-Za-z]*' . | sed 's|/[^/]*_test.go:func| |' | while read -r folder test; do \
		echo "$$folder $$test"; go test -run '^$$' -fuzz "^$$test\$$" -fuzztime $(or $(FUZZ),1m) $$folder || exit 1; done

starter: build ## make the starter collection again
	@for tier in 1:singletons 2:hidden 3:locked 4:x-wing 5:guessing; do \
		n=$${tier%%:*}; name=$${tier#*:}; \
		$(MAKE) --no-print-directory collection FILE=sudoku-$$n-$$name TITLE="Tier $$n, $$name" OPTIONS="--tier $$n --count 366 --seed 1" || exit 1; \
		$(MAKE) --no-print-directory collection FILE=6x6-$$n-$$name TITLE="6×6, tier $$n, $$name" OPTIONS="--shape 6x6 --tier $$n --count 366 --seed 1" || exit 1; \
	done
	@$(MAKE) --no-print-directory collection FILE=shidoku TITLE=Shidoku OPTIONS="--shape shidoku --count 36 --seed 1"

collection:
	@{ echo "# $(TITLE): gridkeeper generate $(OPTIONS)" && bin/gridkeeper generate $(OPTIONS); } > archive/starter/$(FILE).txt.new
	@mv archive/starter/$(FILE).txt.new archive/starter/$(FILE).txt

postgresql: go
	@.ci/postgresql

go:
	@.ci/go

chromium:
	@.ci/chromium

# The letters of Chinese, and emoji, in the pictures of the tour.
fonts:
	@fc-list :lang=zh-tw 2>/dev/null | grep -q . && fc-list :lang=und-zsye | grep -q . || .ci/install "fonts-wqy-microhei fonts-noto-color-emoji" || :

systemd:
	@.ci/debian systemd-analyze systemd

promtool:
	@.ci/program promtool prometheus

pgbackrest:
	@.ci/program pgbackrest pgbackrest

nginx:
	@.ci/program nginx nginx

pgbouncer:
	@.ci/program pgbouncer pgbouncer libc-ares2 libevent-2.1-7
