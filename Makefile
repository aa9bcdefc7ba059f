# Every target is a command of bootstrap.py, which needs Python 3.11 or newer and nothing else.
# On a system without make, `python3 bootstrap.py play` does the same.
#
#   make play ARGS="--help"     arguments for echappee
#   make test ARGS="-k name"    arguments for pytest
#   make play PYTHON=python3.13 another Python

PYTHON ?= python3
ARGS ?=

.DEFAULT_GOAL := help
.PHONY: help play test browser explore docs bench lint format lock setup clean python

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

play: python ## Set up what is missing, then play
	@$(PYTHON) bootstrap.py play $(ARGS)

test: python ## Set up what is missing, then run every check and test
	@$(PYTHON) bootstrap.py test $(ARGS)

browser: python ## Play through the page in a real browser
	@$(PYTHON) bootstrap.py browser $(ARGS)

explore: python ## Look for faults by chance: other games, deals and moments each time
	@$(PYTHON) bootstrap.py explore $(ARGS)

docs: python ## Build the documentation as a site
	@$(PYTHON) bootstrap.py docs

bench: python ## Run the benchmarks
	@$(PYTHON) bootstrap.py bench $(ARGS)

lint: python ## Run the linter, the format check and the type checker
	@$(PYTHON) bootstrap.py lint

format: python ## Format the code and fix what the linter can fix
	@$(PYTHON) bootstrap.py format

lock: python ## Resolve the dependencies anew and rewrite the lock files
	@$(PYTHON) bootstrap.py lock

setup: python ## Set up only
	@$(PYTHON) bootstrap.py setup

clean: ## Remove everything that was built, installed or cached here
	@rm -rf .venv build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "Échappée needs Python 3.11 or newer, and '$(PYTHON)' is not that." >&2; \
		echo "Install one, or name it: make $(firstword $(MAKECMDGOALS)) PYTHON=python3.13" >&2; \
		exit 1; }
