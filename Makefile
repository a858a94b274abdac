# make run    from nothing to a balance report
# make test   install and run the whole test suite
# make bench, make verify, make lint, make golden

PYTHON ?= python3
FLAGSHIP ?= loewenherz
GAMES ?= 20000
RUN := runs/$(FLAGSHIP)-$(shell date +%Y%m%d-%H%M%S)
VENV := .venv
BIN := $(VENV)/bin

.PHONY: run test bench verify lint format golden clean

run: $(VENV)/run.stamp
	@$(BIN)/simcore run $(FLAGSHIP) --games $(GAMES) --seed 1 --out $(RUN)
	@$(BIN)/simcore report $(RUN)

test: $(VENV)/dev.stamp
	$(BIN)/python -m pytest

verify: $(VENV)/dev.stamp
	$(BIN)/python -m pytest -m verify

bench: $(VENV)/bench.stamp
	$(BIN)/python -m benchmarks

lint: $(VENV)/dev.stamp
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: $(VENV)/dev.stamp
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

golden: $(VENV)/dev.stamp
	PYTHONPATH=tests $(BIN)/python tests/test_golden.py $(GAME)

$(BIN)/python:
	$(PYTHON) -c 'import sys; sys.exit("simcore needs Python 3.11 or newer; name one with: make PYTHON=python3.12 ...") if sys.version_info < (3, 11) else None'
	$(PYTHON) -m venv $(VENV)

$(VENV)/run.stamp: $(BIN)/python pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	touch $@

$(VENV)/dev.stamp: $(BIN)/python pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable ".[dev]"
	touch $@ $(VENV)/run.stamp

# The peers of the speed table are optional: without them their rows say so.
$(VENV)/bench.stamp: $(VENV)/dev.stamp
	-$(BIN)/python -m pip install --quiet --disable-pip-version-check ".[bench]" 2> /dev/null
	touch $@

clean:
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache
