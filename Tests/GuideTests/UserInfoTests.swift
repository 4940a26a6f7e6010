import Testing

/// What compiles with `JSONEncoder` and `JSONDecoder` compiles with this package.
struct UserInfoTests {
    @Test func userInfoTakesWhatThatOfJSONEncoderTakes() throws {
        let uses = ["JSONEncoder", "JSONDecoder", "GraphEncoder", "GraphDecoder"].map { name in
            """
            func use(_ coder: \(name), _ context: Context, _ key: CodingUserInfoKey) {
                let all: [CodingUserInfoKey: Any] = [key: context]
                coder.userInfo = all
                coder.userInfo = [key: context]
                coder.userInfo[key] = context
                coder.userInfo.merge(all) { $1 }
                let found: [CodingUserInfoKey: Any] = coder.userInfo
                print(found[key] as? Context === context)
            }

            """
        }
        var program = GuideProgram(
            source: """
                // Not Sendable.
                final class Context { var count = 0 }
                \(uses.joined())
                if let key = CodingUserInfoKey(rawValue: "context") {
                    let context = Context()
                    use(JSONEncoder(), context, key)
                    use(JSONDecoder(), context, key)
                    use(GraphEncoder(), context, key)
                    use(GraphDecoder(), context, key)
                    let problems = try GraphCodableUti.roundTripProblems(of: [1], userInfo: [key: context])
                    print(problems.isEmpty)
                }
                """)
        program.languageMode = "6"
        #expect(try program.output() == String(repeating: "true\n", count: 5))
    }
}
