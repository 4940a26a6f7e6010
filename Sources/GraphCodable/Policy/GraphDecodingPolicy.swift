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
/// What decoding takes is counted in one unit, the cost: a byte of memory, or about ten nanoseconds. An archive may cost
/// ``maximumCostPerByte`` for each byte that arrived and for 2 MiB more, but never more than ``maximumMemory``. The bytes that
/// arrived are those of the compressed archive if it is compressed, so compression does not multiply what an archive may cost.
public struct GraphDecodingPolicy: Sendable {
    /// The maximum size of a raw archive in bytes, after decompression if it is compressed. The default is 4 GiB.
    public var maximumPlainByteCount: UInt64
    /// The maximum number of plain bytes for each byte of a compressed archive. The default is 1,100.
    ///
    /// A writer whose policy has the same limit stores blocks that would exceed it without compressing them. So the default
    /// never rejects an archive that was saved with the default. With a small limit and blocks of less than 1 MiB, saving can
    /// fail with `limitExceeded`. The limit does not apply to archives of up to 1 MiB of plain bytes.
    public var maximumExpansion: UInt64
    /// The maximum number of objects: class instances, and values with an identity. The default is 67,108,864 (2^26).
    ///
    /// Objects that only conditional references name count, too, although the archive does not contain them.
    public var maximumObjectCount: Int
    /// The maximum number of elements of an array, a set or data, or of pairs of a dictionary. The default is
    /// 1,073,741,824 (2^30).
    ///
    /// An element takes at least one byte of the archive, but may take more memory than that. The bytes of one string have no
    /// limit of their own: they are in the archive, and count as cost.
    public var maximumElementCount: Int
    /// The maximum nesting depth of values. The default is 512.
    ///
    /// Composite values, collections, and optionals inside optionals count as a level, even if they are stored behind a
    /// reference, like values with an identity. Arrays of numbers do not count. A class instance is a level for what is inside
    /// it, but another object that it refers to begins anew: a linked list of a million objects is not deep.
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
    /// The maximum decoding cost for each byte of the archive as it arrived, compressed or not, which counts as 2 MiB (2^21)
    /// larger than it is. The default is 128: 256 MiB for every archive.
    ///
    /// Decoding counts cost where a few bytes of an archive can take a lot of memory or time. One unit is a byte of
    /// memory, or about ten nanoseconds:
    ///
    /// - the raw archive, if it was compressed; decompression of filtered blocks must do with what is left;
    /// - 64 for each object and each ``GraphReference``, and 256 for each entry of the archive's directory;
    /// - the memory of strings, data, the elements of collections, and values of protocol types, each of which may take only a few
    ///   bytes of the archive;
    /// - 8 for each composite, and 96 for each value or call that is deferred;
    /// - 16 for each reference of the archive, before a set is built whose elements have deferred values, or `didDecode` is
    ///   called;
    /// - 16 for each reference that is then followed, and 32 for each deferred value that is put in order, its bytes, and 32 for each
    ///   reference in it;
    /// - 2 for each byte of a composite whose values are decoded in another order, and 48 for each value without a key that its
    ///   shape does not have;
    /// - 24 for each unknown field that is kept, its bytes, and 16 for each reference in it;
    /// - values behind references, at their full size for each reference, where they are hashed, compared or converted;
    /// - long texts behind references in sets and in keys of dictionaries, each time they are hashed;
    /// - combining marks that follow one another, of which ordinary texts have a few;
    /// - elements of sets and keys of dictionaries with equal hashes, for each pair of them; those that are sets or dictionaries
    ///   themselves, or arrays or optionals of them, for each pair of their elements;
    /// - initializers that throw an error that the program catches, the text of the error if it is long, and the values that are
    ///   decoded again afterwards;
    /// - types that an archive names, if the Swift runtime has to look them up or the names of all types are compared with theirs;
    /// - values that are expensive to create, such as calendars and the units of measurements.
    ///
    /// Numbers cost nothing but the memory of the array around them. Ordinary archives cost less than 16 for each byte.
    public var maximumCostPerByte: UInt64
    /// The maximum cost of one decoding, whatever the size of the archive: no decoding allocates more bytes than this, as far
    /// as this package allocates them. The default is 64 GiB.
    ///
    /// The memory of class instances counts as 64 bytes each; only the program knows what its initializers allocate.
    public var maximumMemory: UInt64
    /// The types named by an archive that the decoder may look up and instantiate. The default is
    /// ``AllowedTypes/requested``.
    public var allowedTypes: AllowedTypes
    /// Whether deep recursion may continue on another stack of the same thread. The default is `true`.
    ///
    /// Some interpreters and garbage collectors compare the stack pointer with the bounds of the thread: JavaScriptCore and
    /// CPython, for instance. Set it to `false` if `init(from:)` or `encode(to:)` calls one of them. Chains of references that are
    /// too long for the thread's stack then end with `depthExceeded`. ``GraphReleaser`` and the encoder of the library
    /// Serializable have no policy, and always use another stack.
    ///
    /// It is the last property, so that no padding lies between the properties: sessions compare policies as memory.
    public var switchesStacks: Bool = true

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
    ///   - maximumCostPerByte: The maximum decoding cost for each byte that arrived and for 2 MiB more.
    ///   - maximumMemory: The maximum decoding cost of any archive.
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
        maximumMemory: UInt64 = 1 << 36,
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
        self.maximumMemory = maximumMemory
        self.allowedTypes = allowedTypes
    }

    /// The depth to which values may be nested: no more than the format allows.
    var maximumDepthOfValues: Int { min(maximumDepth, ArchiveFormat.defaultMaximumDepth) }

    /// The number of bytes that every archive counts in addition to its own, so that small ones may cost something.
    private static var freeByteCount: Int { 1 << 21 }

    /// Returns the cost that decoding an archive may incur, reading it included.
    ///
    /// - Parameter byteCount: The size in bytes of the archive as it arrived, compressed or not.
    package func allowedCost(ofBytes byteCount: Int) -> Int {
        let counted = UInt64(clamping: byteCount.addingClamped(Self.freeByteCount))
        let (cost, overflow) = counted.multipliedReportingOverflow(by: maximumCostPerByte)
        return Int(clamping: min(overflow ? .max : cost, maximumMemory))
    }

    /// Returns the name of the property that determines an allowed cost.
    package func nameOfCostLimit(_ allowed: Int) -> String {
        allowed < Int(clamping: maximumMemory) ? "maximumCostPerByte" : "maximumMemory"
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
    /// 32,768 nested initializers, names of 512 bytes, and 262,144 directory entries. It allows a cost of 16 for each byte and of
    /// 1 GiB in all, and registered types only.
    public static var strict: GraphDecodingPolicy {
        GraphDecodingPolicy(
            maximumPlainByteCount: 64 << 20, maximumExpansion: 100, maximumObjectCount: 1 << 20,
            maximumElementCount: 1 << 24, maximumDepth: 128, maximumInitializerDepth: 1 << 15,
            maximumTypeNameLength: 512, maximumDirectoryEntryCount: 1 << 18, maximumCostPerByte: 16,
            maximumMemory: 1 << 30, allowedTypes: .registered)
    }
}
