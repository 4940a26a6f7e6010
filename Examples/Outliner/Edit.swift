/// A change of an outline that can be undone.
enum Edit {
    case insert(Item, below: Item, at: Int)
    case remove(below: Item, at: Int)
    case setText(Item, String)
    case setDone(Item, Bool)
    case setLink(Item, to: Item?)

    /// Applies the change.
    ///
    /// - Returns: The change that undoes it.
    func apply() -> Edit {
        switch self {
        case .insert(let item, let parent, let index):
            parent.insert(item, at: index)
            return .remove(below: parent, at: index)
        case .remove(let parent, let index):
            return .insert(parent.remove(at: index), below: parent, at: index)
        case .setText(let item, let text):
            defer { item.text = text }
            return .setText(item, item.text)
        case .setDone(let item, let isDone):
            defer { item.isDone = isDone }
            return .setDone(item, item.isDone)
        case .setLink(let item, let target):
            defer { item.link = target }
            return .setLink(item, to: item.link)
        }
    }
}
