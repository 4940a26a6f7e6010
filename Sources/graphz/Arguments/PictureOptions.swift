import ArgumentParser
import GraphInspection

/// The format of a picture.
struct PictureOptions: ParsableArguments {
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case svg, dot, mermaid
    }

    @Option(help: ArgumentHelp("What to print.", valueName: "format"))
    var format = Format.svg

    func text(of diagram: GraphDiagram) -> String {
        switch format {
        case .svg: diagram.svg()
        case .dot: diagram.dot()
        case .mermaid: diagram.mermaid()
        }
    }
}
