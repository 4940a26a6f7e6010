// Generates a Swift file from the page of `graphz explore`. The build calls it: PageMaker FOLDER OUTPUT

import Foundation

guard CommandLine.arguments.count == 3 else {
    FileHandle.standardError.write(Data("usage: PageMaker FOLDER OUTPUT\n".utf8))
    exit(64)
}
do {
    let page = try PageTemplate(folder: URL(filePath: CommandLine.arguments[1]))
    try Data(page.swiftSource.utf8).write(to: URL(filePath: CommandLine.arguments[2]))
} catch {
    FileHandle.standardError.write(Data("PageMaker: error: \(error)\n".utf8))
    exit(1)
}
