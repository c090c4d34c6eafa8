package import EmuJSON
package import EmuModel

/// A SAML provider that the project names `saml.…`.
package struct SAML: IdentityProvider {
  package let id: String
  package let emailTrust = TrustRule.EmailTrust.trusted

  package init(id: String) { self.id = id }

  /// The name identifier itself, as the official emulator responds.
  package func federatedID(rawID: String) -> String { rawID }

  /// An assertion has no flag for the address: the official emulator treats it as verified.
  package func profile(fromClear claims: JSONObject) throws(ClaimError) -> IdpProfile {
    var profile = try ClaimReader(claims).profile(provider: self)
    profile.emailVerified = true
    return profile
  }
}
