import GraphCodable
@testable import GraphCodableCompression
import TestSupport
import Testing

/// What was saved is on the disk when `save` returns, and before that the old graph is or the new one, whatever of the
/// changes under way reached the disk when the power failed.
struct PowerLossTests {
    /// How many states of each moment are tried. Few, so that many courses are: most states of a moment look the same.
    private static let statesPerMoment = 3

    @Test func afterAPowerFailureTheFileIsOldOrNewAndWhatWasSavedIsThere() throws {
        let seed = UInt64.random(in: 0 ... .max)
        var generator = SplitMix64(seed: seed)
        var states = 0
        var different = Set<Int>()
        while different.count < Torture.count(20, torture: 15_000) {
            let scenario = PowerLossScenario(using: &generator)
            let course = try scenario.run()
            for time in 0...course.changes.count {
                let failure = PowerLoss(initial: course.initial, changes: course.changes[..<time])
                for _ in 0..<Self.statesPerMoment {
                    let image = failure.image(using: &generator)
                    if let problem = scenario.problem(of: image, course, after: time) {
                        Issue.record("\(problem); \(scenario.keeping) backups, moment \(time), seed \(seed)")
                    }
                    states += 1
                    different.insert(Self.hash(of: image))
                    if states.isMultiple(of: 10) {
                        #expect(scenario.canSave(scenario.versions.count - 1, on: image), "seed \(seed)")
                    }
                }
            }
        }
        Figure.print("states of a disk after a power failure", states)
        Figure.print("different ones among them", different.count)
    }

    /// States are the same when their names lead to the same.
    private static func hash(of image: DiskImage) -> Int {
        var hasher = Hasher()
        for (path, file) in image.entries.sorted(by: { $0.key < $1.key }) {
            // Each temporary file has another name.
            hasher.combine(path.hasSuffix(".tmp") ? "" : path)
            hasher.combine(image.files[file])
        }
        return hasher.finalize()
    }

    /// The test itself would notice: a disk that only says that it has stored something breaks the promises.
    @Test(arguments: [SimulatedDisk.Lie.files, .folders, .backups]) func aDiskThatLiesIsCaught(lie: SimulatedDisk.Lie)
        throws
    {
        var generator = SplitMix64(seed: 1)
        var problems = 0
        var scenarios = 0
        while problems < 4, scenarios < 200 {
            scenarios += 1
            let scenario = PowerLossScenario(using: &generator)
            let course = try scenario.run(lie: lie)
            for time in 0...course.changes.count {
                let image = PowerLoss(initial: course.initial, changes: course.changes[..<time])
                    .image(using: &generator)
                problems += scenario.problem(of: image, course, after: time) == nil ? 0 : 1
            }
        }
        #expect(problems > 3)
    }
}
