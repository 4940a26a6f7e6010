import GraphCodable
import GraphInspection

extension GraphArchive {
    func diagram(_ selection: GraphSelection = GraphSelection()) throws(GraphCodableError) -> GraphDiagram {
        GraphDiagram(objectsOf: try ObjectGraph(self), selection: selection)
    }
}
