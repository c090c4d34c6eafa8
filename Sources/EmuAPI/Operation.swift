internal import EmuJSON
internal import EmuStore

// Each endpoint is one operation with an input and an output. Before it runs, the dispatcher has
// checked the caller, found the project and decoded the input.

/// An operation without changes: it runs completely on the connection's thread.
protocol ReadOperation: Sendable {
  associatedtype Input: Decodable & Sendable
  associatedtype Output: Encodable & Sendable

  static func run(
    _ input: Input, in context: OperationContext, _ store: ReadTransaction
  ) throws -> Output
}

/// An operation with changes: it runs on the writer's thread, inside a transaction that concurrent
/// requests share.
protocol WriteOperation: Sendable {
  associatedtype Input: Decodable & Sendable
  associatedtype Output: Encodable & Sendable
  associatedtype Prepared: Sendable = Input

  /// The members of the input that exclude each other in production; nil for none.
  static var oneof: Oneof? { get }

  /// Does the work that needs no transaction: parsing, verifying signatures, hashing. Runs on the
  /// connection's thread.
  static func prepare(_ input: Input, in context: OperationContext) throws -> Prepared

  /// Does the rest. An error rolls it back.
  static func run(
    _ prepared: Prepared, in context: OperationContext, _ store: WriteTransaction
  ) throws -> Output

  /// Returns the change that must remain after a refusal, in the same transaction; nil for none.
  static func afterRefusal(_ prepared: Prepared, in context: OperationContext) -> Change?
}

extension WriteOperation {
  typealias Change = WriteRun.Transaction.Change

  static var oneof: Oneof? { nil }

  static func afterRefusal(_ prepared: Prepared, in context: OperationContext) -> Change? { nil }
}

extension WriteOperation where Prepared == Input {
  static func prepare(
    _ input: Input, in context: OperationContext
  ) throws -> Prepared { input }
}
