// Scripts/fuzz sets this together with the sanitizer.
#if FUZZER
import Foundation
import FuzzTargets

/// The name of a target in the environment.
private let name = ProcessInfo.processInfo.environment["FUZZ_TARGET"]

/// The target of that name.
private let target: FuzzTarget = {
    guard let target = FuzzTarget(rawValue: name ?? "") else {
        fatalError("FUZZ_TARGET must be the name of a fuzz target, not \(name ?? "nothing").")
    }
    return target
}()

/// Called once by libFuzzer. Writes the seeds when `FUZZ_SEEDS` names a folder.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(
    _ argumentCount: UnsafeMutablePointer<CInt>, _ arguments: UnsafeMutableRawPointer
) -> CInt {
    guard let folder = ProcessInfo.processInfo.environment["FUZZ_SEEDS"] else { return 0 }
    do {
        for (number, seed) in try target.seeds().enumerated() {
            try Data(seed).write(to: URL(filePath: folder).appending(path: "seed-\(number)"))
        }
    } catch {
        fatalError("The seeds cannot be written: \(error)")
    }
    return 0
}

private typealias Test = @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
private typealias Arguments = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
    _ argumentCount: UnsafeMutablePointer<CInt>, _ arguments: UnsafeMutablePointer<Arguments>, _ test: Test
) -> CInt

/// Where the process begins: the package manager gives the entry point of an executable this name. Without a target it
/// prints the names of all.
@_cdecl("Fuzz_main")
public func main(_ count: CInt, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> CInt {
    guard name != nil else {
        FuzzTarget.allCases.forEach { print($0.rawValue) }
        return 0
    }
    var (count, arguments) = (count, arguments)
    return runDriver(&count, &arguments) { test($0, $1) }
}

/// Called by libFuzzer for each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    target.run(UnsafeRawBufferPointer(start: start, count: count))
    return 0
}

@_silgen_name("LLVMFuzzerMutate")
private func mutate(_ data: UnsafeMutablePointer<UInt8>, _ size: Int, _ maximumSize: Int) -> Int

/// Called by libFuzzer to change an input: most changes would end at a checksum or an offset if nothing made them fit.
@_cdecl("LLVMFuzzerCustomMutator")
public func mutateAndRepair(
    _ data: UnsafeMutablePointer<UInt8>, _ size: Int, _ maximumSize: Int, _ seed: UInt32
) -> Int {
    // One in eight stays as it is, so that the checks themselves are tried.
    guard seed % 8 != 0, size >= 43 else { return mutate(data, size, maximumSize) }
    switch target {
    case .container: return mutateContainer(data, size, maximumSize)
    case .tool:
        return data[3] == 0x5A
            ? mutateContainer(data, size, maximumSize) : mutateRaw(data, size, maximumSize, seed)
    case .raw, .dump, .parts: return mutateRaw(data, size, maximumSize, seed)
    case .codecs, .filter, .types, .values, .codable, .serializable: return mutate(data, size, maximumSize)
    }
}

private func mutateContainer(_ data: UnsafeMutablePointer<UInt8>, _ size: Int, _ maximumSize: Int) -> Int {
    var bytes = Array(UnsafeBufferPointer(start: data, count: mutate(data, size, maximumSize)))
    Checksums.repair(container: &bytes)
    return store(bytes, in: data)
}

/// Changes the records, the record table or the directory, and lets the offsets fit.
private func mutateRaw(
    _ data: UnsafeMutablePointer<UInt8>, _ size: Int, _ maximumSize: Int, _ seed: UInt32
) -> Int {
    guard var parts = Checksums.parts(ofRaw: Array(UnsafeBufferPointer(start: data, count: size))) else {
        return mutate(data, size, maximumSize)
    }
    let part = Int(seed / 8 % 4) % 3
    let oldCount = parts[part].count
    var piece = parts[part] + [UInt8](repeating: 0, count: 64)
    let room = min(piece.count, oldCount + maximumSize - size)
    let count = piece.withUnsafeMutableBufferPointer { piece in
        piece.baseAddress.map { mutate($0, oldCount, max(room, 1)) } ?? 0
    }
    parts[part] = Array(piece[0..<count])
    let bytes = Checksums.raw(parts)
    return bytes.count <= maximumSize ? store(bytes, in: data) : size
}

private func store(_ bytes: [UInt8], in data: UnsafeMutablePointer<UInt8>) -> Int {
    for (place, byte) in bytes.enumerated() {
        data[place] = byte
    }
    return bytes.count
}
#endif
