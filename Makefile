# `make run` and `make test` set up everything they need. `make help` lists the rest.

MUSIC ?= ./music
VERSION ?= $(shell git describe --tags --always --dirty 2>/dev/null || echo development)
LDFLAGS := -s -w -X main.version=$(VERSION)
# SQLite is C made into Go: it brings its own locks. It, pictures, compression and
# the reader of migrations share nothing; watching every byte they touch takes
# most of the time of a test.
RACE := -gcflags='modernc.org/...=-race=false -d=checkptr=0' $(foreach pure,image/... golang.org/x/image/... compress/... github.com/pressly/goose/...,-gcflags='$(pure)=-race=false')
LINT := go tool -modfile=tools/go.mod golangci-lint

web_sources := $(shell find web/src web/public web/tools web/index.html web/vite.config.ts web/package-lock.json -type f -not -path "*/node_modules/*" 2>/dev/null)

.PHONY: help
help: ## list the targets
	@grep -hE '^[a-z0-9-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  %-12s %s\n", $$1, $$2}'

.PHONY: run
run: ## build Sonora and serve it on http://127.0.0.1:4700; MUSIC=/path names your folder
	@./scripts/deps.sh run
	@$(MAKE) --no-print-directory build
	@mkdir -p data "$(MUSIC)"
	./bin/sonora serve --data ./data --music "$(MUSIC)"

.PHONY: build
build: web ## one static binary with the web app inside: bin/sonora
	CGO_ENABLED=0 go build -trimpath -ldflags '$(LDFLAGS)' -o bin/sonora ./cmd/sonora

.PHONY: web
web: internal/web/dist/index.html ## the web app alone

internal/web/dist/index.html: $(web_sources)
	@./scripts/deps.sh web
	cd web && npm run --silent build

.PHONY: generate
generate: ## the OpenAPI document and the web client's types, from the server's code
	@./scripts/deps.sh web generate
	go run ./cmd/sonora openapi > openapi.json
	cd web && npm run --silent api

.PHONY: test
test: ## everything CI runs: lint, unit, store on both engines, stories, browser
	@./scripts/deps.sh run web test
	@$(MAKE) --no-print-directory lint check-generated test-web test-go e2e

.PHONY: lint
lint: ## static checks of both halves
	@./scripts/deps.sh web
	go mod tidy -diff
	go mod verify
	$(LINT) run
	cd web && npm run --silent typecheck && npm run --silent lint

.PHONY: check-generated
check-generated: generate # CI fails when a generated file is not the committed one
	git diff --exit-code -- openapi.json web/src/api/schema.d.ts

.PHONY: test-go
test-go: web ## Go tests with the race detector, both databases, a real S3 server
	SONORA_TEST_POSTGRES=required SONORA_TEST_S3=required SONORA_TEST_FFMPEG=required go test -race $(RACE) $$(go list ./... | grep -v -e /test/script -e internal/dsp)
	go test ./internal/dsp # pure functions: nothing to race, and much to compute
	SONORA_TEST_S3=required go test -count=1 ./test/script # builds the binary itself, which the test cache does not see

.PHONY: test-web
test-web: web ## unit tests and size budget of the web app
	cd web && npm test --silent && npm run --silent budget

.PHONY: e2e
e2e: build ## the real binary in a real browser
	@./scripts/deps.sh test
	cd web && npm run --silent e2e

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
