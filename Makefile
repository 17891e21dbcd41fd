# Everything a person or CI needs, from a machine with only Python 3.11+, pip and make.
# `make demo` to see it work, `make test` to prove it; `make help` lists the rest.

PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11 python; do \
  $$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
WORKERS ?= 2
MUTATE ?=
EVERY ?= 1
BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet --no-input
LOCK := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
  --all-extras --no-header pyproject.toml
SLIM := $(foreach extra,anthropic heic mcp otel postgresql queue store watch web xlsx,--extra $(extra))
# The longest first, so that two at a time (make -j 2 bench-smoke) end together.
SMOKE := $(addprefix smoke-,at_once throughput months_end syncing several ocr per_document differences pages \
  words stages read queueing loop growth living leaderboard accounts matching)
CODE := app db jobs pipeline tieout tools fixtures tests benchmarks evals

.DEFAULT_GOAL := help
.PHONY: help demo test test-all test-slow nightly mutate lint format types imports docs bench-smoke picture schemas lock release release-check image ci clean
.PHONY: $(SMOKE)

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.venv/.ready: requirements.lock pyproject.toml
	@test -n "$(PYTHON)" || { echo "tieout needs Python 3.11 or newer on the PATH;" \
	  "install it, or name one: make PYTHON=/path/to/python3.11" >&2; exit 1; }
	@echo "Building .venv from requirements.lock (once, about a minute)" >&2
	@$(PYTHON) -m venv .venv || { echo "The venv module is missing;" \
	  "on Debian or Ubuntu: apt-get install python3-venv" >&2; rm -rf .venv; exit 1; }
	@{ $(PIP) install --require-hashes -r requirements.lock && \
	   $(PIP) install --no-deps --no-build-isolation --editable .; \
	 } > .venv/pip.log 2>&1 || { cat .venv/pip.log >&2; exit 1; }
	@touch $@

demo: .venv/.ready ## make sample statements and a ledger in demo/, and tie them out
	@$(BIN)/tieout demo demo

test: .venv/.ready ## run the quick tests: units, and the parts together on SQLite
	@$(BIN)/pytest -q -n $(WORKERS) -m "not slow and not thorough"

test-all: .venv/.ready ## run these and what needs servers, browsers or other processes: CI's
	@$(BIN)/pytest -q -n $(WORKERS) -m "not slow"

test-slow: .venv/.ready ## run the tests that take minutes, and every case of which CI tries some
	@$(BIN)/pytest -q -n $(WORKERS) -m slow

nightly: test-all test-slow mutate ## run everything there is, which takes hours

mutate: .venv/.ready ## break the kernel on purpose and see which tests notice; MUTATE="sums ordered" EVERY=12
	@$(BIN)/python -m tests.support.mutation --every $(EVERY) $(MUTATE:%=--module %)

lint: .venv/.ready ## style, and unused or unsafe code
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --quiet --check --diff .
	@$(BIN)/hadolint Dockerfile
	@$(BIN)/check-jsonschema --quiet --builtin-schema vendor.compose-spec compose.yaml

format: .venv/.ready ## rewrite the code in the house style
	@$(BIN)/ruff check --quiet --fix . ; $(BIN)/ruff format --quiet .

types: .venv/.ready ## mypy, strict, over all the code
	@$(BIN)/mypy --no-error-summary

imports: .venv/.ready ## imports run one way: evals, app, jobs, pipeline, tools, db
	@$(BIN)/lint-imports --no-logo > .venv/imports.log || { cat .venv/imports.log >&2; exit 1; }

bench-smoke: $(SMOKE) ## run each benchmark once, small, to see that it still works

$(SMOKE): smoke-%: .venv/.ready
	@$(BIN)/python -m benchmarks.$* $(SMALL)

smoke-throughput: SMALL := --statements 6 --rounds 1
smoke-at_once: SMALL := --documents 40 --uploads 3
smoke-syncing: SMALL := --sizes 10000 80000 --forms folder --check
smoke-several: SMALL := --sizes 12 60 --check
smoke-ocr: SMALL := --quick
smoke-per_document: SMALL := --documents 8
smoke-differences: SMALL := --quick
smoke-pages: SMALL := --quick
smoke-words: SMALL := --rounds 1
smoke-stages: SMALL := --rounds 1
smoke-read: SMALL := --quick
smoke-queueing: SMALL := --documents 200
smoke-loop: SMALL := --quick
smoke-growth: SMALL := --quick --check
smoke-living: SMALL := --statements 500 --entries 20000 --rounds 3
smoke-leaderboard: SMALL := --quick
smoke-accounts: SMALL := --sizes 20 200 --rounds 1
smoke-matching: SMALL := --sizes 10000 --rounds 1

docs: .venv/.ready ## build the documentation site in build/site/html; a broken link is an error
	@$(BIN)/python -m docs.site

picture: .venv/.ready ## draw the pictures of the docs, from what the demo shows
	@$(BIN)/python -m docs.picture

schemas: .venv/.ready ## write the JSON Schemas of docs/schemas, from the shapes
	@$(BIN)/python -m docs.json_schemas

lock: .venv/.ready ## bring the locks in line with pyproject.toml
	@$(LOCK) --group dev -o requirements.lock
	@$(LOCK) --constraints requirements.lock -o requirements-run.lock
	@$(subst --all-extras,$(SLIM),$(LOCK)) --constraints requirements.lock -o requirements-slim.lock

release: .venv/.ready ## make the wheel, the list of its parts and their hashes in dist/
	@rm -rf dist build *.egg-info && mkdir dist
	@$(PIP) wheel --quiet --no-deps --no-build-isolation --wheel-dir dist .
	@$(BIN)/cyclonedx-py requirements requirements-run.lock --pyproject pyproject.toml \
	  --output-reproducible --of JSON -o dist/sbom.cdx.json 2> dist/sbom.log && rm dist/sbom.log
	@rm -rf build && cd dist && sha256sum * > SHA256SUMS && cat SHA256SUMS

release-check: release ## install the wheel alone in a fresh environment and try every verb
	@rm -rf dist/try && $(PYTHON) -m venv dist/try/env
	@dist/try/env/bin/pip --quiet --disable-pip-version-check install --require-hashes \
	  -r requirements-run.lock && dist/try/env/bin/pip --quiet install --no-deps dist/*.whl
	@cd dist/try && for verb in "" $$(env/bin/python -c \
	  'from app.cli.main import VERBS; print(*VERBS)'); do \
	  env/bin/tieout $$verb --help > /dev/null || { echo "tieout $$verb --help failed" >&2; exit 1; }; done
	@cd dist/try && env/bin/tieout demo demo > /dev/null && cd demo && \
	  ../env/bin/tieout log --verify && cd ../../.. && rm -rf dist/try

image: ## make the container image tieout:VERSION
	docker build -t tieout:$$(sed -n 's/^version = "\(.*\)"/\1/p' pyproject.toml) .

ci: lint types imports docs test-all bench-smoke ## all that CI runs

clean: ## remove what was built here
	@rm -rf .venv demo build dist *.egg-info
