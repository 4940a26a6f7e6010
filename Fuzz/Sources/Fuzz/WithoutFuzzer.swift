#if !FUZZER
/// Says how to run the fuzzers, in builds without libFuzzer.
@_cdecl("Fuzz_main")
public func main(_ count: CInt, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> CInt {
    print("This build has no fuzzer. Run the fuzzers with Scripts/fuzz.")
    return 1
}
#endif
