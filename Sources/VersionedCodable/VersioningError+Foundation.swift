import Foundation
import GraphCodable

extension VersioningError: LocalizedError {}
