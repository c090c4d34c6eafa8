internal import EmuHTTP
internal import EmuModel

/// The ability to word all refusals; what the engine throws otherwise.
protocol ErrorWording {
  func wording(of error: any AnsweringError, _ call: IssuerCall) -> any AnsweringError
}

/// The ability to word refusals of an authorization request.
protocol AuthorizeWording {
  func authorizeWording(of error: AuthorizeError, _ call: IssuerCall) -> AuthorizeError
}

/// The ability to fail in ways of its own, by the name that a request asks for.
protocol FailureNaming {
  /// A failure at the authorization endpoint.
  func ownFailure(named name: String) -> AuthorizeError

  /// A failure at the token endpoint.
  func ownTokenFailure(named name: String) -> OAuthError
}

/// The ability to word the refusals of clients.
protocol ClientWording {
  func refusedClient(because: String) -> OAuthError
}

/// The ability to word the refusals of codes.
protocol CodeWording {
  func codeRefusal(_ refusal: CodeRule.Refusal, client: String) -> OAuthError
}

/// The ability to word the refusals of refresh tokens.
protocol TokenWording {
  func tokenRefusal(because: String) -> OAuthError
}

extension FakeIssuer {
  /// A refusal in the provider's own words.
  func worded(_ error: any AnsweringError, _ call: IssuerCall) -> any AnsweringError {
    (self as? any ErrorWording)?.wording(of: error, call) ?? error
  }

  /// A refusal of an authorization request in the provider's own words.
  func worded(_ error: AuthorizeError, _ call: IssuerCall) -> AuthorizeError {
    (self as? any AuthorizeWording)?.authorizeWording(of: error, call) ?? error
  }

  func failure(named name: String) -> AuthorizeError {
    (self as? any FailureNaming)?.ownFailure(named: name)
      ?? AuthorizeError(name, "This failure was asked for.")
  }

  func tokenFailure(named name: String) -> OAuthError {
    (self as? any FailureNaming)?.ownTokenFailure(named: name)
      ?? OAuthError(.init(name: name), because: "The request asked for this failure.")
  }

  /// The refusal of a client.
  func clientRefusal(because: String) -> OAuthError {
    (self as? any ClientWording)?.refusedClient(because: because)
      ?? OAuthError(.unauthenticatedClient, because, because: because)
  }

  /// The refusal of a code.
  func refusal(_ refusal: CodeRule.Refusal, client: String) -> OAuthError {
    (self as? any CodeWording)?.codeRefusal(refusal, client: client)
      ?? OAuthError(
        .invalidGrant, refusal.because, because: refusal.because, problem: .code(refusal))
  }

  /// The refusal of a refresh token.
  func deadToken(because: String) -> OAuthError {
    (self as? any TokenWording)?.tokenRefusal(because: because)
      ?? OAuthError(.invalidGrant, because, because: because)
  }

  /// The refusal of what is redeemed, with the case beside the provider's words.
  func deadToken(because: String, _ problem: RequestProblem) -> OAuthError {
    let error = deadToken(because: because)
    return OAuthError(error.code, error.description, because: because, problem: problem)
  }

  /// The refusal of a client that the project has not configured.
  func unknownClient(_ id: String, because: String) -> OAuthError {
    let error = clientRefusal(because: because)
    return OAuthError(error.code, error.description, because: because, problem: .unknownClient(id))
  }
}
