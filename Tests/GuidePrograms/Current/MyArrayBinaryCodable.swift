// swift-format-ignore-file
extension MyArray: GBinaryCodable where Element:GTrivialCodable {}
