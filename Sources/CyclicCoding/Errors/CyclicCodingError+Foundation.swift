import Foundation
import GraphCodable

extension CyclicCodingError: LocalizedError {}
