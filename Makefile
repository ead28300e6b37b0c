# `make run` and `make test` set up everything they need. `make help` lists the rest.

MUSIC ?= ./music
VERSION ?= $(shell git describe --tags --always --dirty 2>/dev/null || echo development)
LDFLAGS := -s -w -X main.version=$(VERSION)
LINT := go tool -modfile=tools/go.mod golangci-lint
STEP := ./scripts/step
TYPES := web/src/api/schema.d.ts

# Packages are compiled in two variants. The plain variant, with these flags, is for bin/sonora, which writes the OpenAPI
# document and is run by stories, the cluster test and browser tests. The linter and the tests in PLAIN share its packages.
export CGO_ENABLED := 0
export GOFLAGS += -trimpath
export SONORA_BINARY := $(CURDIR)/bin/sonora

# The other variant has the race detector, for all tests in which goroutines share data. These packages below internal/ are
# tested without it: the domains and other pure functions and tables; the automix, whose decoders hand sound over in a channel;
# areas of the store whose tests make one call at a time. So are the tests in test/, which only start bin/sonora.
PLAIN_PACKAGES := discovery feed history ifmatch intake link music notice people player setlist sound station \
	ai/.* art codec/.* dsp dsp/.* media/picture media/tag playlist seal share spell words \
	automix/.* \
	store/analyses store/automixes store/catalogue store/listening store/podcasts store/search store/stations
SPACE := $() $()
PLAIN := ^sonora$$|/internal/($(subst $(SPACE),|,$(strip $(PLAIN_PACKAGES))))$$
# These tests are run without it, too: two only send requests, one after the other, and one only delivers events so; the
# others mix or compare minutes of sound. Quicker tests beside them take the same paths with the detector.
SERIAL := ^(TestHostileInput|TestEverySettingTakesEffect|TestMuddledEvents|TestAutomixOfTracks|TestWrongJoinBecomesEasier|TestSpliced(FramesAreGapless|StreamSoundsTheSame)|TestReliableGridsAreBlendedOnTheBeat|TestItemsEndUpOnTheGrid)$$
SERIAL_PACKAGES := ./internal/api ./internal/automix ./internal/billing/subscription ./internal/radio/mix ./internal/radio/playout
# These dependencies are compiled without it in all tests, because they would take most of the time: SQLite is C
# translated to Go with its own locks; pictures, compression, the composer, the sound of automixes, sound analysis, generated
# songs and sounds, and the parser of migrations share nothing. The detector also checks unsafe pointers, which only
# radio/listen needs and which slows down math.Float32bits, which is called for every sample.
UNWATCHED := modernc.org/... image/... golang.org/x/image/... compress/... github.com/pressly/goose/... \
	sonora/internal/ai/compose/... sonora/internal/automix/kick sonora/internal/automix/render sonora/internal/dsp/... \
	sonora/internal/codec/... sonora/internal/testkit/fakelib sonora/internal/testkit/wave
RACE := -race -gcflags='all=-d=checkptr=0' -gcflags='sonora/internal/radio/listen=-d=checkptr=1' \
	$(foreach packages,$(UNWATCHED),-gcflags='$(packages)=-race=false -d=checkptr=0')
# A program with the detector waits before it exits, so that goroutines that outlive its tests can still meet. There are sixty
# of them, and each would wait a second.
GORACE := atexit_sleep_ms=100
# Debug information is for debuggers, and vet is part of the linter.
GOTEST := go test -vet=off -ldflags='-s -w'
REQUIRED := SONORA_TEST_POSTGRES=required SONORA_TEST_S3=required SONORA_TEST_STRIPE=required SONORA_TEST_FFMPEG=required

web_sources := $(shell find web/src web/public web/tools web/index.html web/vite.config.ts web/package-lock.json -type f -not -path "*/node_modules/*" 2>/dev/null)

.PHONY: help
help: ## list the targets
	@grep -hE '^[a-z0-9-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  %-16s %s\n", $$1, $$2}'

.PHONY: run
run: ## build Sonora and serve it on http://127.0.0.1:4700; MUSIC=/path names your folder
	@$(MAKE) --no-print-directory -j3 deps-run build
	@mkdir -p data "$(MUSIC)"
	@test -n "$$(ls "$(MUSIC)")" || echo 'The music folder is empty. "make demo" fills it with music that Sonora composes, in about four minutes.'
	./bin/sonora serve --data ./data --music "$(MUSIC)"

.PHONY: demo
demo: ## fill an empty server with a composed library: albums, playlists, stations, automixes
	@$(MAKE) --no-print-directory -j3 deps-run build
	@mkdir -p data "$(MUSIC)"
	./bin/sonora demo --data ./data --music "$(MUSIC)"

.PHONY: build
build: packages web ## one static binary with the web app inside: bin/sonora
	@$(STEP) -q "build bin/sonora" go build -ldflags '$(LDFLAGS)' -o bin/sonora ./cmd/sonora

