#if Macros
import SwiftSyntax

/// The initial value of a constant, which may be another one when it is evaluated again.
///
/// The macro sees only the source. A literal is the same each time, and so is a member of a type, such as `.red` or `Size.small`,
/// unless its name says otherwise. A call may have another result each time, unless it creates a value of the standard library
/// from values that are the same. Operators are taken for functions of their operands.
struct InitialValue {
    private let expression: ExprSyntax
    /// The name of the constant's type, without optionals, if the declaration shows it.
    private let typeName: String?
    private let members: MemberBlockItemListSyntax

    /// - Parameter members: The members of the type that has the constant.
    init(_ expression: ExprSyntax, of type: TypeSyntax?, _ members: MemberBlockItemListSyntax) {
        self.expression = expression
        typeName = PropertyType(annotation: type, value: nil)?.wrappedName
        self.members = members
    }

    var mayDiffer: Bool { !expression.is(ClosureExprSyntax.self) && mayDiffer(Syntax(expression)) }

    private func mayDiffer(_ node: Syntax) -> Bool {
        if let call = node.as(FunctionCallExprSyntax.self) {
            return !isPlain(call) || call.arguments.contains { mayDiffer(Syntax($0.expression)) }
        }
        if let member = node.as(MemberAccessExprSyntax.self), let type = self.type(of: member) {
            return isFresh(member.declName.baseName.text, of: type)
        }
        if let member = node.as(MemberAccessExprSyntax.self), let base = member.base {
            return Self.freshOfValues.contains(member.declName.baseName.text) || mayDiffer(Syntax(base))
        }
        guard !node.is(KeyPathExprSyntax.self) else { return false }
        return isUncertain(node) || node.children(viewMode: .sourceAccurate).contains(where: mayDiffer)
    }

    /// Whether a node, without its parts, may have another value each time.
    private func isUncertain(_ node: Syntax) -> Bool {
        if let macro = node.as(MacroExpansionExprSyntax.self) {
            return !["column", "file", "fileID", "filePath", "function", "line"].contains(macro.macroName.text)
        }
        return node.is(DeclReferenceExprSyntax.self) || node.is(SubscriptCallExprSyntax.self)
            || node.is(ExpressionSegmentSyntax.self)
    }

    // MARK: Members

    /// The name of the type that has a member; nil if the member is one of a value.
    private func type(of member: MemberAccessExprSyntax) -> String? {
        guard let base = member.base else {
            return member.id == expression.id || isCalled(member) ? typeName ?? "" : ""
        }
        let name = base.trimmedDescription.filter { $0 != "?" }
        // A type in brackets looks like a literal: [Int].init(), but not [1].first.
        let inner = name.filter { !"[] :".contains($0) }
        let path = inner.prefix { $0 != "<" }.split(separator: ".")
        let isType =
            !path.isEmpty && path.allSatisfy { $0.first?.isUppercase == true && $0.allSatisfy(\.isNameCharacter) }
        return isType ? name : nil
    }

    /// Whether the whole expression is a call of a member.
    private func isCalled(_ member: MemberAccessExprSyntax) -> Bool {
        expression.as(FunctionCallExprSyntax.self)?.calledExpression.id == member.id
    }

    /// Whether the name of a member says that it has another value each time.
    private func isFresh(_ name: String, of type: String) -> Bool {
        if type == "Self" { return members.hasStaticVariable(name) }
        switch Self.rootName(type) {
        case "Date", "UUID": return !["distantPast", "distantFuture", "none", "self"].contains(name)
        case let root where Self.standard.contains(root):
            return Self.freshNames.contains(name) || Self.usuallyFresh.contains(name)
        default: return Self.freshNames.contains(name)
        }
    }

    private static let freshNames: Set = ["fresh", "generated", "now", "random", "unique"]
    /// Names that may also be those of cases.
    private static let usuallyFresh: Set = [
        "autoupdatingCurrent", "current", "new", "newID", "next", "nextID", "today", "tomorrow", "uniqueID", "uuid",
        "yesterday",
    ]
    /// Names of properties of a value, such as `ProcessInfo.processInfo.systemUptime`.
    private static let freshOfValues = freshNames.union(usuallyFresh).union(["globallyUniqueString", "systemUptime"])

    // MARK: Calls

    /// Whether a call creates a value that depends only on the arguments.
    private func isPlain(_ call: FunctionCallExprSyntax) -> Bool {
        let callee = call.calledExpression
        let type: String
        var method = "init"
        if let member = callee.as(MemberAccessExprSyntax.self) {
            guard let owner = self.type(of: member) else { return false }
            (type, method) = (owner, member.declName.baseName.text)
        } else {
            type = callee.trimmedDescription
        }
        let label = call.arguments.first?.label?.text
        switch Self.rootName(type) {
        case "Date":
            return method == "init" && ["timeIntervalSince1970", "timeIntervalSinceReferenceDate"].contains(label)
        case "UUID": return method == "init" && ["uuid", "uuidString"].contains(label)
        case let root: return Self.standard.contains(root) && !isFresh(method, of: type)
        }
    }

    /// The name of a type without generic arguments; `Array` and `Dictionary` for what is written in brackets.
    private static func rootName(_ type: String) -> String {
        if type.first == "[" { return type.contains(":") ? "Dictionary" : "Array" }
        let name = String(type.prefix { $0 != "<" })
        return name.hasPrefix("Swift.") ? String(name.dropFirst(6)) : name
    }

    /// Types whose values have no identity, and whose initializers always have the same results.
    private static let standard = PropertyType.scalarNames.union([
        "Array", "CGFloat", "CGPoint", "CGRect", "CGSize", "CGVector", "Calendar", "Character", "CharacterSet",
        "ClosedRange", "ContiguousArray", "Data", "DateComponents", "Decimal", "Dictionary", "Duration", "IndexPath",
        "IndexSet", "Locale", "NSRange", "Range", "Set", "Substring", "TimeInterval", "TimeZone", "URL",
    ])
}

extension Character {
    var isNameCharacter: Bool { isLetter || isNumber || self == "_" }
}

extension MemberBlockItemListSyntax {
    var staticProperties: [VariableDeclSyntax] {
        all(VariableDeclSyntax.self).filter { [.static, .class].contains(where: $0.modifiers.contains) }
    }

    /// Whether the type declares a static variable, which may have another value each time.
    fileprivate func hasStaticVariable(_ name: String) -> Bool {
        staticProperties.contains { declaration in
            declaration.bindingSpecifier.tokenKind == .keyword(.var)
                && declaration.bindings.contains { $0.pattern.trimmedDescription == name }
        }
    }
}
#endif
