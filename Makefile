# make run     serve the page (installs what it needs into .venv, prints the address)
# make test    everything: style, types, tests, notebooks, the page in a real browser
# make check   a thin slice of it in a minute, and what the change touches: for while you work
# make siege   the long tests: load, bad days, JupyterLab, two servers behind nginx (installs nginx where it is missing; a quarter of an hour)
# make audit   look up known faults of what a host installs (asks the advisory service over the network)
# make map     draw the map anew from the board's data
# make site    write the page without a server and the documentation into build/site: a folder for any web host (needs npm)
# make docs    write the documentation into build/site/docs
# make release build source archive and wheels into dist, try each in an empty environment, write hashes and an inventory
# make bench   measure the page and the engine
# make fast    compile the kernel and the rules into build/fast (a few minutes; needs a C compiler)
# make fast-test   the cases, playthroughs and neutral games on the compiled core
# make wheel-fast  a wheel with the compiled core in it, for this machine's Python, in dist
# make clean   remove what was made here

PYTHON ?= $(shell command -v python3.11 || command -v python3.12 || command -v python3.13 || command -v python3)
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/pip install --quiet --disable-pip-version-check --constraint requirements.lock
LAUNCH ?=
RELEASE ?=
WORKERS ?= 2
# Tests that start servers and browsers wait half of their time: one more at once than there are processors. In `make test` those
# with a browser run beside those without, so that one waits while another computes; what each says comes when it has ended.
SIDE_BY_SIDE ?=
WAITING := $(if $(SIDE_BY_SIDE),$(WORKERS),$(shell expr $(WORKERS) + 1))
# What Python has compiled is kept, whatever is set around: without it every worker, server and kernel of the tests compiles
# the tests and the rules anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: run test programs siege audit check lint scripts types unit notebooks browser map site docs release bench fast fast-test wheel-fast clean help
.DEFAULT_GOAL := help

help:
	@sed -n 's/^# make/make/p' Makefile

# --- installing: one stamp per set of extras, so that a second run installs nothing

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "elric needs Python 3.11 or newer"; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { echo "Python's venv module is missing (Debian: apt-get install python3-venv)"; exit 1; }

$(VENV)/.app: pyproject.toml requirements.lock | $(BIN)/python
	@echo "Installing the page and what it needs into $(VENV) ..."
	@$(PIP) --editable '.[app]'
	@touch $@

$(VENV)/.test: pyproject.toml requirements.lock | $(BIN)/python
	@echo "Installing everything for the tests into $(VENV) ..."
	@$(PIP) --editable '.[app,docs,lab,map,study,test]'
	@touch $(VENV)/.app $(VENV)/.docs $@

$(VENV)/.docs: pyproject.toml requirements.lock | $(BIN)/python
	@echo "Installing what writes the documentation into $(VENV) ..."
	@$(PIP) --editable '.[app,docs]'
	@touch $@

$(VENV)/.release: pyproject.toml requirements.lock | $(BIN)/python
	@echo "Installing what looks over a release into $(VENV) ..."
	@$(PIP) --editable '.[release]'
	@touch $@

$(VENV)/.fast: pyproject.toml requirements.lock | $(BIN)/python
	@echo "Installing the compiler of the core into $(VENV) ..."
	@$(PIP) --editable '.[fast]'
	@touch $@

$(VENV)/.chromium: | $(BIN)/python
	@sh .ci/chromium
	@touch $@

$(VENV)/.postgresql: | $(BIN)/python
	@sh .ci/postgresql
	@touch $@

$(VENV)/.nginx: | $(BIN)/python
	@sh .ci/nginx
	@touch $@

# --- serving

run: $(VENV)/.app
	@$(BIN)/python -m elric serve $(LAUNCH)

# --- proving

lint: $(VENV)/.test
	$(BIN)/ruff check .

scripts: build/biome/.installed
	@build/biome/node_modules/.bin/biome lint --config-path .ci/biome.json --error-on-warnings elric

types: $(VENV)/.test
	$(BIN)/mypy

unit: $(VENV)/.test $(VENV)/.postgresql
	$(BIN)/pytest -n $(WAITING) --dist worksteal -m 'not browser and not siege'

notebooks: $(VENV)/.test
	$(BIN)/pytest -p nbval --nbval --nbval-current-env notebooks

