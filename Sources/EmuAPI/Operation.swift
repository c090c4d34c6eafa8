internal import EmuHTTP
internal import EmuStore

// One endpoint is one operation: what it takes, what it gives, and what it does between. The
// dispatcher has checked the caller, found the project and decoded the input before it runs.

/// An operation that only asks: it runs to completion on the connection's own thread.
protocol ReadOperation: Sendable {
  associatedtype Input: Decodable & Sendable
  associatedtype Output: Encodable & Sendable

  static func run(
    _ input: Input, in context: OperationContext, _ store: Reader
  ) throws -> Output
}

/// An operation whose answer may be of any length.
protocol StreamingOperation: ReadOperation {
  /// The answer while it is sent; nil when the whole of it can be held in memory, and `run` gives it.
  static func stream(_ input: Input, in context: OperationContext) throws -> ResponseStream?
}

/// An operation that changes something: it runs on the writer's thread, inside a transaction that
/// concurrent requests share.
protocol WriteOperation: Sendable {
  associatedtype Input: Decodable & Sendable
  associatedtype Output: Encodable & Sendable
  /// What is left to do once the input was checked.
  associatedtype Prepared: Sendable = Input

  /// Does what needs no transaction: parse, verify signatures, hash. On the connection's thread.
  static func prepare(_ input: Input, in context: OperationContext) throws -> Prepared

  /// Does the rest; throwing undoes it.
  static func run(
    _ prepared: Prepared, in context: OperationContext, _ store: Writer
  ) throws -> Output

  /// The change that must last although the operation was refused, in the same transaction; nil where
  /// there is none.
  static func afterRefusal(
    _ prepared: Prepared, in context: OperationContext
  ) -> (@Sendable (Writer) throws -> Void)?
}

extension WriteOperation {
  static func afterRefusal(
    _ prepared: Prepared, in context: OperationContext
  ) -> (@Sendable (Writer) throws -> Void)? { nil }
}

extension WriteOperation where Prepared == Input {
  static func prepare(
    _ input: Input, in context: OperationContext
  ) throws -> Prepared { input }
}
