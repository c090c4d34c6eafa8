internal import EmuJOSE
internal import EmuJSON
package import EmuModel

/// The providers of an emulator, by id.
///
/// An object, since every request uses it: a copy would cost a reference count for each table.
package final class ProviderRegistry: Sendable {
  let named: [String: any IdentityProvider]
  private let relays: [(domain: String, provider: any IdentityProvider)]
  /// The providers with an issuer, in the order of the table; `oidc.*` issuers are additional.
  package let issuers: [any IdentityProvider]
  /// Their ids, sorted.
  package let issuerIDs: [String]
  /// The providers that can be configured by name, by id.
  package let listed: [(id: String, listing: ProviderListing)]

  /// - Parameter providers: those with a fixed id; no id twice.
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

  /// The ids of the providers with a fixed id, sorted; `oidc.*` and `saml.*` are additional.
  package var ids: [String] { named.keys.sorted() }

  /// Returns the provider of an id; any id has one, since the official emulator accepts any.
  package func provider(_ id: String) -> any IdentityProvider {
    if let provider = named[id] { return provider }
    return switch ProviderFamily(of: id) {
    case .oidc: GenericOIDC(id: id)
    case .saml: SAML(id: id)
    case .social: SocialProvider(id: id)
    }
  }

  /// Returns the provider whose relay an address belongs to; nil for a plain address.
  package func relay(of address: String) -> (any IdentityProvider)? {
    relays.first { relay in address.hasSuffix(relay.domain) }?.provider
  }

  /// Returns the id of an emulator's issuer with this name at any address; nil for another server's.
  ///
  /// Other servers may have issuers under `/issuers/` as well, so a known id must follow.
  package func localIssuer(named name: String) -> String? {
    guard let scheme = name.firstRange(of: "://") else { return nil }
    let segments = name[scheme.upperBound...].split(separator: "/").dropFirst()
    // A proxy may serve the emulator below a path.
    guard let root = segments.lastIndex(of: "issuers"),
      let id = segments[root...].dropFirst().first.map(String.init),
      ProviderFamily(of: id) == .oidc || issuerIDs.contains(id)
    else { return nil }
    return id
  }
}

package enum ProviderID {
  /// Ids of ways to sign in without an identity provider, in lower case.
  private static let reserved: Set<String> = [
    "password", "phone", "anonymous", "custom", "emaillink", "firebase", "passkey",
  ]

  /// Returns true for a possible provider id of a credential.
  package static func isAcceptable(_ id: String) -> Bool {
    // No reserved id has a dot, and most others have: an import asks for each link.
    isWellFormed(id)
      && (id.utf8.contains(UInt8(ascii: ".")) || !reserved.contains(id.lowercased()))
  }

  /// Returns true for an id `oidc.NAME` or `saml.NAME`, which needs no line in the table.
  package static func isOfFamily(_ id: String) -> Bool {
    let family = ProviderFamily(of: id)
    return family != .social && id != family.prefix && isWellFormed(id)
  }

  /// Returns true for an id whose name of `oidc.NAME` or `saml.NAME` has the form that production
  /// requires: at least two characters, first a lowercase letter, last a letter or digit.
  package static func hasPublishedName(_ id: String) -> Bool {
    let family = ProviderFamily(of: id)
    guard family != .social else { return true }
    let name = id.dropFirst(family.prefix.count)
    return name.count >= 2 && name.first.map { $0.isLowercase } == true
      && name.last.map { $0.isLetter || $0.isNumber } == true
  }

  /// Returns true for an id with the length and the characters of a provider's.
  package static func isWellFormed(_ id: String) -> Bool {
    !id.isDotSegment && id.utf8.count <= AccountLimits.providerID
      && id.utf8.allSatisfy { $0.isLetterOrDigit || ".-_".utf8.contains($0) }
  }
}

extension ProviderRegistry {
  /// Returns a new signing key's name, in the form of the issuer's own keys.
  ///
  /// - Parameter issuer: a provider id, or `KeyRing.secureToken`.
  package func newKeyID(of issuer: String, _ ids: IDGenerator) -> String {
    issuer == KeyRing.secureToken ? ids.hexadecimal(40) : provider(issuer).newKeyID(ids)
  }

  /// Returns the problem with a written provider id; nil for one that a project can have.
  ///
  /// A sign-in accepts any id in `compatible`, as the official emulator does; a written one is more
  /// likely a typing error.
  package func problem(withWritten id: String) -> String? {
    if named[id] != nil || ProviderID.isOfFamily(id) { return nil }
    let known = ids
    let list = (known + ["oidc.<name>", "saml.<name>"]).joined(separator: ", ")
    let near = NearestNames.of(id, among: known)
    let hint = near.isEmpty ? "" : "did you mean \(near.joined(separator: " or "))? "
    let shown = id.prefix(80)
    return
      "\"\(shown)\" is not an identity provider; \(hint)\(hint.isEmpty ? "the" : "The") ids are \(list)"
  }

  /// Checks the configurations of a project or tenant, by provider id.
  package func check(_ configs: [String: ProviderConfig]) throws(DocumentError) {
    for (id, config) in configs.sorted(by: { $0.key < $1.key }) {
      if let problem = problem(withWritten: id) {
        throw DocumentError(
          field: "providers.\(id)",
          message:
            "\(problem). Passwords, numbers and anonymous users are set up under config.signIn")
      }
      do throws(DocumentError) {
        try config.check(for: provider(id))
      } catch {
        throw DocumentError(field: "providers.\(id).\(error.field)", message: error.message)
      }
    }
  }
}
