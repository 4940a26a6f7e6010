/// How a value is written whose type the reader cannot know.
enum ExistentialForm {
    case object(any (GEncodable & AnyObject).Type)
    case value(any GEncodable.Type)
    /// An array or a dictionary of protocol values.
    case collection(any ProtocolValueCollection.Type)
}
