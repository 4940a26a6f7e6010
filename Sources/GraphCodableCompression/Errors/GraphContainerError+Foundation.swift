import Foundation
import GraphCodable

extension GraphContainerError: LocalizedError {}
