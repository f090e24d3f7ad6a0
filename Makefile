# Corrida: `make run` plays, `make test` checks everything, `make help` lists the rest.
# Needs make and Python 3.11 or newer; all else comes into .venv and client/node_modules, from lock files with hashes.
SHELL := /bin/sh
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: run setup test lint types test-py test-slow test-js test-browser load-smoke compile bench bench-solvers bench-client bench-help bench-crowd bench-house bench-boards shots lock clean help chromium

PYTHON ?= python3
BIN := .venv/bin
INSTALL := $(BIN)/uv pip install -q --python $(BIN)/python
COMPILE = $(BIN)/uv pip compile -q --universal --generate-hashes --no-header --python-version 3.11 $(if $(UPGRADE),--upgrade)
NODE := client/with-node
NPM := cd client && ./with-node npm

# Installs a Debian package where we may, else says how: $(call apt,package,what it is for)
apt = if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
    echo "Installing Debian's $(1), for $(2)"; apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -yq $(1); \
  else echo "Missing: $(2). On Debian: sudo apt-get install $(1)" >&2; exit 1; fi

# Runs the JavaScript tests of a folder: $(call node_tests,folder,options)
node_tests = tests=$$(find $(1) -maxdepth 1 -name '*.test.js'); [ -n "$$tests" ] || { echo "No tests in $(1)" >&2; exit 1; }; \
  $(NODE) node --test --test-reporter=spec $(2) $$tests

##@ For players and hosts
run: setup ## play at http://127.0.0.1:8000, data in ./data (ARGS="--port 9000" and the like)
	@exec $(BIN)/corrida serve $(ARGS)

# Who changes the engine again and again compiles when asked to: `make compile`. What is out of date is never used.
setup: .venv/run.stamp $(if $(wildcard .venv/dev.stamp),,.venv/native.stamp) client/dist/index.html ## install and build, start nothing

##@ For makers
test: lint types ## every check (the larger samples: make test-slow)
	@# Beside each other what waits for clocks more than it works; each tells when it is done. Browsers want the machine to themselves.
	@$(MAKE) --no-print-directory --jobs=2 --output-sync=target test-py test-js load-smoke
	@$(MAKE) --no-print-directory test-browser

lint: .venv/dev.stamp ## style of the Python code, and which part may import which
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/lint-imports

types: .venv/dev.stamp client/node_modules/.stamp ## types of Python and JavaScript
	$(BIN)/mypy $(wildcard engine native server tests loadtests)
	$(NPM) run --silent types

# Servers that are tested or measured make no deals beside that.
test-py test-slow test-browser load-smoke bench-client shots: export CORRIDA_STOCK := 0

test-py: .venv/dev.stamp client/dist/index.html ## Python tests (ARGS="-k name")
	$(BIN)/pytest -n 3 $(ARGS)

test-slow: .venv/dev.stamp .venv/native.stamp setup chromium ## the larger samples of the tests, which take minutes, on compiled rules
	$(BIN)/pytest -n 4 -m slow $(ARGS)
	CORRIDA_EXAMPLES=thorough $(BIN)/pytest -n 4 tests/engine/test_laws.py
	@$(call node_tests,tests/browser/slow,--test-concurrency=2)

test-js: client/node_modules/.stamp ## tests of the client's modules
	@$(call node_tests,tests/client)

test-browser: setup chromium ## tests of the page in a real browser, those of tests/browser/slow left out
	@# Two files at a time: for the most part they wait for clocks.
	@$(call node_tests,tests/browser,--test-concurrency=2)

load-smoke: .venv/dev.stamp client/dist/index.html ## fifteen seconds of robots
	$(BIN)/python -m loadtests.smoke

compile: .venv/native.stamp ## the rules and the solvers as machine code, where there is a C compiler (part of the first setup)

bench: .venv/dev.stamp ## how fast the engine is, as plain Python and compiled
	$(BIN)/python -m loadtests.bench

bench-help: .venv/dev.stamp ## how fast hints are, and how often no progress is proved (ARGS="--deals 20")
	$(BIN)/python -m loadtests.bench_help $(ARGS)

