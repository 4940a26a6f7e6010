extension GraphDiagram {
    /// Returns the diagram as a picture: an SVG document without external resources.
    ///
    /// The picture adopts the light or dark appearance of the page that contains it. Boxes are placed in layers, and
    /// arrows point down except in cycles.
    ///
    /// - Returns: The SVG document.
    /// - Complexity: O(*n* + *m* · *l*) places for *n* boxes and *m* arrows that cross up to *l* layers. The places are
    ///   sorted about 24 times, so this is suitable for some hundreds of boxes.
    public func svg() -> String {
        DiagramPicture(self).svg
    }
}
