import GraphCodable

/// Coders that many trials use, also at the same time.
package struct GraphCoders: Sendable {
    let decoder = GraphDecoder()
    private let encoders: [UInt: GraphEncoder]

    package init() {
        let options: [GraphEncoder.Options] = [
            [], .tryHashableIdentityAtLast, .tryHashableIdentityAtFirst, .ignoreGIdentifiableProtocol,
            .disableInheritance,
        ]
        encoders = Dictionary(uniqueKeysWithValues: options.map { ($0.rawValue, GraphEncoder($0)) })
    }

    func encoder(_ options: GraphEncoder.Options) -> GraphEncoder {
        encoders[options.rawValue] ?? GraphEncoder(options)
    }
}
