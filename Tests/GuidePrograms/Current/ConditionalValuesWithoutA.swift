// swift-format-ignore-file
let inRoot = Model(a: nil, b: b)
