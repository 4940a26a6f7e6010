/// A figure that the package wants to reach.
struct Target: Sendable {
    let title: String
    let operation: String
    let bound: Double
    /// Whether the figure should be no more than the bound; otherwise no less.
    let isUpperBound: Bool
    let value: @Sendable (Results) -> Double?

    static let all: [Target] = small + graphs + containers

    /// Why a figure may fall short, as far as it is known.
    var reason: String? {
        switch (title, operation) {
        case ("Sample against JSON", "decode"):
            "Swift copies a structure of more than about fifteen fields once more at the end of a throwing initializer."
        case ("growth, dag 2,000,000 over 20,000", "encode"):
            "Each object, and its place in the identity table, is a miss of the caches when there are so many."
        case (_, "decompress") where title.contains(", lz4, one thread"):
            "Two hashes go over the data, which take as long as a quarter of LZ4's own work."
        default:
            nil
        }
    }

    /// Whether a figure is what is wanted.
    func isReached(by value: Double) -> Bool {
        isUpperBound ? value <= bound : value >= bound
    }

    private static let small: [Target] = [
        ("NumericStruct", 20, 72), ("Sample", 113, 50), ("MediaContent", 25, 18), ("NumericStruct-list", 43, 50),
        ("Sample-list", 140, 45), ("MediaContent-list", 30, 18),
    ].flatMap { (workload, encode, decode) in
        [
            against("JSON", workload, "encode", encode),
            against("JSON", workload, "decode", decode),
        ]
    }

    private static let graphs: [Target] = [
        against("JSON", "dag-20000", "encode", 45),
        against("JSON", "dag-20000", "decode", 25),
        against("NSKeyedArchiver", "dag-20000", "encode", 350),
        against("NSKeyedArchiver", "dag-20000", "decode", 100),
        against("memcpy", "doubles", "encode", 0.7),
        against("memcpy", "doubles", "decode", 0.7),
        growth("dag", "encode", 2.5),
        growth("dag", "decode", 3),
        Target(title: "bytes a node, dag-20000", operation: "encode", bound: 41, isUpperBound: true) {
            $0.lines["dag-20000/encode/GraphCodable"].map { $0.bytes / $0.operations }
        },
    ]

    private static let containers: [Target] = ["container-packages", "container-256MiB"].flatMap { workload in
        [("lz4", 0.95, 0.8), ("zlib", 0.95, 0.95)].flatMap { (codec, compress, decompress) in
            [
                container(workload, codec, "compress", compress),
                container(workload, codec, "decompress", decompress),
                cores(workload, codec, "compress"),
                cores(workload, codec, "decompress"),
            ]
        }
    }

    private static func against(
        _ reference: String, _ workload: String, _ operation: String, _ bound: Double
    ) -> Target {
        Target(title: "\(workload) against \(reference)", operation: operation, bound: bound, isUpperBound: false) {
            $0.ratio("\(workload)/\(operation)/\(reference)", "\(workload)/\(operation)/GraphCodable")
        }
    }

    private static func growth(_ workload: String, _ operation: String, _ bound: Double) -> Target {
        Target(
            title: "growth, \(workload) 2,000,000 over 20,000", operation: operation, bound: bound, isUpperBound: true
        ) {
            $0.ratio("\(workload)-2000000/\(operation)/GraphCodable", "\(workload)-20000/\(operation)/GraphCodable")
        }
    }

    private static func container(_ workload: String, _ codec: String, _ operation: String, _ bound: Double) -> Target {
        Target(
            title: "\(workload), \(codec), one thread against the library", operation: operation, bound: bound,
            isUpperBound: false
        ) {
            $0.ratio("\(workload)/\(operation)/\(codec)-library", "\(workload)/\(operation)/\(codec)-1")
        }
    }

    private static func cores(_ workload: String, _ codec: String, _ operation: String) -> Target {
        Target(
            title: "\(workload), \(codec), all cores against one", operation: operation, bound: 1.8, isUpperBound: false
        ) {
            $0.ratio("\(workload)/\(operation)/\(codec)-1", "\(workload)/\(operation)/\(codec)-all")
        }
    }
}
