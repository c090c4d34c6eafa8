internal import EmuIdentity
internal import EmuJOSE
internal import EmuModel

/// The provider's ID token: the presented one, or the one of a code.
///
/// The latter is signed only for a response or a request that contains it.
struct ProviderIDToken: Sendable {
  private enum Source {
    case presented(String)
    case issued(UnsignedIDToken)
  }

  private let source: Source
  private let services: Services

  /// Nil if the credential has no ID token.
  init?(_ credential: IdpCredential, in context: OperationContext) {
    services = context.services
    if let idToken = credential.idToken {
      source = .presented(idToken)
    } else if let token = credential.issuedIDToken {
      source = .issued(token)
    } else {
      return nil
    }
  }

  /// Returns the token as text. Never call it on the writer's thread: a key may have to be
  /// generated first.
  ///
  /// - Throws: an error if the issuer's key cannot be generated.
  func text() throws -> String {
    switch source {
    case .presented(let text): text
    case .issued(let token):
      try token.sign(keys: services.keys) {
        services.providers.newKeyID(of: token.issuer, services.ids)
      }
    }
  }
}
