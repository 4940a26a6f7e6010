extension GraphContainer {
    /// The bytes of an archive, in chunks. A thread makes each chunk from those of the base sequence when it is requested.
    ///
    /// The sequence can be sent to another task if the base sequence can. Each iteration begins again, if the base sequence
    /// allows it.
    public struct Chunks<Base: AsyncSequence>: AsyncSequence
    where Base.Element: Sequence, Base.Element.Element == UInt8 {
        let base: Base
        let work: ChunkExchange<Void>.Work

        /// Returns an iterator. Nothing is read before its first element is requested.
        ///
        /// - Returns: The iterator.
        public func makeAsyncIterator() -> Iterator {
            Iterator(base: base.makeAsyncIterator(), owner: Owner(ChunkExchange(work)))
        }

        /// An iterator, whose thread ends when it is released.
        public struct Iterator: AsyncIteratorProtocol {
            fileprivate var base: Base.AsyncIterator
            fileprivate let owner: Owner

            /// Returns the next bytes.
            ///
            /// - Returns: The bytes; `nil` after the last ones.
            /// - Throws: The errors of the method that created the sequence.
            /// - Complexity: Linear in the size of a block.
            public mutating func next() async throws -> [UInt8]? {
                try await next(isolation: nil)
            }

            /// Returns the next bytes. The base sequence is iterated on the actor of the caller.
            ///
            /// - Parameter actor: The caller's actor.
            /// - Returns: The bytes; `nil` after the last ones.
            /// - Throws: The errors of the method that created the sequence.
            /// - Complexity: Linear in the size of a block.
            public mutating func next(isolation actor: isolated (any Actor)?) async throws -> [UInt8]? {
                switch await owner.exchange.next(&base, isolation: actor) {
                case .hasBytes(let bytes): return bytes
                case .ended(let result): try result.get()
                case .needsBytes, nil: break
                }
                return nil
            }
        }

        /// Ends the work when its iterator is released.
        fileprivate final class Owner: Sendable {
            let exchange: ChunkExchange<Void>

            init(_ exchange: ChunkExchange<Void>) {
                self.exchange = exchange
            }

            deinit {
                exchange.abandon()
            }
        }
    }
}

extension GraphContainer.Chunks: Sendable where Base: Sendable {}
