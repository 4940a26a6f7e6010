/// The limits on what a decoder may use and create while it reads an archive, whoever created the archive.
///
/// The same policy applies to raw and compressed archives. Limits are checked before memory is reserved.
///
/// ```swift
/// var policy = GraphDecodingPolicy()
/// policy.maximumPlainByteCount = 16 << 20
/// policy.allowedTypes = .only([Document.self, Page.self])
/// let document = try GraphDecoder(policy: policy).decode(Document.self, from: bytes)
/// ```
///
/// While decoding, a decoder uses at most about 90 bytes for each byte of the records: 24 for each object and 32 for
/// each value that is decoded out of order, and 30 more for each object if sets wait for their elements. It also uses about 230 bytes for each entry of the archive's directory.
/// ``maximumCostPerByte`` limits the memory of the decoded values themselves.
public struct GraphDecodingPolicy: Sendable {
    /// The maximum size of a raw archive in bytes, after decompression if it is compressed. The default is 4 GiB.
    public var maximumPlainByteCount: UInt64
    /// The maximum number of plain bytes for each byte of a compressed archive. The default is 1,100.
    ///
    /// Deflate cannot exceed 1,032 and LZ4 cannot exceed 255, so the default never rejects an archive that this library
    /// created with the built-in codecs. The limit does not apply to archives of up to 1 MiB of plain bytes.
    public var maximumExpansion: UInt64
    /// The maximum number of objects: class instances, and values with an identity. The default is 67,108,864 (2^26).
    public var maximumObjectCount: Int
    /// The maximum number of elements of an array, a set or data, or of pairs of a dictionary. The default is
    /// 1,073,741,824 (2^30).
    ///
    /// An element takes at least one byte of the archive, but may take more memory than that.
    public var maximumElementCount: Int
    /// The maximum nesting depth of values. The default is 512.
    ///
    /// Composite values, collections, and optionals inside optionals count as a level, even if they are stored behind a
    /// reference, like values with an identity. Class instances do not count: a linked list of a million objects is not
    /// deep.
    public var maximumDepth: Int
    /// The maximum number of nested calls of `init(from:)`, across all references. The default is 16,777,216 (2^24).
    ///
    /// Objects require each other in chains: a linked list whose nodes each decode the next one needs a call for each
    /// node. A call takes some hundred bytes of memory, and a million calls about 0.8 GB, regardless of the thread's
    /// stack. Values decoded with `deferDecode` begin a new chain. Encoders cannot know how the program will decode,
    /// and do not check this limit.
    public var maximumInitializerDepth: Int
    /// The maximum length of a type's name in UTF-8 bytes. The default is 4,096.
    public var maximumTypeNameLength: Int
    /// The maximum number of entries in an archive's directory: keys, types, shapes and the slots of all shapes. The
    /// default is 16,777,216 (2^24).
    ///
    /// A shape is a list of the keys that a type writes, with a slot for each key. A type that writes a key only
    /// sometimes has several shapes. Few archives have more than a few thousand entries.
    public var maximumDirectoryEntryCount: Int
    /// The maximum decoding cost for each byte of the raw archive, in addition to the 32 MiB (2^25) that every archive
    /// may cost. The default is 128.
    ///
    /// Decoding counts cost where a few bytes of an archive can take a lot of memory or time. One unit is a byte of
    /// memory, or about ten nanoseconds:
    ///
    /// - the memory of the elements of collections, each of which may take only one byte of the archive;
    /// - values behind references, at their full size for each reference, where they are hashed, compared or converted;
    /// - elements of sets and keys of dictionaries with equal hashes, for each pair of them;
    /// - initializers that throw an error that the program catches, and the values that are decoded again afterwards;
    /// - types that an archive names and the Swift runtime has to look up;
    /// - values that are expensive to create, such as calendars and the units of measurements.
    ///
    /// Numbers and strings cost nothing beyond their bytes. Ordinary archives cost less than 16 for each byte.
    public var maximumCostPerByte: UInt64
    /// The types named by an archive that the decoder may look up and instantiate. The default is
    /// ``AllowedTypes/requested``.
    public var allowedTypes: AllowedTypes

    /// Creates a policy.
    ///
    /// - Parameters:
    ///   - maximumPlainByteCount: The maximum size of a raw archive in bytes.
    ///   - maximumExpansion: The maximum number of plain bytes for each byte of a compressed archive.
    ///   - maximumObjectCount: The maximum number of objects.
    ///   - maximumElementCount: The maximum number of elements of one collection.
    ///   - maximumDepth: The maximum nesting depth of values.
    ///   - maximumInitializerDepth: The maximum number of nested calls of `init(from:)`.
    ///   - maximumTypeNameLength: The maximum length of a type's name in UTF-8 bytes.
    ///   - maximumDirectoryEntryCount: The maximum number of keys, types, shapes and slots.
    ///   - maximumCostPerByte: The maximum decoding cost for each byte, in addition to what every archive may cost.
    ///   - allowedTypes: The types that the decoder may look up and instantiate.
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

    /// The cost that every archive may incur, however small it is.
    static var freeCost: Int { 1 << 25 }

    /// Returns the cost that decoding an archive may incur.
    ///
    /// - Parameter byteCount: The size of the raw archive in bytes.
    func allowedCost(ofBytes byteCount: Int) -> Int {
        let (cost, overflow) = UInt64(clamping: byteCount).multipliedReportingOverflow(by: maximumCostPerByte)
        return overflow ? .max : Int(clamping: cost).addingClamped(Self.freeCost)
    }

    /// Returns whether a compressed archive may expand to a number of plain bytes.
    ///
    /// - Parameters:
    ///   - plainSize: The number of plain bytes.
    ///   - storedSize: The number of bytes of the archive that hold them.
    package func allowsExpansion(to plainSize: UInt64, from storedSize: UInt64) -> Bool {
        let (allowed, overflow) = storedSize.multipliedReportingOverflow(by: maximumExpansion)
        return plainSize <= 1 << 20 || overflow || plainSize <= allowed
    }

    /// A policy for untrusted archives: 64 MiB, expansion 100, 1,048,576 objects, 16,777,216 elements, depth 128,
    /// 32,768 nested initializers, names of 512 bytes, 262,144 directory entries, a cost of 16 for each byte, and
    /// registered types only.
    public static var strict: GraphDecodingPolicy {
        GraphDecodingPolicy(
            maximumPlainByteCount: 64 << 20, maximumExpansion: 100, maximumObjectCount: 1 << 20,
            maximumElementCount: 1 << 24, maximumDepth: 128, maximumInitializerDepth: 1 << 15,
            maximumTypeNameLength: 512, maximumDirectoryEntryCount: 1 << 18, maximumCostPerByte: 16,
            allowedTypes: .registered)
    }
}
