#if Macros
import SwiftSyntax

/// What `@CodableConvert` says about the former type of a property.
struct Conversion {
    /// The former type, as `Int.self`.
    private let former: String
    /// The function that converts values of that type.
    private let function: String
    private let attribute: AttributeSyntax

    init?(_ attribute: AttributeSyntax) {
        let arguments = attribute.arguments?.as(LabeledExprListSyntax.self) ?? []
        guard let former = arguments.first, let function = arguments.dropFirst().first, arguments.count == 2 else {
            return nil
        }
        self.former = former.expression.trimmedDescription
        self.function = function.expression.trimmedDescription
        self.attribute = attribute
    }

    private var formerType: PropertyType? {
        former.hasSuffix(".self")
            ? PropertyType(annotation: "\(raw: former.dropLast(5))" as TypeSyntax, value: nil) : nil
    }

    /// Returns the arguments of a method that decodes a property.
    ///
    /// The function must return an optional if the property is one: otherwise the compiler would take the type inside for the
    /// result, and an archived nil could not be decoded.
    ///
    /// - Parameter waits: Whether the property can be set later. Then its class has the code, which finds the name of its type.
    func arguments(for type: PropertyType?, waits: Bool) -> String {
        guard let type, type.isOptional, let formerType else { return "convertingFrom: \(former), with: \(function)" }
        let signature = "(\(formerType.text)) throws -> (\(type.castableText))"
        let typed =
            waits || type.isTwiceOptional
            ? "(\(function)) as \(signature)" : "\(QualifiedNames.module)._optional(from: \(function))"
        return "convertingFrom: \(former), with: \(typed)"
    }

    /// Returns whether the function may be called, and reports if it is not: if the source shows that the new type reads
    /// every value of the former one.
    func isCalled(for type: PropertyType?, in context: ExpansionContext) -> Bool {
        guard let type, let formerType else { return true }
        let (new, old) = (type.wrappedName, formerType.wrappedName)
        // Nothing but a nil is converted if an optional became required.
        let isSame = new == old && (type.isOptional || !formerType.isOptional) && !formerType.isTwiceOptional
        guard isSame || Self.isRead(old, as: new) else { return true }
        context.report(
            "conversion",
            """
            Nothing would be converted, because '\(new)' reads what '\(old)' has written as its own. Give the property another \
            key with @CodingKey and the type a version, and decode the former key in 'migrate(from:_:)'.
            """, at: attribute)
        return false
    }

    /// Whether a type reads every value of another one, or takes some of them for others of its own.
    private static func isRead(_ old: String, as new: String) -> Bool {
        let encodedAsIntegers: Set = ["Duration", "DispatchTime", "TimeZone", "Unicode.Scalar"]
        let families = [floats.union(["Date"]), integers.union(encodedAsIntegers)]
        let isOfOneFamily = families.contains { $0.contains(old) && $0.contains(new) }
        // A number that does not fit is converted, and so are equal elements of what becomes a set.
        let numbers = floats.union(integers)
        return isOfOneFamily && (!numbers.isSuperset(of: [old, new]) || old != new && fitsAlways(old, in: new))
            || areElementsRead(old, as: new)
            || ranges.contains { old.hasPrefix($0) && new == $1 + old.dropFirst($0.count) }
            || new == "IndexSet" && element(of: old).map(integers.contains) ?? false
    }

    /// Whether a type of numbers has every value of another one of its family.
    private static func fitsAlways(_ old: String, in new: String) -> Bool {
        if let oldWidth = floatWidths[old], let newWidth = floatWidths[new] { return oldWidth <= newWidth }
        let (oldWidth, newWidth) = (integerWidth(old), integerWidth(new))
        return switch (old.hasPrefix("U"), new.hasPrefix("U")) {
        case (true, true), (false, false): oldWidth <= newWidth
        case (true, false): oldWidth < newWidth
        case (false, true): false
        }
    }

    private static func integerWidth(_ type: String) -> Int {
        Int(type.drop { !$0.isNumber }) ?? 64
    }

    /// Whether both are collections of elements in an order, or the former one is a set.
    private static func areElementsRead(_ old: String, as new: String) -> Bool {
        guard let oldElement = element(of: old), let newElement = element(of: new),
            !new.hasPrefix("Set<") || old.hasPrefix("Set<")
        else { return false }
        // Numbers in an array are packed, and only types that can be packed read them.
        let isPacked = integers.union(["Float", "Double", "TimeInterval"]).contains
        guard !isPacked(oldElement) || isPacked(newElement) else { return false }
        return old != new && (oldElement == newElement || isRead(oldElement, as: newElement))
    }

    /// The type of the elements of a collection that is archived as a sequence.
    private static func element(of type: String) -> String? {
        for prefix in ["Set<", "Array<", "ContiguousArray<"] where type.hasPrefix(prefix) {
            return String(type.dropFirst(prefix.count).dropLast())
        }
        return type.first == "[" && !type.contains(":") ? String(type.dropFirst().dropLast()) : nil
    }

    // Only Float16 reads what Float16 has written.
    private static let floatWidths = ["Float": 32, "Double": 64, "CGFloat": 64, "TimeInterval": 64]
    private static let floats = Set(floatWidths.keys)
    private static let integers = PropertyType.scalarNames.filter { $0.contains("Int") }
    private static let ranges = [("Range<", "ClosedRange<"), ("ClosedRange<", "Range<")]
}
#endif
