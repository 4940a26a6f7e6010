import Foundation
import Testing

@Suite("How graphz saves files")
struct SavingTests {
    private let workspace: Workspace

    init() throws {
        workspace = try Workspace()
    }

    @Test func ofManyThatMakeTheSameFileAtOnceOneSucceeds() throws {
        let run = try workspace.shell(
            """
            save() { "$GRAPHZ" compress city.graph -o out.graphz 2>errors.$1; echo $? >status.$1; }
            save 1 | save 2 | save 3 | save 4 | save 5 | save 6
            cat status.* | sort | tr '\\n' ' '
            """)
        #expect(run.text == "0 3 3 3 3 3 ")
        for number in 1...6 where try workspace.data("status.\(number)") == Data("3\n".utf8) {
            #expect(
                try workspace.data("errors.\(number)")
                    == Data("graphz: out.graphz: This exists already. Use --force to replace it.\n".utf8))
        }
        #expect(try workspace.run("verify", "out.graphz").status == 0)
        #expect(try !workspace.files.contains { $0.hasSuffix(".tmp") })
    }

    @Test func privateFilesStayPrivate() throws {
        let run = try workspace.shell(
            """
            umask 022; chmod 600 city.graph; touch -d 2001-09-09T01:46:40Z city.graph
            "$GRAPHZ" compress city.graph -o a.graphz; "$GRAPHZ" recode a.graphz --codec lz4 -o b.graphz
            "$GRAPHZ" recode b.graphz --codec none --in-place; "$GRAPHZ" decompress b.graphz -o c.graph
            "$GRAPHZ" salvage a.graphz -o d.graphz --plain e.graph >report
            "$GRAPHZ" compress - -o f.graphz <city.graph
            "$GRAPHZ" explore city.graph -o g.graph.html; "$GRAPHZ" explore - -o h.graph.html <city.graph
            touch old.html; chmod 644 old.html; "$GRAPHZ" explore -f city.graph -o old.html; mv old.html i.graph.html
            stat -c '%a %Y' [a-i].graph*
            """)
        #expect(run.errors == "")
        #expect(run.text == String(repeating: "600 1000000000\n", count: 9))
    }

    @Test func anInputIsNotReplacedByItsOutput() throws {
        let before = try workspace.data("city.graph")
        let run = try workspace.shell(
            """
            ln city.graph hard; ln -s city.graph soft
            "$GRAPHZ" compress -f city.graph -o city.graph; echo $?
            "$GRAPHZ" compress -f city.graph -o ./soft; echo $?
            "$GRAPHZ" compress -f soft -o hard; echo $?
            "$GRAPHZ" decompress -f city.graphz -o city.graphz; echo $?
            "$GRAPHZ" recode -f city.graphz -o city.graphz; echo $?
            for command in graph classes explore; do "$GRAPHZ" $command -f city.graph -o soft; echo $?; done
            for command in dump sizes graph; do "$GRAPHZ" $command city.graph >>hard; echo $?; done
            "$GRAPHZ" graph -fo city.graph <hard; echo $?
            "$GRAPHZ" compress -f city.graph --output= hard; echo $?
            "$GRAPHZ" compress -f -o '' city.graph </dev/null; echo $?
            "$GRAPHZ" recode city.graphz --in-place; echo $?
            "$GRAPHZ" compress /dev/stdin <hard | "$GRAPHZ" -tq; echo $?
            """)
        #expect(run.text == String(repeating: "64\n", count: 14) + "0\n0\n")
        #expect(
            run.errors.hasPrefix(
                "graphz: city.graph: This is the input, which its output must not replace. Name another.\n"))
        #expect(try workspace.data("city.graph") == before && workspace.data("hard") == before)
    }

    @Test func aClosedStandardStreamIsNotTheFileThatIsOpenedNext() throws {
        let before = try workspace.data("city.graphz")
        let run = try workspace.shell(
            """
            "$GRAPHZ" -dc city.graphz >&-; echo $?
            "$GRAPHZ" dump city.graphz >&-; echo $?
            "$GRAPHZ" -dc <&- ; echo $?
            "$GRAPHZ" verify --quiet city.graphz missing 2>&- ; echo $?
            """)
        #expect(run.text == "2\n2\n2\n2\n")
        let (output, input) = ("standard output: Cannot write", "standard input: Cannot read")
        #expect(
            run.errors
                == [output, output, input].map { "graphz: \($0): bad file descriptor.\n" }.joined())
        #expect(try workspace.data("city.graphz") == before)
    }

    /// The first signal ends the tool, which must not wait in a call of the system.
    @Test func aPipeWithoutAReaderIsWaitedForUntilASignalComes() throws {
        let run = try workspace.shell(
            """
            mkfifo pipe
            for command in "compress city.graph" "decompress city.graphz" "recode city.graphz" "explore city.graph" \
                "salvage city.graph" "salvage city.graphz --plain pipe"; do
                case $command in *pipe) output=;; *) output="-o pipe";; esac
                rm -f report; "$GRAPHZ" $command -f $output >report & tool=$!
                # The handler is there once the archive is open. Salvaging closes it before it opens the pipe.
                case $command in
                salvage*) there='grep -q ^SigCgt:.*[4-7c-f]...$ /proc/$tool/status' ;;
                *) there='ls -l /proc/$tool/fd | grep -q city.graph' ;;
                esac
                until eval "$there" 2>/dev/null || [ ! -d /proc/$tool ]; do sleep 0.01; done
                case $command in salvage*) sleep 0.3 ;; esac
                kill -TERM $tool; wait $tool; echo $?
            done
            ls
            """)
        guard FileManager.default.fileExists(atPath: "/proc/self/fd") else { return }
        #expect(run.text == "143\n143\n143\n143\n143\n143\ncity.graph\ncity.graphz\npipe\nreport\n")
    }

    @Test func everyCommandReadsPipesOfOtherTools() throws {
        let run = try workspace.shell(
            """
            exec 2>&1
            for command in info sizes classes dump graph verify salvage "explore -o -" "compress -o -" "diff city.graph"; do
                bash -c '"$GRAPHZ" $1 <(cat city.graph) >out; echo "$1 $?"' - "$command"
            done
            for command in info sizes verify "decompress -o -" "recode -o -" salvage; do
                bash -c '"$GRAPHZ" $1 <(cat city.graphz) >out; echo "$1 $?"' - "$command"
                mkfifo in; cat city.graphz >in & "$GRAPHZ" $command in >out; echo "$command $?"; rm in
            done
            """)
        let lines = run.text.split(separator: "\n")
        #expect(lines.count == 22)
        for line in lines { #expect(line.hasSuffix(" 0")) }
    }

    @Test func salvagingReplacesNeitherItsInputNorItsOwnOutput() throws {
        let same = try workspace.run("salvage", "city.graphz", "-o", "x", "--plain", "./x")
        #expect(same.status == 64)
        #expect(same.errors == "graphz: ./x: --output and --plain are the same file. Name two.\n")
        #expect(try !workspace.files.contains("x"))
        let forced = try workspace.shell("\"$GRAPHZ\" salvage city.graphz -f -o x --plain x; echo $?")
        #expect(forced.text == "64\n")
        let before = try workspace.data("city.graphz")
        let input = try workspace.shell("\"$GRAPHZ\" salvage -f -o city.graphz - <city.graphz; echo $?")
        #expect(input.text == "64\n")
        #expect(
            input.errors
                == "graphz: city.graphz: This is the input, which its output must not replace. Name another.\n")
        let output = try workspace.shell("\"$GRAPHZ\" salvage city.graphz -o - >>city.graphz; echo $?")
        #expect(output.text == "64\n")
        #expect(try workspace.data("city.graphz") == before)
    }

    @Test func pathsThatAreNotUTF8AreOpenedAndNamed() throws {
        #if !canImport(Darwin)
        let run = try workspace.shell(
            """
            name=$(printf 'caf\\351'); cp city.graph "$name.graph"; ln -s "$name.graphz" link
            "$GRAPHZ" compress "$name.graph" && "$GRAPHZ" verify "$name.graphz" && "$GRAPHZ" info "$name.graphz" >/dev/null
            "$GRAPHZ" recode city.graph -f -o link --codec none && [ -L link ] && "$GRAPHZ" verify link
            "$GRAPHZ" verify "$name.missing"
            ls | wc -l
            """)
        #expect(run.text == "caf\\xE9.graphz: sound, 5,000 objects\nlink: sound, 5,000 objects\n5\n")
        #expect(run.errors.hasPrefix("graphz: caf\\xE9.missing: Cannot open: no such file or directory."))
        #endif
    }

    @Test func pipesByNameAreWrittenTo() throws {
        let run = try workspace.shell(
            """
            "$GRAPHZ" decompress city.graphz -o /dev/stdout | cmp - city.graph
            "$GRAPHZ" decompress city.graphz -o /dev/stdout >to && cmp to city.graph
            "$GRAPHZ" salvage city.graphz -o /dev/stdout >to 2>report && cmp to city.graph && grep -q recovered report || echo "salvage mixes its outputs"
            "$GRAPHZ" salvage city.graphz -o /dev/stdout --plain - >to 2>report && echo "salvage takes one output twice"
            "$GRAPHZ" recode --in-place /dev/stdin <city.graph 2>report && echo "recode replaces standard input"
            rm report
            mkfifo pipe; cmp pipe city.graph & "$GRAPHZ" decompress city.graphz -o pipe; wait $!
            """)
        #expect(run.text == "" && run.errors == "")
        #expect(run.status == 0)
        #expect(try workspace.files == ["city.graph", "city.graphz", "pipe", "to"])
    }

    @Test func ignoredSignalsStayIgnored() throws {
        let run = try workspace.shell(
            """
            mkfifo pipe
            { cat city.graph; while [ ! -e sent ]; do sleep 0.1; done; cat city.graph; } >pipe &
            (trap '' HUP; exec "$GRAPHZ" compress - --codec none -o out.graphz <pipe 2>errors) &
            tool=$!
            sleep 0.5
            kill -HUP $tool
            >sent
            wait $tool
            echo $?
            """)
        #expect(run.text == "0\n")
        #expect(try workspace.run("verify", "--checksums-only", "out.graphz").status == 0)
    }

    @Test func aFileThatGrowsTooLargeIsAnOrdinaryError() throws {
        let run = try workspace.shell(
            "ulimit -f 8; \"$GRAPHZ\" decompress city.graphz -o out.graph 2>errors; echo $?")
        #expect(run.text == "2\n")
        let errors = String(decoding: try workspace.data("errors"), as: UTF8.self)
        #expect(
            errors == "graphz: out.graph: Cannot write: file too large.\n"
        )
        #expect(try workspace.files == ["city.graph", "city.graphz", "errors"])
    }

    @Test func errorsOfTheOutputDoNotBlameTheInput() throws {
        guard FileManager.default.fileExists(atPath: "/dev/full") else { return }
        for command in ["compress city.graph", "recode city.graphz", "decompress city.graphz"] {
            let run = try workspace.shell("\"$GRAPHZ\" \(command) -o - >/dev/full")
            #expect(run.status == 2)
            #expect(
                run.errors == "graphz: standard output: Cannot write: no space left on device.\n")
        }
    }

    @Test func whatWouldNotBeDecompressedIsNotCompressed() throws {
        let large = try workspace.run("compress", "city.graph", "-o", "out.graphz", "--max-size", "1K")
        #expect(large.status == 13)
        #expect(
            large.errors
                == "graphz: city.graph, byte 1024: The archive has more than 1024 bytes, so that it would not "
                + "be decompressed with the same limits. Raise --max-size.\n")
        try workspace.raw.dropLast().write(to: workspace.url("cut.graph"))
        let cut = try workspace.run("compress", "cut.graph")
        #expect(cut.status == 9)
        #expect(cut.errors.contains("The archive does not end with its end mark: "))
        #expect(try workspace.files == ["city.graph", "city.graphz", "cut.graph"])
    }
}
