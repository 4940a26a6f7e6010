import Foundation

/// Size against time: each way to compress the package list is a point, and to the lower left is better.
struct CompressionChart {
    private struct Point {
        let input: String
        let name: String
        let megabytes: Double
        let milliseconds: Double
    }

    private static let title = "The package list: size against the time to compress it"
    private static let width = 840.0
    private static let height = 440.0
    private static let area = (left: 70.0, right: 800.0, top: 70.0, bottom: 370.0)

    private let points: [Point]
    private let times: ClosedRange<Double>
    private let sizes: ClosedRange<Double>

    /// - Parameter path: What `WorkloadProbe targets` has left: input, name, bytes, and two times in seconds, with tabs between.
    /// - Throws: What reading the file throws; `ReportError` when it has no points.
    init(contentsOf path: String) throws {
        points = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").compactMap { line in
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            guard fields.count == 5, let bytes = Double(fields[2]), let seconds = Double(fields[3]), seconds > 0 else {
                return nil
            }
            return Point(input: fields[0], name: fields[1], megabytes: bytes / 1e6, milliseconds: seconds * 1_000)
        }
        guard let shortest = points.map(\.milliseconds).min(), let longest = points.map(\.milliseconds).max(),
            let largest = points.map(\.megabytes).max()
        else { throw ReportError("\(path) has no points. Run `make bench-full` first.") }
        times = log10(shortest / 1.3)...log10(longest * 2)
        sizes = 0...largest * 1.05
    }

    /// A name beside a point.
    private struct Label {
        let x: Double
        /// The base line.
        let y: Double
        let width: Double

        /// Takes the first place beside a point that is free: right of it, left, below, or above.
        init(
            of name: String, at place: (x: Double, y: Double), avoiding others: [Label],
            _ points: [(x: Double, y: Double)]
        ) {
            let width = Double(name.count) * 6.6
            let places = [
                (place.x + 9, place.y + 4), (place.x - 9 - width, place.y + 4), (place.x - width / 2, place.y + 19),
                (place.x - width / 2, place.y - 10),
            ]
            let labels = places.map { Label(x: $0.0, y: $0.1, width: width) }
            self =
                labels.first { label in !others.contains(where: label.overlaps) && !points.contains(where: label.covers)
                } ?? labels[0]
        }

        private init(x: Double, y: Double, width: Double) {
            (self.x, self.y, self.width) = (x, y, width)
        }

        private func overlaps(_ other: Label) -> Bool {
            x < other.x + other.width && other.x < x + width && abs(y - other.y) < 13
        }

        private func covers(_ point: (x: Double, y: Double)) -> Bool {
            point.x > x - 6 && point.x < x + width + 6 && point.y > y - 16 && point.y < y + 7
        }
    }

    private func x(_ milliseconds: Double) -> Double {
        let share = (log10(milliseconds) - times.lowerBound) / (times.upperBound - times.lowerBound)
        return Self.area.left + share * (Self.area.right - Self.area.left)
    }

    private func y(_ megabytes: Double) -> Double {
        Self.area.bottom - megabytes / sizes.upperBound * (Self.area.bottom - Self.area.top)
    }

    /// The picture.
    var svg: String {
        var drawing = Drawing()
        drawing.text(Self.title, x: 20, y: 32, style: "title")
        drawing.text(
            "Megabytes, and time of the processor on one thread. The scale of time is logarithmic.", x: 20,
            y: Self.area.top - 16, style: "muted")
        for megabytes in stride(from: 0.0, through: sizes.upperBound, by: 2) {
            drawing.rule(y: y(megabytes), from: Self.area.left, to: Self.area.right)
            drawing.text(String(format: "%.0f", megabytes), x: Self.area.left - 18, y: y(megabytes) + 4, style: "scale")
        }
        for decade in Int(times.lowerBound.rounded(.down))...Int(times.upperBound.rounded(.down)) {
            for step in [1.0, 2, 5] {
                let time = step * pow(10, Double(decade))
                guard times.contains(log10(time)) else { continue }
                drawing.line(x: x(time), from: Self.area.top, to: Self.area.bottom, style: "grid")
                let text = time < 1_000 ? String(format: "%.0f ms", time) : String(format: "%.0f s", time / 1_000)
                drawing.text(text, x: x(time), y: Self.area.bottom + 18, style: "scale")
            }
        }
        let places = points.map { (x: x($0.milliseconds), y: y($0.megabytes)) }
        for (point, place) in zip(points, places) {
            drawing.dot(x: place.x, y: place.y, style: point.input)
        }
        var taken: [Label] = []
        for (point, place) in zip(points, places) {
            let label = Label(of: point.name, at: place, avoiding: taken, places)
            taken.append(label)
            drawing.text(point.name, x: label.x, y: label.y, style: point.input == "graphz" ? "strong" : "plain")
        }
        var left = 70.0
        for (style, text) in [
            ("graphz", ".graphz, by codec"), ("raw", "raw archive, by tool"), ("JSON", "JSON, by tool"),
        ] {
            drawing.dot(x: left, y: Self.area.bottom + 46, style: style)
            drawing.text(text, x: left + 10, y: Self.area.bottom + 50, style: "plain")
            left += 170
        }
        return drawing.svg(width: Self.width, height: Self.height, title: Self.title, description: description)
    }

    /// The same in words, for those who cannot see it.
    private var description: String {
        points.map { point in
            let input = point.input == "graphz" ? ".graphz" : point.input == "raw" ? "raw archive" : "JSON"
            let size = String(format: "%.2f", point.megabytes)
            return "\(input), \(point.name): \(size) megabytes, \(Int(point.milliseconds.rounded())) milliseconds."
        }.joined(separator: " ")
    }
}
