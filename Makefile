# Two entry points: `make demo` and `make test`. Each sets up all it needs in .venv.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
LOWEST := .venv-lowest
COMPILED := pyproject.toml CMakeLists.txt $(wildcard src/aucurate/kernels/cpp/*)

COMMA := ,

# What the tests of the report in a browser need, in a folder that git ignores.
BROWSER := build/browser
AXE := 4.14.0

# The site, and the mathematics that its pages show without a network.
SITE := build/docs
MATHJAX := 3.2.2

# Spark runs in tests where Java is there to run it.
EXTRAS := dev$(if $(shell command -v java),$(COMMA)spark)

# Tests start many a Python: what one has compiled the next one reads, whatever the machine says.
COMPILED_ONCE := PYTHONDONTWRITEBYTECODE=

.PHONY: demo test docs checks tests test-engines seeded-faults test-variations test-lowest fuzz test-browser report-picture chromium format bench bench-scale simulate scores papers clean

demo: $(VENV)/.installed
	$(BIN)/aucurate compare

# The static checks run beside the tests: mypy takes one processor for half a minute.
test: $(VENV)/.installed-dev
	@$(MAKE) --no-print-directory --jobs 2 checks tests

checks: $(VENV)/.installed-dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

tests: $(VENV)/.installed-dev
	$(COMPILED_ONCE) $(BIN)/python -m pytest --numprocesses auto --dist loadfile

# Every engine of tables larger than memory on every case; Spark's need Java 17 and a few minutes.
test-engines: $(VENV)/.installed-dev
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[test,spark]'
	$(COMPILED_ONCE) $(BIN)/python -m pytest -m "spark or not spark" tests/engines

# Faults put into a copy of the package one by one: is each caught, by a test that points at it?
# Minutes each where no near test catches it. make seeded-faults FAULTS="youden-ties --limit 60".
seeded-faults: $(VENV)/.installed-dev
	$(BIN)/python -m tools.seeded_faults $(FAULTS)

# Random tables, options, arguments, study JSON and cache files; ends with 1 and a reproducer for
# what is no typed error, right result or documented exit status. make fuzz FUZZ="tables --seed 7".
FUZZ ?= --minutes 2
fuzz: $(VENV)/.installed-dev
	$(BIN)/python -m tests.fuzz $(FUZZ)

# The HTML report in Debian's chromium, and axe-core on it; installs what it needs (a few minutes).
test-browser: $(VENV)/.installed-browser $(BROWSER)/axe-$(AXE) chromium
	$(BIN)/python -m pytest -m browser tests/browser

# The site with its API reference, tutorials run (again only where they changed), warnings as errors,
# every link within it checked: build/docs/html/index.html.
docs: $(VENV)/.installed-docs $(SITE)/mathjax/mathjax-$(MATHJAX)
	$(BIN)/python -m sphinx --builder html --jobs 1 --fail-on-warning --keep-going --quiet \
		--doctree-dir $(SITE)/doctrees docs $(SITE)/html
	$(BIN)/python -m tools.website.check $(SITE)/html

# The picture of the report in the README.
report-picture: $(VENV)/.installed-browser chromium
	$(BIN)/python -m tools.report_picture

# The tests as other processors, libraries, locales and orders would run them: one after another,
# minutes each. make test-variations VARIATIONS="libm-value-0 libm-lane-0", or VARIATIONS=--list.
test-variations: $(VENV)/.installed-dev
	$(BIN)/python -m tools.test_variations $(VARIATIONS)

# The tests with the lowest versions that pyproject.toml declares, in an environment of its own.
# They have wheels for Python 3.11: make test-lowest PYTHON=python3.11. Old packages may use what
# the newest versions of their own dependencies deprecate, which is not ours to answer for.
test-lowest: $(LOWEST)/.installed
	$(LOWEST)/bin/python -m pytest --numprocesses auto --dist loadfile \
		-W ignore::DeprecationWarning -W ignore::PendingDeprecationWarning

format: $(VENV)/.installed-dev
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

# Speed and memory against peers, in one run (about six minutes); writes docs/performance.md.
bench: $(VENV)/.installed-bench
	$(BIN)/python benchmarks/run.py --write

# Tables of up to 1e8 rows against DuckDB (a few minutes, 10 GB of disk); writes docs/scale.md.
bench-scale: $(VENV)/.installed-dev
	$(BIN)/python -m benchmarks.scale --write

# Level and coverage by simulation; writes docs/validation*.md.
simulate: $(VENV)/.installed-dev
	$(BIN)/python -m simulations.run --write

# Trains the algorithms of aslan-2009 on the data of AUCURATE_DATA (default ../shared/data): hours,
# needs Java 17, goes on where it stopped. What it makes is kept in ~/.cache/aucurate/papers.
scores: $(VENV)/.installed-weka
	$(BIN)/python -m aucurate_papers.aslan_2009.training

# The papers' tables and figures, ours beside theirs; writes docs/papers.md and docs/papers/.
papers: $(VENV)/.installed-dev
	$(BIN)/aucurate reproduce --all --out docs
	$(BIN)/python tools/record_papers.py

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "aucurate needs Python 3.11 or newer: make PYTHON=/path/to/python3.11 ..."; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: $(VENV)/bin/python $(COMPILED)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(VENV)/.installed-dev: $(VENV)/bin/python $(COMPILED) papers/pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check \
		--editable '.[$(EXTRAS)]' --editable ./papers
	@touch $@

$(VENV)/.installed-bench: $(VENV)/bin/python $(COMPILED)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev,bench]'
	@touch $@

$(VENV)/.installed-browser: $(VENV)/bin/python $(COMPILED)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev,browser]'
	@touch $@

$(VENV)/.installed-docs: $(VENV)/bin/python $(COMPILED) papers/pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check \
		--editable '.[docs]' --editable ./papers
	@touch $@

$(LOWEST)/.installed: $(COMPILED) papers/pyproject.toml
	$(PYTHON) -m venv --clear $(LOWEST)
	$(LOWEST)/bin/python -m pip install --quiet --disable-pip-version-check uv
	$(LOWEST)/bin/uv pip install --quiet --python $(LOWEST)/bin/python \
		--resolution lowest-direct --editable '.[test]' --editable ./papers
	@touch $@

$(BROWSER)/axe-$(AXE):
	@command -v npm > /dev/null || { echo "axe-core comes by npm: install Node.js first."; exit 1; }
	@mkdir -p $(BROWSER)
	npm install --silent --no-save --no-package-lock --prefix $(BROWSER) axe-core@$(AXE)
	@touch $@

$(SITE)/mathjax/mathjax-$(MATHJAX):
	@command -v npm > /dev/null || { echo "MathJax comes by npm: install Node.js first."; exit 1; }
	@rm -rf $(SITE)/mathjax $(SITE)/npm && mkdir -p $(SITE)/mathjax $(SITE)/npm
	npm install --silent --no-save --no-package-lock --prefix $(SITE)/npm mathjax@$(MATHJAX)
	cp -R $(SITE)/npm/node_modules/mathjax/es5 $@

chromium:
	@command -v chromium > /dev/null || \
		{ [ "$$(id -u)" = 0 ] && command -v apt-get > /dev/null && apt-get update --quiet && \
		apt-get install --quiet --yes --no-install-recommends chromium; } || \
		{ echo "chromium is not there; on Debian: sudo apt-get install chromium"; exit 1; }

# python-weka-wrapper3 is GPL and needs Java 17: no distribution of ours depends on it.
$(VENV)/.installed-weka: $(VENV)/.installed-dev
	$(BIN)/python -m pip install --quiet --disable-pip-version-check python-weka-wrapper3
	@touch $@

clean:
	rm -rf $(VENV) $(LOWEST) build .mypy_cache .ruff_cache .pytest_cache .hypothesis
