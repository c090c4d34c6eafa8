internal import EmuModel
internal import EmuProviders

/// Where a credential comes from that is good for a provider: only calls that there are for it.
struct CredentialAdvice {
  let provider: any IdentityProvider
  let context: OperationContext

  /// Whether the emulator is this provider as well; of `oidc.` the name is missing.
  private var hasIssuer: Bool {
    provider.issuer != nil && context.services.providers.problem(withWritten: provider.id) == nil
  }

  /// Where a credential that can be verified comes from, as the end of a sentence.
  var verifiable: Sentence {
    if hasIssuer {
      return "POST /emulator/v1/issuers/\(provider.id)/tokens makes one that can"
    }
    return "\(provider.id) has no issuer here, so none can be: PATCH "
      + "/emulator/v1/projects/\(context.project.id)/settings {\"verifyCredentials\": \"warn\"} "
      + "accepts it unverified"
  }

  /// What to send in place of an access token that no issuer here made, as sentences.
  var accessToken: String {
    guard hasIssuer else { return token }
    return "POST /emulator/v1/issuers/\(provider.id)/tokens makes one, with an ID token beside it."
  }

  /// What to send in place of a token that is no good, as sentences.
  var token: String {
    if hasIssuer {
      return "POST /emulator/v1/issuers/\(provider.id)/tokens makes a token of \(provider.id)."
    }
    return "\(provider.id) has no issuer here; while verifyCredentials is not on, claims such as "
      + #"{"sub": "1", "email": "ann@example.com"} are accepted as the id_token."#
  }
}
