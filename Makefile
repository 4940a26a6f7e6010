# The commands of this package. `make help` lists them.

# Debug builds are made with one set of flags, so that `make test` and `make lint` share one build. The macro is part of it;
# release builds are without, for which swift-syntax would have to be built once more. Each module is compiled as a whole: in
# batches of files, a clean build takes more processor time, the more processors there are. Debug information would take more, too.
# The index is there only because the package manager looks for tests in it: it needs no modules of the system.
# Several packages share the build folder. Without a new plan, a build after that of another package would do nothing.
REPLAN = --disable-build-manifest-caching
CHECKED = $(REPLAN) --traits Macros -debug-info-format none -Xswiftc -warnings-as-errors -Xswiftc -disable-batch-mode \
	-Xswiftc -whole-module-optimization -Xswiftc -no-emit-module-separately-wmo -Xswiftc -num-threads -Xswiftc 8 \
	-Xswiftc -index-ignore-system-modules
# Building swift-syntax takes longer than building the library. So the macro of the debug build is built with the one that came with the
# toolchain, unless another has been built already. Make this empty to build it, as clients do.
ifeq ($(wildcard .build/debug/Modules-tool/SwiftSyntax.swiftmodule),)
test test-all lint docs explore-test pictures environment: export GRAPHCODABLE_TOOLCHAIN_SYNTAX ?= $(patsubst %/libSwiftSyntax.so,%,$(wildcard $(shell swiftc -print-target-info \
	| sed -n 's/.*"runtimeResourcePath": "\(.*\)".*/\1/p')/host/libSwiftSyntax.so))
