import Benchmark
import Foundation
import GraphCodable
import GraphCodableCompression
import Workloads

/// A document of 500,000 objects in 1,000 pages: as a whole, its tables, and its first page.
func registerAlbumRows() {
    let (pageCount, size) = (1_000, 500)
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("album-\(getpid()).graphz").path
    let album = Lazy { Album(pageCount: pageCount, size: size) }
    func add(_ name: String, objects: Int, _ load: @escaping () throws -> Any) {
        Row.add("album/\(name)/zlib", operations: objects, seconds: 1.5) { benchmark in
            try GraphEncoder().save(album.get(), to: path)
            benchmark.startMeasurement()
            let result = try load()
            benchmark.stopMeasurement()
            blackHole(result)
            return try removeFile(path)
        }
    }
    add("load", objects: pageCount * size) { try GraphDecoder().load(Album.self, from: path) }
    add("open", objects: 1) { try GraphFile(contentsOf: path) }
    for (name, count) in [("one page", 1), ("all pages", pageCount)] {
        add("save with \(name) loaded", objects: pageCount * size) {
            let file = try GraphFile(contentsOf: path)
            let album = try file.root(as: Album.self)
            for page in album.pages.prefix(count) { _ = try page.load() }
            try GraphEncoder().save(album, to: path)
            return (file, album)
        }
    }
    add("first page", objects: size) {
        let file = try GraphFile(contentsOf: path)
        let album = try file.root(as: Album.self)
        return (file, album, try album.pages[0].load())
    }
}
