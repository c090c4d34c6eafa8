internal import EmuModel

/// The providers that an emulator has, by id.
///
/// An object, since every request asks it: a copy would cost a reference count for each table.
package final class ProviderRegistry: Sendable {
  let named: [String: any IdentityProvider]
  private let relays: [(domain: String, provider: any IdentityProvider)]
  /// The providers with an issuer of their own, in the order of the table; `oidc.*` issuers come
  /// besides.
  package let issuers: [any IdentityProvider]
  /// Their ids, sorted.
  package let issuerIDs: [String]
  /// The providers that can be configured by name, by id.
  package let listed: [(id: String, listing: ProviderListing)]

  /// - Parameter providers: those with a name of their own; no id twice.
  package init(_ providers: [any IdentityProvider]) {
    named = Dictionary(uniqueKeysWithValues: providers.map { ($0.id, $0) })
    relays = providers.compactMap { provider in
      provider.relayDomain.map { (domain: $0, provider: provider) }
    }
    issuers = providers.filter { $0.issuer != nil }
    issuerIDs = issuers.map(\.id).sorted()
    listed = providers.compactMap { provider in
      provider.listing.map { (id: provider.id, listing: $0) }
    }
    .sorted { $0.id < $1.id }
  }

  /// The ids of the providers with a name of their own, sorted.
  package var ids: [String] { named.keys.sorted() }

  /// The provider of an id; any id has one, since the official emulator takes any.
  package func provider(_ id: String) -> any IdentityProvider {
    if let provider = named[id] { return provider }
    if id.hasPrefix("oidc.") { return GenericOIDC(id: id) }
    if id.hasPrefix("saml.") { return SAML(id: id) }
    return Social(id: id)
  }

  /// The provider behind whose relay an address hides a person's; nil for a plain address.
  package func relay(of address: String) -> (any IdentityProvider)? {
    relays.first { relay in address.hasSuffix(relay.domain) }?.provider
  }

  /// Whether a string names an issuer of an emulator, wherever it listens.
  ///
  /// Other servers may keep issuers under `/issuers/` as well, so what follows must be an id of ours.
  package func isLocalIssuer(_ issuer: String) -> Bool {
    guard let scheme = issuer.firstRange(of: "://") else { return false }
    let segments = issuer[scheme.upperBound...].split(separator: "/").dropFirst()
    guard segments.first == "issuers", let id = segments.dropFirst().first else { return false }
    return id.hasPrefix("oidc.") || issuerIDs.contains(String(id))
  }
}

/// Which ids a provider may have.
package enum ProviderID {
  /// Ids that name ways to sign in which no identity provider stands behind, in lower case.
  private static let reserved: Set<String> = [
    "password", "phone", "anonymous", "custom", "emaillink", "firebase", "passkey",
  ]

  /// Whether a credential may come from a provider of this id.
  package static func isAcceptable(_ id: String) -> Bool {
    !reserved.contains(id.lowercased()) && isWellFormed(id)
  }

  /// Whether an id has the length and the characters of a provider's.
  package static func isWellFormed(_ id: String) -> Bool {
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
}