bench-house: .venv/dev.stamp ## what the server's own robots do to the answers that people wait for (ARGS="--rooms 4")
	$(BIN)/python -m loadtests.bench_house $(ARGS)

bench-boards: .venv/dev.stamp ## how fast the boards of the daily are, with 100,000 entries (ARGS="--entries 1000000")
	$(BIN)/python -m loadtests.bench_boards $(ARGS)

bench-crowd: .venv/dev.stamp client/dist/index.html ## five thousand who watch one racer (ARGS="--viewers 500")
	$(BIN)/python -m loadtests.crowd $(ARGS)

bench-solvers: .venv/dev.stamp .venv/native.stamp ## how much the solvers decide, how fast (ARGS="--variant spider-4 --deals 10")
	$(BIN)/python -m loadtests.bench_solvers $(ARGS)

bench-client: setup chromium ## how heavy, how soon and how smooth the page is
	$(NODE) node client/bench.mjs

shots: setup chromium ## pictures of every page, into the folder shots, to be looked at
	$(NODE) node client/shots.mjs shots

lock: .venv/setup.stamp .venv/node.stamp ## renew the lock files (UPGRADE=1: Python's to the newest versions)
	$(COMPILE) --group setup -o requirements/setup.txt
	$(COMPILE) --group node -o requirements/node.txt
	$(COMPILE) -c requirements/setup.txt pyproject.toml -o requirements/run.txt
	$(COMPILE) -c requirements/setup.txt -c requirements/run.txt --group dev pyproject.toml -o requirements/dev.txt
	$(COMPILE) -c requirements/dev.txt --group compile -o requirements/compile.txt
	$(NPM) install --package-lock-only
	@# Who may be paid for a package is an address, and no part of what is installed.
	cd client && ./with-node node -e 'const path = "./package-lock.json", lock = require(path); for (const one of Object.values(lock.packages)) delete one.funding; require("fs").writeFileSync(path, JSON.stringify(lock, null, 2) + "\n")'

clean: ## remove all that was installed or built (never ./data)
	rm -rf .venv client/node_modules client/dist .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis

help: ## this list
	@awk -F ': .*## |: ## ' '/^##@/ { print "\n" substr($$0, 5) } /^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' Makefile

# ---- What is installed and built: made again when its stamp is older than what it is made from

.venv/setup.stamp: requirements/setup.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Corrida needs Python 3.11 or newer; name yours: make $(MAKECMDGOALS) PYTHON=python3.12" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { $(call apt,python3-venv,Python's venv module); }
	@$(BIN)/python -m pip --version >/dev/null 2>&1 || $(PYTHON) -m venv --clear .venv
	$(BIN)/python -m pip install -q --disable-pip-version-check --require-hashes -r $<
	@touch $@

.venv/run.stamp: requirements/run.txt pyproject.toml .venv/setup.stamp
	$(INSTALL) --require-hashes -r $<
	$(INSTALL) --no-deps --no-build-isolation -e .
	@touch $@

.venv/dev.stamp: requirements/dev.txt .venv/run.stamp
	$(INSTALL) --require-hashes -r $<
	@touch $@

.venv/native.stamp: requirements/compile.txt .venv/run.stamp $(wildcard native/*.py) $(shell find engine -name '*.py')
	@! $(BIN)/python -m native.build possible || $(INSTALL) --require-hashes -r $<
	@$(BIN)/python -m native.build
	@touch $@

.venv/node.stamp: requirements/node.txt .venv/setup.stamp
	@$(NODE) node --version >/dev/null 2>&1 || { echo "No Node 20 or newer here: installing its wheel"; $(INSTALL) --require-hashes -r $<; }
	@touch $@

client/node_modules/.stamp: client/package.json client/package-lock.json client/.npmrc .venv/node.stamp
	$(NPM) ci
	@touch $@

client/dist/index.html: client/build.mjs client/node_modules/.stamp $(shell find client/src 2>/dev/null)
	$(NPM) run --silent build

chromium:
	@command -v chromium >/dev/null || { $(call apt,chromium,the browser tests); }
