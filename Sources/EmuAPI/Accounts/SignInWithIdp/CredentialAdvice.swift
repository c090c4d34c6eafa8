internal import EmuModel
internal import EmuIdentity

/// Advice on where to get a valid credential; it names only calls that exist for the provider.
struct CredentialAdvice {
  let provider: any IdentityProvider
  let context: OperationContext

  private var hasIssuer: Bool {
    (provider.issuer != nil || provider.family == .saml)
      && context.services.providers.problem(withWritten: provider.id) == nil
  }

  /// The control call that makes a credential.
  private var call: String {
    provider.family == .saml
      ? "POST /emulator/v1/issuers/\(provider.id)/assertions"
      : "POST /emulator/v1/issuers/\(provider.id)/tokens"
  }

  /// The source of a verifiable credential, as the end of a sentence.
  var verifiable: Reason {
    if hasIssuer {
      return "\(call) makes one that can"
    }
    return "\(provider.id) has no issuer here, so none can be: PATCH "
      + "/emulator/v1/projects/\(context.project.id)/settings {\"verifyCredentials\": \"warn\"} "
      + "accepts it unverified"
  }

  /// Advice for an access token of a foreign issuer, as sentences.
  var accessToken: String {
    guard hasIssuer else { return token }
    let hasIDTokens = provider.issuer?.algorithms.isEmpty == false
    return "\(call) makes one\(hasIDTokens ? ", with an ID token beside it" : "")."
  }

  /// Advice for an invalid token, as sentences.
  var token: String {
    if hasIssuer {
      return "\(call) makes a token of \(provider.id)."
    }
    return "\(provider.id) has no issuer here; while verifyCredentials is not on, claims such as "
      + #"{"sub": "1", "email": "ann@example.com"} are accepted as the id_token."#
  }
}
