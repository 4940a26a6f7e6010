import GraphCodable

extension GraphEncoder.Options {
    /// Each option that changes an archive, and each two of them.
    public static let singlesAndPairs: [GraphEncoder.Options] = {
        let all: [GraphEncoder.Options] = [
            .disableInheritance, .ignoreGInheritanceProtocol, .disableIdentity, .ignoreGIdentifiableProtocol,
            .disableAutoObjectIdentifierIdentityForReferences, .tryHashableIdentityAtFirst, .tryHashableIdentityAtLast,
            .checkIdentifiableContents, .canonical,
        ]
        return [[]] + all.indices.flatMap { first in all[first...].map { all[first].union($0) } }
    }()
}
