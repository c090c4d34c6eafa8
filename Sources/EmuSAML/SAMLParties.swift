internal import EmuCrypto
package import EmuModel

/// The identity provider and the service provider of a `saml.*` sign-in, as a project configures them.
package struct SAMLParties: Sendable, Hashable {
  /// The provider id, such as `saml.acme`.
  package var id: String
  /// Without a configuration, that of the emulator's own identity provider.
  package var idpEntityID: String
  package var ssoURL: String
  package var spEntityID: String
  /// In PEM, or only its Base64.
  package var certificates: [String]
  package var callbackURL: String?

  package init(of id: String, in project: Project, baseURL: String) {
    let config = project.providers[id]?.saml
    self.id = id
    idpEntityID = config?.idpEntityId ?? Self.ownEntityID(of: id, baseURL: baseURL)
    ssoURL = config?.ssoUrl ?? "\(baseURL)/issuers/\(id)/sso"
    spEntityID = config?.spEntityId ?? project.id
    certificates = config?.x509Certificates ?? []
    callbackURL = config?.callbackUri
  }

  /// The entity id of the emulator's own identity provider: the address of its metadata.
  package static func ownEntityID(of id: String, baseURL: String) -> String {
    "\(baseURL)/issuers/\(id)/metadata"
  }

  /// Returns true if an issuer is the configured one, or the emulator's own at any of its addresses.
  package func isIssuer(_ issuer: String) -> Bool {
    let own = Self.ownEntityID(of: id, baseURL: "")
    return issuer == idpEntityID || issuer.hasSuffix(own) && idpEntityID.hasSuffix(own)
  }

  /// True if the single sign-on is the emulator's own, at any of its addresses.
  package var isOwn: Bool { ssoURL.hasSuffix("/issuers/\(id)/sso") }

  /// Returns the public keys of certificates in PEM or only its Base64, in PEM; those that cannot be
  /// read are left out.
  package static func keys(of certificates: [String]) -> [String] {
    certificates.compactMap { text in
      let certificate =
        text.contains("-----BEGIN")
        ? try? X509Certificate(pem: text)
        : Base64URL.decode(text.filter { !$0.isWhitespace }, lenient: true).flatMap {
          try? X509Certificate(der: $0)
        }
      return (try? certificate?.publicKey)?.pemRepresentation
    }
  }
}
