/// What a decoder may use and make while it reads an archive, whoever made the archive.
///
/// The same policy holds for raw and for compressed archives. Limits are checked before memory is reserved.
///
/// ```swift
/// var policy = GraphDecodingPolicy()
/// policy.maximumPlainByteCount = 16 << 20
/// policy.allowedTypes = .only([Document.self, Page.self])
/// let document = try GraphDecoder(policy: policy).decode(Document.self, from: bytes)
/// ```
///
/// While it works, a decoder takes at most about 60 bytes for each byte of the records: 24 for each object, 32 for each
/// value that is decoded in another order than that of the archive. In addition it takes about 230 bytes for each entry
/// of the archive's directory. What the decoded values themselves take is limited by ``maximumCostPerByte``.
public struct GraphDecodingPolicy: Sendable {
    /// The most bytes that a raw archive may have, after decompression if it is compressed; 4 GiB by default.
    public var maximumPlainByteCount: UInt64
    /// The most plain bytes that a compressed archive may give for each of its own bytes; 1,100 by default.
    ///
    /// Deflate cannot exceed 1,032 and LZ4 cannot exceed 255, so the default stops no archive that was made by this library
    /// with the built-in codecs. Archives of up to 1 MiB plain bytes are never refused for it.
    public var maximumExpansion: UInt64
    /// The most objects: class instances, and values with an identity; 67,108,864 (2^26) by default.
    public var maximumObjectCount: Int
    /// The most elements of one array, set or data, or pairs of one dictionary; 1,073,741,824 (2^30) by default.
    ///
    /// An element takes a byte of the archive at least, but it may take more memory than that.
    public var maximumElementCount: Int
    /// How deep values may lie inside one another; 512 by default.
    ///
    /// A composite value, a collection, and an optional inside an optional count, also when they are stored behind a
    /// reference, as values with an identity are. The instance of a class does not: a list of a million objects is not
    /// deep.
    public var maximumDepth: Int
    /// How many calls of `init(from:)` may run inside one another, over all references; 16,777,216 (2^24) by default.
    ///
    /// Objects need each other in chains: a list whose nodes each refer to the next one needs a call for each node. A call
    /// takes some hundred bytes of memory, a million of them about 0.8 GB, whatever the thread's stack is. What is
    /// decoded with `deferDecode` begins a new chain. Encoders cannot know how the program will decode, and do not check it.
    public var maximumInitializerDepth: Int
    /// The most UTF-8 bytes of a type's name; 4,096 by default.
    public var maximumTypeNameLength: Int
    /// The most entries of an archive's directory: keys, types, shapes and the slots of all shapes; 16,777,216 (2^24)
    /// by default.
    ///
    /// A shape is a list of keys that a type writes; it has a slot for each. A type that writes a key only sometimes has
    /// several. Few archives have more than some thousand entries.
    public var maximumDirectoryEntryCount: Int
    /// How much decoding may cost for each byte of the raw archive, beyond the 32 MiB (2^25) that every archive may cost;
    /// 128 by default.
    ///
    /// Cost is counted where a few bytes of an archive can cost a lot of memory or time. One unit is a byte of memory, or
    /// about ten nanoseconds:
    ///
    /// - the memory of the elements of collections, of which each may take only one byte of the archive;
    /// - values behind references, at their full size for each reference, where they are hashed, compared or converted;
    /// - elements of sets and keys of dictionaries whose hashes are equal, for each pair of them;
    /// - initializers that throw an error that the program catches, and what is decoded again after it;
    /// - types that an archive names and that the Swift runtime has to look up;
    /// - values that are expensive to make, such as calendars and the units of measurements.
    ///
    /// Numbers and strings cost nothing beyond their bytes. Ordinary archives cost less than 16 for each byte.
    public var maximumCostPerByte: UInt64
    /// Which of the types that an archive names may be looked up and instantiated; ``AllowedTypes/requested`` by default.
    public var allowedTypes: AllowedTypes

    /// Makes a policy.
    ///
    /// - Parameters:
    ///   - maximumPlainByteCount: The most bytes of a raw archive.
    ///   - maximumExpansion: The most plain bytes for each byte of a compressed archive.
    ///   - maximumObjectCount: The most objects.
    ///   - maximumElementCount: The most elements of one collection.
    ///   - maximumDepth: How deep values may lie inside one another.
    ///   - maximumInitializerDepth: How many calls of `init(from:)` may run inside one another.
    ///   - maximumTypeNameLength: The most bytes of a type's name.
    ///   - maximumDirectoryEntryCount: The most keys, types, shapes and slots.
    ///   - maximumCostPerByte: How much decoding may cost for each byte, beyond what every archive may cost.
    ///   - allowedTypes: Which types may be looked up and instantiated.
    public init(
        maximumPlainByteCount: UInt64 = 1 << 32,
        maximumExpansion: UInt64 = 1_100,
        maximumObjectCount: Int = 1 << 26,
        maximumElementCount: Int = 1 << 30,
        maximumDepth: Int = 512,
        maximumInitializerDepth: Int = 1 << 24,
        maximumTypeNameLength: Int = 4_096,
        maximumDirectoryEntryCount: Int = 1 << 24,
        maximumCostPerByte: UInt64 = 128,
        allowedTypes: AllowedTypes = .requested
    ) {
        self.maximumPlainByteCount = maximumPlainByteCount
        self.maximumExpansion = maximumExpansion
        self.maximumObjectCount = maximumObjectCount
        self.maximumElementCount = maximumElementCount
        self.maximumDepth = maximumDepth
        self.maximumInitializerDepth = maximumInitializerDepth
        self.maximumTypeNameLength = maximumTypeNameLength
        self.maximumDirectoryEntryCount = maximumDirectoryEntryCount
        self.maximumCostPerByte = maximumCostPerByte
        self.allowedTypes = allowedTypes
    }

    /// What every archive may cost, however small it is.
    static var freeCost: Int { 1 << 25 }

    /// How much decoding an archive may cost.
    ///
    /// - Parameter byteCount: The bytes of the raw archive.
    func allowedCost(ofBytes byteCount: Int) -> Int {
        let (cost, overflow) = UInt64(clamping: byteCount).multipliedReportingOverflow(by: maximumCostPerByte)
        return overflow ? .max : Int(clamping: cost).addingClamped(Self.freeCost)
    }

    /// Whether a compressed archive may give so many plain bytes.
    ///
    /// - Parameters:
    ///   - plainSize: The plain bytes.
    ///   - storedSize: The bytes of the archive that hold them.
    package func allowsExpansion(to plainSize: UInt64, from storedSize: UInt64) -> Bool {
        let (allowed, overflow) = storedSize.multipliedReportingOverflow(by: maximumExpansion)
        return plainSize <= 1 << 20 || overflow || plainSize <= allowed
    }

    /// A policy for archives from strangers: 64 MiB, expansion 100, 1,048,576 objects, 16,777,216 elements, depth 128, 32,768
    /// initializers inside one another, names of 512 bytes, 262,144 entries of the directory, a cost of 16 for each
    /// byte, registered types only.
    public static var strict: GraphDecodingPolicy {
        GraphDecodingPolicy(
            maximumPlainByteCount: 64 << 20, maximumExpansion: 100, maximumObjectCount: 1 << 20,
            maximumElementCount: 1 << 24, maximumDepth: 128, maximumInitializerDepth: 1 << 15,
            maximumTypeNameLength: 512, maximumDirectoryEntryCount: 1 << 18, maximumCostPerByte: 16,
            allowedTypes: .registered)
    }
}
