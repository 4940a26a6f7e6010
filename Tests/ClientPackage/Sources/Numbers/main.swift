import GraphCodable

let bytes = try GraphEncoder().encode([1, 2, 3]) as Bytes
print(try GraphDecoder().decode([Int].self, from: bytes))
