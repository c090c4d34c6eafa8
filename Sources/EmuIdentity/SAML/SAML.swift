package import EmuJSON
package import EmuModel

/// A SAML provider that the project names `saml.…`.
package struct SAML: IdentityProvider {
  package let id: String
  package let standing = TrustRule.Standing.trusted
  package let signsAssertions = true

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

/// The names of SAML 2.0 that both sides of a sign-in use (SAML Core, Bindings).
package enum SAMLNames {
  package static let assertion = "urn:oasis:names:tc:SAML:2.0:assertion"
  package static let `protocol` = "urn:oasis:names:tc:SAML:2.0:protocol"
  package static let metadata = "urn:oasis:names:tc:SAML:2.0:metadata"
  package static let postBinding = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST"
  package static let redirectBinding = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect"
  package static let success = "urn:oasis:names:tc:SAML:2.0:status:Success"
  package static let bearer = "urn:oasis:names:tc:SAML:2.0:cm:bearer"
}
