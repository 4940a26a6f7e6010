import Foundation
import PackagePlugin

/// Puts the page of `graphz explore` into the tool when that is built. A resource bundle would be a folder beside the tool, and
/// `embedInCode` takes 1.2 GB to compile.
@main
struct MakeExplorePage: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let page = target.directoryURL.appending(path: "Page")
        let output = context.pluginWorkDirectoryURL.appending(path: "ExplorePage+Text.swift")
        let reader = context.package.directoryURL.appending(path: "../JavaScript/src")
        let files = [page, reader].flatMap {
            FileManager.default.enumerator(at: $0, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL } ?? []
        }
        return [
            .buildCommand(
                displayName: "Making the page of graphz explore",
                executable: try context.tool(named: "PageMaker").url,
                arguments: [page.path(percentEncoded: false), output.path(percentEncoded: false)],
                inputFiles: files.filter { ["js", "css", "html"].contains($0.pathExtension) },
                outputFiles: [output])
        ]
    }
}
