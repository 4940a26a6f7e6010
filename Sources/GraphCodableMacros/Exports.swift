// What the macro's code calls.
@_exported import GraphCodable