browser: $(VENV)/.test $(VENV)/.chromium build/npm/.installed
	$(BIN)/pytest -n $(WAITING) --dist worksteal -m 'browser and not siege' tests/browser

# What Python needs is installed while the programs are, which mostly waits for the network; those one after another, for two
# installers of a system lock each other out.
test: | $(BIN)/python
	@$(MAKE) --no-print-directory --jobs 2 --output-sync=target lint programs
	@echo "The types, the tests without a browser, those with one and the notebooks run side by side ..."
	@$(MAKE) --no-print-directory --keep-going --jobs 5 --output-sync=target SIDE_BY_SIDE=1 types scripts unit browser notebooks

programs:
	@MAKEFLAGS= $(MAKE) --no-print-directory $(VENV)/.postgresql $(VENV)/.chromium build/npm/.installed build/biome/.installed

check: lint types
	$(BIN)/pytest -n $(WORKERS) --dist worksteal --thin -m 'not browser and not slow and not siege'

siege: $(VENV)/.test $(VENV)/.fast $(VENV)/.chromium $(VENV)/.postgresql $(VENV)/.nginx
	@# one after the other: where a browser has been driven, no loop of asyncio starts in the same process
	@$(BIN)/pytest -m siege tests/browser; first=$$?; $(BIN)/pytest -m siege tests --ignore tests/browser && exit $$first

audit: | $(BIN)/python
	@$(PYTHON) -m venv build/audit && build/audit/bin/pip install --quiet --disable-pip-version-check pip-audit==2.10.1 \
		|| { echo "pip-audit, which does the looking up, could not be installed"; exit 2; }
	@$(BIN)/python .ci/audit.py build/audit/bin/pip-audit

# --- making and measuring

map: $(VENV)/.test
	PYTHONPATH=maps $(BIN)/python -m cartography

build/npm/.installed: .ci/site/package.json .ci/site/package-lock.json
	@sh .ci/npm
	@mkdir -p build/npm && cp .ci/site/*.json build/npm && npm ci --silent --no-audit --no-fund --prefix build/npm
	@touch $@

# not with the site's packages: its lock would name a program for each kind of machine, which not every registry has
build/biome/.installed: Makefile
	@sh .ci/npm
	@mkdir -p build/biome && npm install --silent --no-audit --no-fund --no-save --prefix build/biome @biomejs/biome@2.6.8
	@touch $@

site: $(VENV)/.app build/npm/.installed
	@rm -rf build/site build/doctrees
	@$(BIN)/python -m elric site build/site --packages build/npm/node_modules --docs docs/index.html
	@$(MAKE) --no-print-directory docs

docs: $(VENV)/.docs
	@$(BIN)/sphinx-build -q -W --keep-going -d build/doctrees docs build/site/docs

bench: $(VENV)/.test $(VENV)/.chromium build/npm/.installed
	@for script in tests/benchmarks/bench_*.py; do echo "== $$script"; $(BIN)/python $$script || exit 1; done

# Python stays the reference, and a checkout runs as Python: the compiled core is a second copy of the package, used by
# whoever puts it first on the path: PYTHONPATH=build/fast PYTHONSAFEPATH=1 .venv/bin/python -m elric --version
fast: $(VENV)/.fast
	$(BIN)/python .ci/compile.py

fast-test: $(VENV)/.test fast
	PYTHONPATH=build/fast:$(CURDIR) PYTHONSAFEPATH=1 $(BIN)/pytest -n $(WORKERS) --dist worksteal -m 'not source' tests/test_fast.py \
		tests/test_front_door.py tests/cases tests/playthroughs tests/kernel tests/hilltop tests/properties

wheel-fast: | $(BIN)/python
	HATCH_BUILD_HOOK_ENABLE_CUSTOM=true $(BIN)/pip wheel --no-deps --wheel-dir dist .

release: $(VENV)/.release
	@$(BIN)/python .ci/release.py $(RELEASE)

clean:
	rm -rf $(VENV) build dist docs/rules docs/words docs/papers docs/commands .mypy_cache .ruff_cache .pytest_cache .hypothesis tests/browser/pictures
	find . -name __pycache__ -type d -not -path './.git/*' -prune -exec rm -rf {} +
