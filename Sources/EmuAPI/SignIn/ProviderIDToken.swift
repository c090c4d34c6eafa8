internal import EmuIssuance
internal import EmuJOSE
internal import EmuModel
internal import EmuProviders

/// The provider's ID token: the one that was presented, or the one that a code gives.
///
/// The latter is signed only where an answer or a request carries it.
struct ProviderIDToken: Sendable {
  private enum Source {
    case presented(String)
    case issued(UnsignedIDToken)
  }

  private let source: Source
  private let services: Services

  /// Nil when the provider gave no ID token.
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

  /// The token as text; never call it on the writer's thread, since a key may have to be made first.
  ///
  /// - Throws: when the issuer's key cannot be made.
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
