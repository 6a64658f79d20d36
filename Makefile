# make run    set up, then the main jobs: every clash among two thousand named parts of a scene file, the
#             first contact of a blade that spins fifty times in a step, and a certified walk of a mannequin
#             (CLASH="--width 800" and the like are options of the first)
# make test   set up, then all checks and tests
# make plain  tests marked plain, without the compiler
# make lint   formatting, lint and types only
# make peers  add the libraries that `impinge bench --peers` compares with
# make page   build the page that shows results anew from its sources (needs node; users do not)
# make clean  remove what these commands made

PYTHON ?= python3
BIN := .venv/bin
READY := .venv/ready
WORKERS ?= 2
CLASH ?=
COMPILE_LOG := $(CURDIR)/.venv/compile.log

# Bytecode is kept, whatever the environment says: tests start a hundred processes.
export PYTHONDONTWRITEBYTECODE =

.PHONY: run test lint plain peers page clean
.NOTPARALLEL:

run: $(READY)
	$(BIN)/impinge run clash $(CLASH)
	$(BIN)/impinge run blade
	$(BIN)/impinge run walk

test: lint
	@rm -f $(COMPILE_LOG)
	IMPINGE_COMPILE_LOG=$(COMPILE_LOG) $(BIN)/python -m pytest -n $(WORKERS) --dist loadscope
	@$(MAKE) --no-print-directory plain
	@$(BIN)/python tests/compile_report.py $(COMPILE_LOG)

# Only files with plain tests are read.
plain: $(READY)
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest -n $(WORKERS) --dist loadscope -m plain \
	  $$(grep -rl --include='test_*.py' 'mark\.plain' tests)

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy --num-workers $(WORKERS)

peers: $(READY)
	$(BIN)/python -m pip install --quiet --no-compile --requirement requirements-bench.txt

page:
	cd src/impinge/viewer/page && npm ci --no-audit --no-fund && node build.mjs

# Made anew when what is to be installed has changed, and not otherwise. Of large packages few modules are
# imported, and only those are compiled, at first import.
$(READY): requirements.txt pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "impinge needs Python 3.11 or newer, and $(PYTHON) is older or missing:" \
	       "make PYTHON=python3.12 names another" >&2; exit 1; }
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --no-compile --requirement requirements.txt
	$(BIN)/python -m pip install --quiet --no-build-isolation --no-deps --editable .
	@touch $(READY)

clean:
	rm -rf .venv dist build out .pytest_cache .mypy_cache .ruff_cache .hypothesis .coverage
	rm -rf src/impinge/viewer/page/node_modules
	find src tests examples -name __pycache__ -type d -prune -exec rm -rf {} +
