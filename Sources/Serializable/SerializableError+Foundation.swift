import Foundation
import GraphCodable

extension SerializableError: LocalizedError {}
