internal import EmuHTTP
internal import EmuJSON
internal import EmuStore

// Each endpoint is one operation with an input and an output. Before it runs, the dispatcher has
// checked the caller, found the project and decoded the input.

/// An operation of the API.
protocol Operation: Sendable {
  associatedtype Input: Decodable & Sendable
  associatedtype Output: Encodable & Sendable

  /// Returns the endpoint of the operation under one of its names.
  static func endpoint(_ name: String, access: Access, input: Endpoint.InputSource) -> Endpoint
}

/// An operation without changes: it runs completely on the connection's thread.
protocol ReadOperation: Operation {
  associatedtype Input
  associatedtype Output

  /// True if the response contains the public keys of the backend's tokens.
  static var returnsKeys: Bool { get }

  /// Returns a response that may be too long for memory; nil where the operation is run.
  static func stream(_ input: Input, in context: OperationContext) throws -> ResponseStream?

  static func run(
    _ input: Input, in context: OperationContext, _ store: ReadTransaction
  ) throws -> Output
}

extension ReadOperation {
  static var returnsKeys: Bool { false }

  static func stream(_ input: Input, in context: OperationContext) throws -> ResponseStream? { nil }
}

/// An operation with changes: it runs on the writer's thread, inside a transaction that concurrent
/// requests share.
protocol WriteOperation: Operation {
  associatedtype Input
  associatedtype Output
  associatedtype Prepared: Sendable = Input

  /// The members of the input that exclude each other in production; nil for none.
  static var oneof: Oneof? { get }

  /// Does the work that needs no transaction: parsing, verifying signatures, hashing. Runs on the
  /// connection's thread.
  static func prepare(_ input: Input, in context: OperationContext) throws -> Prepared

  /// Returns the output of a preparation after which nothing is to be stored, so that the response
  /// does not wait for other writes; nil if the transaction is required.
  static func output(of prepared: Prepared) -> Output?

  /// Does the rest. An error rolls it back.
  static func run(
    _ prepared: Prepared, in context: OperationContext, _ store: WriteTransaction
  ) throws -> Output

  /// Returns the change that must remain after a refusal, in the same transaction; nil for none.
  static func afterRefusal(_ prepared: Prepared, in context: OperationContext) -> Change?
}

extension WriteOperation {
  typealias Change = @Sendable (WriteTransaction) throws -> Void

  static var oneof: Oneof? { nil }

  static func output(of prepared: Prepared) -> Output? { nil }

  static func afterRefusal(_ prepared: Prepared, in context: OperationContext) -> Change? { nil }
}

extension WriteOperation where Prepared == Input {
  static func prepare(
    _ input: Input, in context: OperationContext
  ) throws -> Prepared { input }
}