endif
# The tool, the examples and the fuzzers are packages of their own. They share the library's build folder.
TOOL = --package-path Tool --scratch-path .build
EXAMPLES = --package-path Examples --scratch-path .build
# What the formatter looks at: those of these that exist. The guides' samples are kept as they were written.
SOURCES = $(filter-out Tests/GuidePrograms,$(wildcard Package.swift Sources Tests/* Tool Examples Laboratory Benchmarks Fuzz))

# Swift's crash reports can hang where tracing is not allowed, as in many containers.
export SWIFT_BACKTRACE ?= enable=no
# Swift Testing unwinds the stack for each error that is thrown, of which tests of damage throw a hundred thousand.
export SWT_SWIFT_ERROR_BACKTRACING_ENABLED ?= 0

.DEFAULT_GOAL := help

# Those with two number signs are for everybody; those with three are the laboratory's.
list = @sed -n 's/^\([a-z-]*\):.* $(1) \(.*\)/make \1|\2/p' $(MAKEFILE_LIST) | while IFS='|' read -r name text; do \
	printf '%-24s%s\n' "$$name" "$$text"; done

.PHONY: help
help: ## List the usual commands
	$(call list,##)

.PHONY: help-lab
help-lab: ## List the commands of the laboratory: attacks, counts, goldens, pictures
	$(call list,###)

.PHONY: setup
setup: ### Install the system packages that are missing
	@Scripts/setup

.PHONY: demo
demo: setup ## Save and load the graph of the software on this machine; leaves its files in Demo
	swift build $(REPLAN) --configuration release $(TOOL) --product graphz
	swift build $(REPLAN) --configuration release $(EXAMPLES) --product PackageGraph
	.build/release/PackageGraph

# Where `make install` puts the tool.
PREFIX ?= /usr/local

.PHONY: install
install: setup ## Install graphz in PREFIX (/usr/local), with its manual page and completions
	@Scripts/install-tool $(abspath $(PREFIX))

.PHONY: uninstall
uninstall: ### Remove what `make install` put in PREFIX
	@Scripts/install-tool --remove $(abspath $(PREFIX))

.PHONY: dist
dist: setup ### Make a tarball of graphz for machines without Swift
	@Scripts/dist

.PHONY: test
test: setup ## Run every test of a debug build; print the processor time of each part
	@Scripts/test $(CHECKED)

.PHONY: test-all
test-all: setup ### Test also clients, a release build and Zstandard, and run each fuzzer for five seconds
	@Scripts/test --all $(CHECKED)

.PHONY: flags
flags: ### Print the options of debug builds
	@echo $(CHECKED)

.PHONY: docs
docs: setup ## Build the documentation of all libraries as one site in .build/docs, and check it
	@Scripts/docs $(CHECKED)

.PHONY: environment
environment: ### Print the variables of debug builds, for `env`
	@echo GRAPHCODABLE_TOOLCHAIN_SYNTAX=$$GRAPHCODABLE_TOOLCHAIN_SYNTAX

.PHONY: lint
lint: setup ## Check the formatting, and that nothing warns
	swift format lint --strict --recursive --parallel $(SOURCES)
	@! command -v python3 >/dev/null || python3 -B Laboratory/lint_page.py
	@status=0; for package in . Examples Fuzz Tool; do \
		swift build --package-path $$package --scratch-path .build --build-tests $(CHECKED) || status=1; done; exit $$status

.PHONY: format
format: setup ## Format every source file
	swift format --in-place --recursive --parallel $(SOURCES)

# What `make bench` measures; the rest takes longer.
QUICK = (NumericStruct|Sample|MediaContent)(-list)?/.*|(dag|views)-20000/.*|doubles/.*|album/(load|first page)/.*|string-set/.*
REPORT = cd Benchmarks && swift build --configuration release --product BenchmarkReport && .build/release/BenchmarkReport
PROBE = cd Benchmarks && swift build --configuration release --product WorkloadProbe
# Zstandard is measured where its library is; a build with it is another one.
ZSTD = $(shell pkg-config --exists libzstd && echo --traits Zstd --scratch-path .build/zstd)
COMPRESSION = cd Benchmarks && swift build --configuration release --product WorkloadProbe $(ZSTD) && \
	$$(swift build --configuration release --show-bin-path $(ZSTD))/WorkloadProbe targets Results
CHECK = $(REPORT) check .build/release/WorkloadProbe Thresholds

.PHONY: bench
bench: setup ## Measure the most important workloads against other coders; takes three minutes once it is built
	Scripts/bench --seconds 165 '$(QUICK)'
	$(REPORT) tables Results

.PHONY: bench-full
bench-full: setup ### Measure everything, large graphs, containers and memory included; takes long
	Scripts/bench --rounds 3
	$(REPORT) tables Results
	$(PROBE) && .build/release/WorkloadProbe memory && .build/release/WorkloadProbe actor
	$(COMPRESSION)

.PHONY: bench-chart
bench-chart: ### Draw the chart in Docs from the last results of bench or bench-full
	$(REPORT) chart Results ../Docs/benchmarks.svg

.PHONY: bench-compression
bench-compression: setup ### Measure what compression is to reach, and draw the picture in Docs
	$(COMPRESSION)
	$(REPORT) compression Results ../Docs/compression.svg

.PHONY: valgrind
valgrind:
	@command -v valgrind >/dev/null || { echo "This needs valgrind, which is not here." \
		"On Debian or Ubuntu, install it with: apt-get install valgrind" >&2; exit 1; }

.PHONY: bench-check
bench-check: valgrind setup ### Fail if a workload takes more instructions or allocations than it did; needs valgrind
	$(PROBE)
	$(CHECK)

.PHONY: bench-thresholds
bench-thresholds: valgrind setup ### Take the counts of now as the thresholds of bench-check; needs valgrind
	$(PROBE)
	$(CHECK) --update

.PHONY: bench-messages
bench-messages: ### Make the benchmarks' protobuf messages; needs protoc
	cd Benchmarks && swift build --configuration release --product protoc-gen-swift
	cd Benchmarks/Sources/Workloads/Messages && protoc --plugin=../../../.build/release/protoc-gen-swift \
		--swift_opt=Visibility=Public --swift_out=. messages.proto

.PHONY: python
python: ### Set up the Python package in .build/python, check and test it; builds a wheel
	Scripts/setup --python
	Scripts/python-test

.PHONY: explore-test
explore-test: setup ### Test the JavaScript package, and the page of graphz explore in a headless Chromium
	swift build $(TOOL) --product graphz $(CHECKED)
	Scripts/explore-test

.PHONY: screenshots
screenshots: setup ### Take the pictures of graphz explore in Docs from the demo's archive
	Scripts/screenshots

.PHONY: fuzz
fuzz: setup ### Run each fuzzer for SECONDS (60), from what earlier runs have found; needs libFuzzer
	@Scripts/fuzz $(SECONDS)

.PHONY: torture
torture: setup ### Try millions of damaged archives, and saving while everything fails; SCALE=0.01 tries a part of it
	@Scripts/torture $(SCALE)

.PHONY: sanitize
sanitize: setup ### Run every test under the address and the thread sanitizer, and the filter under valgrind
	@Scripts/sanitize

.PHONY: goldens
goldens: setup ### Make the golden archives again after the format has changed and before its release
	MAKE_GOLDENS=1 swift test --filter 'aGraphGivesTheSameBytesAsEver'
	MAKE_GOLDENS=1 swift test --filter 'anArchiveGivesTheSameBytesAsEver'
	Scripts/setup --zstd
	MAKE_GOLDENS=1 swift test --traits Zstd --scratch-path .build/zstd \
		--filter 'anArchiveGivesTheSameBytesAsEver'
	MAKE_GOLDENS=1 swift test $(EXAMPLES) --filter 'anArchiveGivesTheSameBytesAsEver'
	python3 -B Laboratory/make_corpus.py
	MAKE_GOLDENS=1 swift test --filter 'CorpusTests'

.PHONY: pictures
pictures: setup ### Draw the pictures of graphs in Docs again
	MAKE_PICTURES=1 swift test $(CHECKED) --filter 'the picture of a team'

.PHONY: corpus
corpus: ### Make the archives of Tests/Corpus again after the specifications or Laboratory/*_corpus.py have changed
	python3 -B Laboratory/make_corpus.py
