internal import EmuModel

/// The ability to check clients by rules of its own.
protocol ClientChecking {
  /// Checks a client at the token or revocation endpoint.
  ///
  /// - Throws: `invalid_client`, with the true reason for the log.
  func checkProof(of client: ClientCredentials, _ config: ProviderConfig?, _ call: IssuerCall)
    throws(OAuthError)
}

/// The ability to have clients of several kinds, of which native apps are one.
protocol NativeClients {
  /// The client of a native sign-in that names none, out of the project's configuration.
  func nativeClient(_ config: ProviderConfig) -> String?
}

extension FakeIssuer {
  /// The client of a sign-in that names none, out of the project's configuration.
  func defaultClient(_ config: ProviderConfig) -> String? {
    if let native = self as? any NativeClients { return native.nativeClient(config) }
    return config.audiences.first
  }
}
