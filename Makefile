# `make play` and `make test` do all of their own set-up: they need Python 3.11 or newer and make, nothing else.

NEW_ENOUGH := import sys; sys.exit(sys.version_info < (3, 11))
PYTHON ?= $(shell for python in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	$$python -c '$(NEW_ENOUGH)' 2>/dev/null && echo $$python && break; done)
BIN := .venv/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
TSC := node .venv/node/node_modules/typescript/bin/tsc --project requirements/tsconfig.json

.PHONY: play test test-all docs trial hooks lock clean

play: .venv/run  ## play against the perfect opponent, in a window or, where there is none, in the terminal
	@TICTACTOE_CALLED_IN="$(PWD)" $(BIN)/python runner.py

test: .venv/dev .venv/page  ## everything that must hold before a change lands
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(TSC)
	$(BIN)/pytest --numprocesses auto

test-all: .venv/dev .venv/page  ## the same with every program, mutant and random position: before a release; it takes an hour or two
	TICTACTOE_ALL=1 $(BIN)/pytest --numprocesses auto

docs: .venv/docs  ## build the site in build/docs; it needs no network to be looked at
	$(BIN)/sphinx-build --quiet --fail-on-warning --keep-going --nitpicky docs build/docs
	@echo "The site is in build/docs: open build/docs/index.html"

trial: .venv/dev  ## build a release and try it in fresh environments; needs the package index
	$(BIN)/python tests/trial.py
	$(BIN)/python tests/trial_notebook.py

hooks: .venv/dev .venv/page  ## run the quick checks at every commit
	$(BIN)/pre-commit install

lock:  ## pin the newest packages that fit; needs uv and npm
	uv pip compile $(LOCK) $(PLAY) --group build --output-file requirements/run.txt
	uv pip compile $(LOCK) --extra all --extra spiel --extra parquet --group dev --output-file requirements/dev.txt
	uv pip compile $(LOCK) $(PLAY) --group docs --constraint requirements/dev.txt --output-file requirements/docs.txt
	cd requirements && npm update --package-lock-only --no-audit --no-fund
PLAY := --extra gui --extra solve --extra tui --extra web
LOCK := pyproject.toml --quiet --upgrade --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-emit-find-links --no-annotate --no-header

clean:
	rm -rf .venv

.venv/python:
	@$(or $(PYTHON),false) -c '$(NEW_ENOUGH)' || { echo "make: Python 3.11 or newer is needed; name one with PYTHON=..." >&2; exit 2; }
	@echo "Setting up .venv, once" >&2
	@$(PYTHON) -m venv .venv
	@touch $@

.venv/run: .venv/python requirements/run.txt pyproject.toml
	@$(PIP) --require-hashes --requirement requirements/run.txt
	@$(PIP) --no-deps --no-build-isolation --editable .
	@$(BIN)/python -m compileall -q src
	@touch $@

.venv/dev: .venv/run requirements/dev.txt requirements/system.sh
	@requirements/system.sh
	@$(PIP) --require-hashes --requirement requirements/dev.txt
	@touch $@

.venv/docs: .venv/run requirements/docs.txt
	@$(PIP) --require-hashes --requirement requirements/docs.txt
	@touch $@

.venv/page: .venv/dev requirements/package.json requirements/package-lock.json
	@mkdir -p .venv/node
	@cp requirements/package.json requirements/package-lock.json .venv/node
	@cd .venv/node && npm ci --no-audit --no-fund --loglevel error > /dev/null
	@touch $@
