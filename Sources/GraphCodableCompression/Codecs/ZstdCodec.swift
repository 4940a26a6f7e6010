#if Zstd
import CZstd
#endif

/// One Zstandard frame a block (RFC 8878), without a dictionary. It can only be used with the package's trait Zstd.
struct ZstdCodec: GraphBlockCodec {
    static let id: UInt8 = 3
    static let name = "zstd"
    static let levels = 1...19
    static let defaultLevel = 3

    #if Zstd
    static let isBuiltIn = true
    #else
    static let isBuiltIn = false
    #endif

    /// What to do where it is not built in.
    static let advice =
        "This program was built without Zstandard. Build GraphCodable with its trait Zstd: swift build --traits Zstd, or "
        + "traits: [\"Zstd\"] where your Package.swift names the package."

    let level: Int

    var id: UInt8 { Self.id }
    var name: String { Self.name }

    func makeCompressor() throws -> any GraphBlockCompressor {
        #if Zstd
        try ZstdCompressor(level: level)
        #else
        throw GraphContainerError(.unsupportedCodec, Self.advice)
        #endif
    }

    func makeDecompressor() throws -> any GraphBlockDecompressor {
        #if Zstd
        try ZstdDecompressor()
        #else
        throw GraphContainerError(.unsupportedCodec, Self.advice)
        #endif
    }
}

#if Zstd
/// Compresses with one context.
private final class ZstdCompressor: GraphBlockCompressor, PrefersSpareRoom {
    private let context: OpaquePointer
    private let level: Int
    private var isForLargeBlocks = false
    /// Beyond this size the library takes tables and matches for files in which little repeats.
    private static let largeBlockSize = 1 << 18

    init(level: Int) throws {
        guard let context = ZSTD_createCCtx() else {
            throw GraphContainerError(.codecFailure, "Zstandard could not start compressing.")
        }
        self.context = context
        self.level = level
        // A block of which the level is not that of the archive would still be valid.
        _ = ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, Int32(truncatingIfNeeded: level))
    }

    deinit {
        ZSTD_freeCCtx(context)
    }

    func compress(_ plain: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer) throws -> Int? {
        prepare(plain.count > Self.largeBlockSize)
        let size = ZSTD_compress2(context, target.baseAddress, target.count, plain.baseAddress, plain.count)
        guard ZSTD_isError(size) != 0 else { return size }
        guard ZSTD_getErrorCode(size) == ZSTD_error_dstSize_tooSmall else {
            throw GraphContainerError(
                .codecFailure, "Zstandard could not compress a block: \(String(cString: ZSTD_getErrorName(size))).")
        }
        return nil
    }
}

extension ZstdCompressor {
    /// At levels 3 and 4, lets large blocks have shorter matches and larger tables than the library would take: streams of fields
    /// repeat often and briefly. The package list becomes smaller by 0.9 %, and takes 5 ms longer.
    private func prepare(_ isLarge: Bool) {
        guard isLarge != isForLargeBlocks, (3...4).contains(level) else { return }
        isForLargeBlocks = isLarge
        let parameters = [(ZSTD_c_minMatch, 4), (ZSTD_c_hashLog, 15 + level), (ZSTD_c_chainLog, 14 + level)]
        for (parameter, value) in parameters {
            // 0 is the library's own choice.
            _ = ZSTD_CCtx_setParameter(context, parameter, isLarge ? Int32(value) : 0)
        }
    }
}

/// Decompresses with one context.
private final class ZstdDecompressor: GraphBlockDecompressor {
    private let context: OpaquePointer

    init() throws {
        guard let context = ZSTD_createDCtx() else {
            throw GraphContainerError(.codecFailure, "Zstandard could not start decompressing.")
        }
        self.context = context
    }

    deinit {
        ZSTD_freeDCtx(context)
    }

    func decompress(_ stored: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer) throws -> Int {
        try ZstdFrameRules.check(stored)
        let size = ZSTD_decompressDCtx(context, target.baseAddress, target.count, stored.baseAddress, stored.count)
        guard ZSTD_isError(size) == 0 else {
            throw GraphContainerError(
                .malformed, "A block is not a valid Zstandard frame: \(String(cString: ZSTD_getErrorName(size))).")
        }
        return size
    }
}

/// The rules of `format-graphz.md` for frames that the library does not enforce: it also takes several frames one after
/// another, and frames that are to be skipped.
enum ZstdFrameRules {
    private static let magicNumber: UInt32 = 0xFD2F_B528
    /// Base-2 logarithm of the largest window.
    private static let largestWindowLog2 = 27

    /// Throws unless a block is one frame without a dictionary, with a window that every reader can have.
    static func check(_ block: UnsafeRawBufferPointer) throws(GraphContainerError) {
        guard block.count > 5, block.littleEndian(UInt32.self, at: 0) == magicNumber else {
            throw GraphContainerError(.malformed, "A block is not a Zstandard frame.")
        }
        let descriptor = block[4]
        guard descriptor & 0x03 == 0 else {
            throw GraphContainerError(.malformed, "A block is a Zstandard frame with a dictionary.")
        }
        // In a frame of a single segment the contents are the window. Else its size comes next: an exponent and eighths.
        let isSingleSegment = descriptor & 0x20 != 0
        guard isSingleSegment || block[5] <= UInt8(largestWindowLog2 - 10) << 3 else {
            throw GraphContainerError(.malformed, "A block is a Zstandard frame with too large a window.")
        }
        let size = ZSTD_findFrameCompressedSize(block.baseAddress, block.count)
        guard ZSTD_isError(size) == 0, size == block.count else {
            throw GraphContainerError(.malformed, "A block does not end where its Zstandard frame does.")
        }
    }
}
#endif
