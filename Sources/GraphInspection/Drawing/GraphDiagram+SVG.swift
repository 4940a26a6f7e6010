extension GraphDiagram {
    /// The diagram as a picture, an SVG document that needs nothing else.
    ///
    /// It follows the light or dark appearance of the page that it is shown on. Boxes are placed in layers, with arrows that
    /// point down wherever there is no cycle.
    ///
    /// - Complexity: O(*n* + *m* · *l*) places for *n* boxes, and *m* arrows across up to *l* layers; these are sorted some 24
    ///   times. Made for some hundreds of boxes.
    public func svg() -> String {
        DiagramPicture(self).svg
    }
}
