import Foundation
import Testing

/// The current guide's samples about the identity of values.
struct CurrentGuideIdentityTests {
    @Test func arrayIdentityNeedsPublicAndWritesSharedStorageOnce() throws {
        var sample = try GuideProgram.sample("Current/ArrayIdentity")
        // The only change that a sample needs: a witness of a public conformance must be public.
        sample = sample.replacing("\tvar gcodableID", with: "\tpublic var gcodableID")
        let program = GuideProgram(
            source: sample + """

                let shared = Array(repeating: 1.5, count: 1_000)
                let root = Array(repeating: shared, count: 100)
                let data = try GraphEncoder().encode(root) as Bytes
                let plain = try GraphEncoder(.ignoreGIdentifiableProtocol).encode(root) as Bytes
                let out = try GraphDecoder().decode(type(of: root), from: data)
                print(out == root, data.count < 2 * 8_000, plain.count > 100 * 8_000)
                func storage(_ array: [Double]) -> UnsafeRawPointer? { array.withUnsafeBytes { $0.baseAddress } }
                print(out.allSatisfy { storage($0) == storage(out[0]) })
                """)
        #expect(try program.output() == "true true true\ntrue\n")
    }

    @Test func stringsByValueAreEncodedOnce() throws {
        let program = try GuideProgram(
            "Current/StringIdentity",
            appending: """
                let text = String(repeating: "text ", count: 100)
                let root = (0..<100).map { _ in String(repeating: "text ", count: 100) } + ["other"]
                let data = try GraphEncoder().encode(root) as Bytes
                let plain = try GraphEncoder(.ignoreGIdentifiableProtocol).encode(root) as Bytes
                print(try GraphDecoder().decode([String].self, from: data) == root, data.count < 1_000, plain.count > 50_000)
                """)
        #expect(try program.output() == "true true true\n")
    }

    private static let arrayCheck = """

        let a = MyArray( [1,2] )
        let b = MyArray( [a,a] )
        let inRoot = MyArray( [b,b] )
        print( inRoot )
        let data = try GraphEncoder().encode( inRoot ) as Bytes
        let outRoot = try GraphDecoder().decode( type(of:inRoot), from: data )
        print( outRoot == inRoot )
        let identical = try GraphEncoder( .ignoreGIdentifiableProtocol ).encode( inRoot ) as Bytes
        print( data.count < identical.count )

        """

    @Test func myArrayWithoutIdentity() throws {
        let program = try GuideProgram("Current/MyArray", "Current/MyArrayCoding", appending: Self.arrayCheck)
        #expect(try program.output() == "[[[1, 2], [1, 2]], [[1, 2], [1, 2]]]\ntrue\nfalse\n")
    }

    @Test func myArrayWithIdentity() throws {
        let program = try GuideProgram(
            "Current/MyArray", "Current/MyArrayCoding", "Current/MyArrayIdentity",
            appending: Self.arrayCheck.replacing("print( data.count < identical.count )", with: ""))
        #expect(try program.output() == "[[[1, 2], [1, 2]], [[1, 2], [1, 2]]]\ntrue\n")
    }

    @Test func myArrayWithBinaryIO() throws {
        let program = try GuideProgram(
            "Current/MyArray", "Current/MyArrayCoding", "Current/MyArrayIdentity", "Current/MyArrayBinaryIO",
            "Current/MyArrayBinaryCodable",
            appending: Self.arrayCheck.replacing("print( data.count < identical.count )", with: "") + """
                // The tag of binary data, its size, a count and two integers of eight bytes.
                let binary: [UInt8] = [0xE7, 17, 2, 1, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0]
                print( data.indices.filter { data[$0...].starts( with: binary ) }.count )
                """)
        #expect(try program.output() == "[[[1, 2], [1, 2]], [[1, 2], [1, 2]]]\ntrue\n1\n")
    }
}
