# make run   install, play a million deals, report   make test   install and pass the tests
# make bench measure the speed                       make lint   style, types, layers

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALLED := $(VENV)/.installed

.PHONY: run test bench lint clean

run: $(INSTALLED)
	$(BIN)/tarotsim run --deals 1_000_000 --strategy basic --out results/first-run --resume
	$(BIN)/tarotsim report results/first-run

test: $(INSTALLED) lint
	$(BIN)/python -m pytest

bench: $(INSTALLED)
	-$(BIN)/python -m pip install --quiet open_spiel
	mkdir -p .benchmarks
	NUMBA_BOUNDSCHECK=0 $(BIN)/python -m pytest tests/benchmarks/bench_speed.py --benchmark-json=.benchmarks/speed.json
	$(BIN)/python tests/benchmarks/report.py .benchmarks/speed.json

lint: $(INSTALLED)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

$(INSTALLED): pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit("tarotsim needs Python 3.11 or newer, this is " + sys.version.split()[0] + "; name another with make PYTHON=...") if sys.version_info < (3, 11) else None'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --editable '.[test]'
	touch $@

clean:
	rm -rf $(VENV) build *.egg-info .pytest_cache .ruff_cache .mypy_cache .hypothesis
