package import EmuJSON
package import EmuModel

/// The problem with a token's claims; the text is the detail of `INVALID_IDP_RESPONSE`.
package struct ClaimError: Error, Hashable {
  package var detail: String

  package init(detail: String) { self.detail = detail }
}

/// Reads claims by type: one of the wrong type counts as absent and never reaches the store.
package struct ClaimReader {
  package let claims: JSONObject

  package init(_ claims: JSONObject) { self.claims = claims }

  /// A text claim; nil when it is absent, empty, of another type or longer than `limit`, see
  /// `AccountLimits`.
  package func text(_ name: String, limit: Int = 2048) -> String? {
    guard let text = claims[name]?.string, !text.isEmpty, AccountLimits.fits(text, limit) else {
      return nil
    }
    return text
  }

  /// A flag that may be a boolean or, as from Apple and LinkedIn, a text.
  package func flag(_ name: String) -> Bool {
    switch claims[name] {
    case .bool(let value): value
    case .string(let text): text == "true" || text == "1"
    default: false
    }
  }

  package var email: String? {
    text("email", limit: EmailAddress.longest).map(EmailAddress.canonical)
      .flatMap { EmailAddress.isPlausible($0) ? $0 : nil }
  }

  /// - Throws: production's text when there is none.
  package func subject() throws(ClaimError) -> String {
    guard let subject = text("sub", limit: AccountLimits.rawID) else {
      throw ClaimError(
        detail: "ID Token does not contain user's identity in 'sub' claim: "
          + String(JSON.object(claims).serialized(sortedKeys: true).prefix(1000)))
    }
    return subject
  }

  /// The profile that standard OpenID Connect claims describe.
  package func profile(provider: some IdentityProvider) throws(ClaimError) -> IdpProfile {
    var profile = try profileWithoutInfo(provider: provider)
    profile.rawUserInfo = JSON.object(claims).serialized()
    return profile
  }

  /// Returns the profile without `rawUserInfo`, for a provider with its own form of it.
  package func profileWithoutInfo(
    provider: some IdentityProvider
  ) throws(ClaimError) -> IdpProfile {
    let rawID = try subject()
    let name = text("name", limit: AccountLimits.displayName)
    return IdpProfile(
      providerID: provider.id, rawID: rawID, federatedID: provider.federatedID(rawID: rawID),
      email: email, emailVerified: flag("email_verified"), displayName: name, fullName: name,
      firstName: text("given_name"), lastName: text("family_name"),
      photoURL: text("picture", limit: AccountLimits.photoURL),
      screenName: text("screen_name", limit: AccountLimits.displayName),
      language: text("locale"), rawUserInfo: "")
  }
}