# packages compiles the Go packages while the web app is being built, except those that embed it: its files change meanwhile.
.PHONY: packages
packages:
	@$(STEP) -q "compile packages" go build $$(go list ./internal/... | grep -vE '/internal/(web|app|testkit(/apitest)?)$$')

.PHONY: web
web: internal/web/dist/index.html ## the web app alone

internal/web/dist/index.html: $(web_sources)
	@./scripts/deps.sh web
	@$(STEP) -q "build web app" npm --prefix web run --silent build

.PHONY: deps-run deps-test deps-s3 deps-stripe deps-generate
deps-run deps-test deps-s3 deps-stripe deps-generate: deps-%:
	@./scripts/deps.sh $*

.PHONY: generate
generate: build deps-generate ## the OpenAPI document and the web client's types, from the server's code
	./bin/sonora openapi > openapi.json
	@cp -p $(TYPES) bin/types
	cd web && npm run --silent api
	@! cmp -s bin/types $(TYPES) || touch -r bin/types $(TYPES) # the same types do not make the web app out of date

# Both halves run in parallel. The browser tests run afterwards: a browser plays in real time and cannot wait for the processor.
.PHONY: test
test: ## everything CI runs: lint, unit, store on both engines, stories, browser
	@$(STEP) --clear
	@$(MAKE) --no-print-directory -j5 deps-test deps-s3 deps-stripe deps-generate build
	@$(MAKE) --no-print-directory -k -j2 half-go half-web; status=$$?; \
		$(STEP) e2e $(MAKE) $(BUILT) e2e || status=1; $(STEP) --summary && exit $$status

BUILT := --no-print-directory -o build -o web -o deps-s3 -o deps-stripe -o deps-test -o deps-generate

.PHONY: half-go half-web
half-go: # every step runs, also after one that failed
	@status=0; for step in check-generated lint-api lint-go test-go-plain test-go-race; do \
		$(STEP) $$step nice $(MAKE) $(BUILT) $$step || status=1; done; exit $$status

half-web:
	@status=0; for step in lint-web test-web; do \
		$(STEP) $$step $(MAKE) $(BUILT) $$step || status=1; done; exit $$status

.PHONY: lint lint-go lint-web lint-api
lint: lint-go lint-web lint-api ## static checks of both halves and of the OpenAPI document

lint-go:
	go mod tidy -diff
	go mod verify
	$(LINT) run

lint-web:
	@./scripts/deps.sh web
	cd web && npm run --silent typecheck && npm run --silent lint

lint-api: deps-generate
	npm --prefix web/tools/openapi run --silent lint

.PHONY: check-generated
check-generated: generate # CI fails when a generated file is not the committed one
	git diff --exit-code -- openapi.json $(TYPES)

.PHONY: test-go test-go-plain test-go-race
test-go: test-go-plain test-go-race ## Go tests, with the race detector where goroutines meet; both databases, a real S3 server

test-go-plain: build deps-s3 deps-test
	$(REQUIRED) $(GOTEST) $$(go list ./... | grep -E '$(PLAIN)')
	$(REQUIRED) $(GOTEST) -run '$(SERIAL)' $(SERIAL_PACKAGES)
	$(REQUIRED) $(GOTEST) -count=1 ./test/... # the test cache does not see the binary

# One package more at a time than processors, because shows and sources run in real time.
test-go-race: web deps-s3 deps-test
	$(REQUIRED) CGO_ENABLED=1 GORACE=$(GORACE) $(GOTEST) -p $$(($$(nproc) + 1)) $(RACE) -skip '$(SERIAL)' $$(go list ./... | grep -vE '$(PLAIN)|/test/')

.PHONY: test-web
test-web: web ## unit tests and size budget of the web app
	cd web && npm test --silent && npm run --silent budget

.PHONY: e2e
e2e: build deps-test ## the real binary in a real browser
	@$(STEP) -q "build bin/stripe" go build -o bin/stripe ./test/stripe
	cd web && { npm run --silent e2e || ./e2e/again.sh; }

# Go tries at most five times to shorten an input that reaches new code. Without a limit, the fuzzers of whole files
# would spend nearly all of their time on that.
FUZZTIME ?= 20s
.PHONY: fuzz
fuzz: ## every fuzzer for $(FUZZTIME); CI runs their seeds only
	@grep -roE '^func Fuzz[A-Za-z0-9]+' --include=*_test.go . | while IFS=: read -r file fuzzer; do \
		go test "$$(dirname $$file)" -run '^$$' -fuzz "^$${fuzzer#func }\$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 5x || exit 1; done

.PHONY: bench
bench: build ## speed and memory on generated libraries; see docs/develop.md
	go run ./test/bench
	BENCH_TRACKS=1000000 go test ./internal/store -run "^$$" -bench Search -benchtime 2000x

.PHONY: fmt
fmt: ## format both halves
	$(LINT) fmt
	cd web && npm run --silent format

.PHONY: clean
clean: ## remove what was built, not data/
	find internal/web/dist -mindepth 1 ! -name .gitkeep -delete
	rm -rf bin web/node_modules
