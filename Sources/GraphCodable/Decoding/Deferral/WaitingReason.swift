/// Why a value has to wait.
enum WaitingReason {
    /// It leads to an object in progress.
    case object(UInt32)
    /// It contains a collection whose elements wait: for an object in progress, or for work that is being done. The object is 0
    /// if it is not known.
    case elements(object: UInt32, work: Int?)

    var object: UInt32 {
        switch self {
        case .object(let object), .elements(let object, _): object
        }
    }

    /// The progress of the value.
    var progress: DeferredWork.Progress {
        switch self {
        case .object: .waiting
        case .elements: .waitingForElements
        }
    }
}
