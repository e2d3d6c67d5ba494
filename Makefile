# Two commands for a newcomer: `make play` and `make test`. Each sets up all it needs by itself.
PYTHON ?= python3
VENV ?= .venv
GAME ?=
SYNC ?=
LOCKS ?= play
BIN := $(VENV)/bin
TRACED := tests/core tests/games tests/contract
# These measure how long answers take, so nothing runs beside them; then three parts run at once.
MEASURED := tests/faults/test_attacks.py tests/server/test_load.py
FAULTS := tests/test_hosting.py $(filter-out $(MEASURED),$(wildcard tests/faults/test_*.py))
BROWSER_REST := $(wildcard tests/browser/test_[m-z]*.py)
ON_POSTGRESQL := $(addprefix tests/server/test_,live.py medals_by_http.py turns_by_http.py)
LOCK := uv pip compile --quiet --universal --python-version 3.11 --upgrade --generate-hashes --no-header --no-annotate --no-emit-index-url
# What `make recipe` adds to the tests' versions. It is in no lock: the builds of PyTorch differ by machine.
RECIPE := sb3-contrib==2.9.2 stable-baselines3==2.9.2 torch==2.13.0
export PYTHON VENV RECIPE

.DEFAULT_GOAL := help
.PHONY: help play test test-long recipe docs load format bench golden catalogues art sounds screenshots lock audit image-digests clean

help: ## Show the targets
	@sed -n 's/^\([a-z-]*\):.*## /  make \1\t/p' $(MAKEFILE_LIST) | expand -t 24

play: $(VENV)/.play ## Start the table on this machine and open the browser
	@$(BIN)/howdah play $(GAME)

test: $(VENV)/.test ## Run every check: format, lint, types, imports, docs, tests, coverage
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/lint-imports --no-cache
	$(BIN)/coverage erase
	$(BIN)/python -m tools.warm_up & compiled=$$!; \
		$(BIN)/mypy src tests tools && $(BIN)/python -m tools.docs; checked=$$?; wait $$compiled && exit $$checked
	$(BIN)/python -m pytest $(MEASURED)
	$(BIN)/python -m pytest tests/browser $(addprefix --ignore=,$(BROWSER_REST)) > $(VENV)/browser.txt 2>&1 & browser=$$!; \
		( $(BIN)/python -m pytest $(FAULTS) && $(BIN)/python -m pytest tests/server $(addprefix --ignore=,$(MEASURED)) && \
			HOWDAH_TEST_STORE=postgresql $(BIN)/python -m pytest $(ON_POSTGRESQL) && $(BIN)/python -m pytest $(BROWSER_REST) ) > $(VENV)/server.txt 2>&1 & server=$$!; \
		$(BIN)/coverage run -m pytest $(TRACED) && $(BIN)/coverage combine --quiet && $(BIN)/coverage report --fail-under=100 && \
		$(BIN)/python -m pytest $(addprefix --ignore=,$(TRACED) tests/browser tests/server $(FAULTS) $(MEASURED)); others=$$?; \
		wait $$server; server=$$?; wait $$browser; browser=$$?; cat $(VENV)/server.txt $(VENV)/browser.txt; \
		[ $$others = 0 ] && [ $$server = 0 ] && exit $$browser

docs: $(VENV)/.test ## Build the documentation site in build/docs, and check its links
	$(BIN)/python -m tools.docs

test-long: $(VENV)/.test $(VENV)/.recipe $(VENV)/.engines ## The same tests with many more examples, a hundred crashes of each kind, Firefox and WebKitGTK
	HYPOTHESIS_PROFILE=long $(BIN)/python -m pytest
	HYPOTHESIS_PROFILE=long HOWDAH_TEST_STORE=postgresql $(BIN)/python -m pytest tests/server

recipe: $(VENV)/.recipe ## Train the example with MaskablePPO of sb3-contrib; it installs PyTorch
	HYPOTHESIS_PROFILE=long $(BIN)/python -m pytest tests/examples/test_maskable_ppo.py

load: $(VENV)/.test ## Load test of one process: 2,000 pages, 200 turns a second
	$(BIN)/python -m tools.load

format: $(VENV)/.test ## Format the code and apply safe fixes
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: $(VENV)/.bench ## Measure the speed of both games, of other engines and of the same rules in C
	@$(BIN)/howdah bench

golden: $(VENV)/.test ## Rewrite the golden files; read the difference before you keep it
	$(BIN)/python -m tools.write_golden

catalogues: $(VENV)/.test ## Update the catalogues from the messages in the code
	$(BIN)/python -m tools.write_catalogues

art: $(VENV)/.test ## Check the art files and show a contact sheet of all drawings
	@$(BIN)/python -m tools.art $(SYNC)

sounds: ## Make the sounds of the table
	@$(PYTHON) -m tools.write_sounds

screenshots: $(VENV)/.test ## Retake the screenshots of the README
	$(BIN)/python -m tools.write_screenshots

# What is served, and what audits it, has the versions that the tests run with.
lock: $(VENV)/.test ## Choose the newest versions and lock them, with uv
	$(LOCK) --group build --group audit --extra dev --extra ai --extra cluster --extra docs --extra postgres --extra research --extra table pyproject.toml -o requirements/test.txt
	$(LOCK) --constraint requirements/test.txt --group build --extra ai --extra postgres --extra table pyproject.toml -o requirements/play.txt
	$(LOCK) --constraint requirements/test.txt --extra ai --extra postgres --extra table pyproject.toml -o requirements/serve.txt
	$(LOCK) --constraint requirements/test.txt --group build --group audit pyproject.toml -o requirements/audit.txt
	$(LOCK) --group build --extra bench pyproject.toml -o requirements/bench.txt

audit: $(VENV)/.audit ## Check locks and base images, write the SBOM, look up advisories
	@SOURCE_DATE_EPOCH=$${SOURCE_DATE_EPOCH:-$$(git log -1 --format=%ct -- requirements/serve.txt 2>/dev/null)} \
		$(BIN)/python -m tools.audit $(addprefix --lock ,$(LOCKS))

image-digests: ## Look up the digests of the base images, for deploy/images.env
	@$(PYTHON) -m tools.image_digests

clean: ## Remove the virtual environment, caches and build folders
	rm -rf $(VENV) .coverage .mypy_cache .ruff_cache .hypothesis build dist

$(VENV)/.play $(VENV)/.test $(VENV)/.bench $(VENV)/.audit: $(VENV)/.%: requirements/%.txt pyproject.toml
	@tools/set-up $*

$(VENV)/.recipe $(VENV)/.engines: $(VENV)/.%: $(VENV)/.test Makefile
	@tools/set-up $*
