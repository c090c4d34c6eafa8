internal import Synchronization

/// Where faults can happen: what there is, for the checks of a fault that is set.
package struct FaultPlaces: Sendable {
  /// What a fault can concern at one issuer.
  package struct Issuer: Sendable {
    package var id: String
    package var endpoints: [String]
    package var makesIDTokens: Bool

    package init(id: String, endpoints: [String], makesIDTokens: Bool) {
      self.id = id
      self.endpoints = endpoints
      self.makesIDTokens = makesIDTokens
    }
  }

  /// The operations, as the request log names them.
  package let operations: OperationNames
  /// The names that an endpoint has at some issuer.
  package let endpoints: [String]
  /// The issuer of a provider; throws for one that has none.
  package let issuer: @Sendable (String) throws(ControlError) -> Issuer

  package init(
    operations: OperationNames, endpoints: [String],
    issuer: @escaping @Sendable (String) throws(ControlError) -> Issuer
  ) {
    self.operations = operations
    self.endpoints = endpoints
    self.issuer = issuer
  }
}

/// The names of all operations, which are known only once every route is.
package final class OperationNames: Sendable {
  private let names = Mutex<[String]>([])

  package init() {}

  package var all: [String] { names.withLock { $0 } }

  package func set(_ names: Set<String>) { self.names.withLock { $0 = names.sorted() } }
}
