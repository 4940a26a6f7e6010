/// The sentences of ``GraphError/senderMessage``.
package enum SenderMessage {
    package static let otherKind = "This file is of another kind than the one expected."
    package static let newer = "This file was made by a version of the program that is not supported here."
    package static let incomplete = "This file is incomplete. Send it again."
    package static let damaged = "This file is damaged. Send it again, or send another copy."
    package static let tooLarge = "This file is larger or more complex than is accepted here."
    package static let contents = "This file has contents that are not accepted here."
    package static let noFault = "The file could not be processed. The file is not the cause."
}
