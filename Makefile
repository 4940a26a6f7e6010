# The commands of this package. `make help` lists them.

# Debug builds are made with one set of flags, so that `make test` and `make lint` share one build.
CHECKED = -Xswiftc -warnings-as-errors
# What the formatter looks at: those of these that exist. The guides' samples are kept as they were written.
SOURCES = $(filter-out Tests/GuidePrograms,$(wildcard Package.swift Sources Tests/* Examples Tools Benchmarks Fuzz))

# Swift's crash reports can hang where tracing is not allowed, as in many containers.
export SWIFT_BACKTRACE ?= enable=no

.DEFAULT_GOAL := help

.PHONY: help
help: ## List the commands
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/make \1|\2/p' $(MAKEFILE_LIST) | while IFS='|' read -r name text; do \
		printf '%-16s%s\n' "$$name" "$$text"; done

.PHONY: setup
setup: ## Install the system packages that are missing
	@Scripts/setup

.PHONY: demo
demo: setup ## Save and load the graph of the software on this machine; leaves its files in Demo
	swift build --configuration release --product graphz
	swift build --configuration release --product PackageGraph
	.build/release/PackageGraph

.PHONY: test
test: setup ## Run every test
	Scripts/Tests/setup-test
	swift test $(CHECKED)

.PHONY: lint
lint: setup ## Check the formatting, and that nothing warns
	swift format lint --strict --recursive --parallel $(SOURCES)
	swift build --build-tests $(CHECKED)

.PHONY: format
format: setup ## Format every source file
	swift format --in-place --recursive --parallel $(SOURCES)
