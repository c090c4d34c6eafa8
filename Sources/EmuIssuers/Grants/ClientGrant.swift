internal import EmuHTTP
internal import EmuModel

/// A grant type for tokens without a person.
protocol ClientGrant: Sendable {
  /// The value of `grant_type`.
  static var name: String { get }

  /// Answers an authenticated client.
  ///
  /// - Parameter config: the provider's configuration in the client's project; nil for none.
  static func response(
    to client: ClientCredentials, _ config: ProviderConfig?, _ form: TokenForm,
    _ issuer: any FakeIssuer, _ call: IssuerCall
  ) throws -> Response
}
