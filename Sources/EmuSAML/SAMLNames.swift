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
