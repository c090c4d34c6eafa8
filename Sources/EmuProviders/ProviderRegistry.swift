internal import EmuModel

/// Every provider, by id.
package enum ProviderRegistry {
  /// The table: one line per provider.
  private static let named: [String: any IdentityProvider] = table([
    Apple(),
    Google(),
    Microsoft(),
    Facebook(),
    GitHub(),
    Twitter(),
    LinkedIn(),
    Yahoo(),
  ])

  /// The ids of the providers with an issuer of their own; `oidc.*` issuers come besides.
  package static let issuerIDs: [String] = named.values.filter { $0.issuer != nil }.map(\.id)
    .sorted()

  /// The provider of an id; any id has one, since the official emulator takes any.
  package static func provider(_ id: String) -> any IdentityProvider {
    if let provider = named[id] { return provider }
    if id.hasPrefix("oidc.") { return GenericOIDC(id: id) }
    if id.hasPrefix("saml.") { return SAML(id: id) }
    return Social(id: id)
  }

  /// Ids that name ways to sign in which no identity provider stands behind, in lower case.
  private static let reserved: Set<String> = [
    "password", "phone", "anonymous", "custom", "emaillink", "firebase", "passkey",
  ]

  /// Whether a credential may come from a provider of this id.
  package static func isAcceptable(id: String) -> Bool {
    !reserved.contains(id.lowercased()) && isWellFormed(id: id)
  }

  /// Whether an id has the length and the characters of a provider's.
  package static func isWellFormed(id: String) -> Bool {
    id.utf8.count <= AccountLimits.providerID
      && id.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
          UInt8(ascii: "_"):
          true
        default: false
        }
      }
  }

  private static func table(_ providers: [any IdentityProvider]) -> [String: any IdentityProvider] {
    Dictionary(uniqueKeysWithValues: providers.map { ($0.id, $0) })
  }
}
