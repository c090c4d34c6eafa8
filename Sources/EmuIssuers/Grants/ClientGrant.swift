internal import EmuHTTP
internal import EmuModel

/// A way to tokens that no person stands behind.
protocol ClientGrant: Sendable {
  /// The value of `grant_type`.
  static var name: String { get }

  /// Answers a client that has shown who it is.
  ///
  /// - Parameter config: how the client's project has set up the provider; nil when none has.
  static func response(
    to client: ClientCredentials, _ config: ProviderConfig?, _ form: TokenForm,
    _ issuer: any FakeIssuer, _ call: IssuerCall
  ) throws -> Response
}
