// The code that the macro generates calls the core.
@_exported import GraphCodable
