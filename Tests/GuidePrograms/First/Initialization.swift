// swift-format-ignore-file
import GraphCodable

GTypesRepository.initialize()
