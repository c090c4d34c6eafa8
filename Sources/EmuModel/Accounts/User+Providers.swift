// In which order a user's ways to sign in are listed. Apps read the first of them, so it is kept.

extension User {
  /// The ids under which the ways to sign in are listed that are properties of the user itself.
  package static let passwordProvider = "password"
  package static let phoneProvider = "phone"

  /// The ids of every way in which the user can sign in, in the order in which they were added; one
  /// that is replaced keeps its place.
  ///
  /// What came in one step is in the order of the official emulator: federated providers, then the
  /// password, then the telephone.
  package var providers: [String] {
    var present: [String] = []
    present.reserveCapacity(links.count + 2)
    for link in links { present.append(link.providerID) }
    if hasEmailProvider { present.append(Self.passwordProvider) }
    if phoneNumber != nil { present.append(Self.phoneProvider) }
    guard !providerOrder.isEmpty, providerOrder != present else { return present }
    let (known, ordered) = (Set(present), Set(providerOrder))
    return providerOrder.filter(known.contains) + present.filter { !ordered.contains($0) }
  }

  /// The order that the store need not keep: password, federated providers by their ids, telephone.
  package var usualProviders: [String] {
    var usual: [String] = []
    usual.reserveCapacity(links.count + 2)
    if hasEmailProvider { usual.append(Self.passwordProvider) }
    if links.count > 1 {
      usual += links.map(\.providerID).sorted()
    } else {
      for link in links { usual.append(link.providerID) }
    }
    if phoneNumber != nil { usual.append(Self.phoneProvider) }
    return usual
  }

  /// Whether the address signs in, with a password or by a link.
  package var hasEmailProvider: Bool { email != nil && (hasPassword || emailLinkSignIn) }

  /// What the owner of the address can sign in with, as `verifiedProvider` names it.
  ///
  /// An e-mail link counts as the password provider; a telephone number is never named.
  package var signInProviders: [String] { providers.filter { $0 != Self.phoneProvider } }
}

extension User {
  /// Fields that answers show although they hold nothing: those that were set, and on the official
  /// emulator a list that once had elements.
  package struct EmptyFields: OptionSet, Sendable, Hashable {
    package let rawValue: Int64

    package init(rawValue: Int64) { self.rawValue = rawValue }

    /// `emailVerified` of a user without an address, for whom an import or an administrator set it.
    package static let emailVerified = EmptyFields(rawValue: 1)
    /// `providerUserInfo` after the last provider was unlinked.
    package static let providers = EmptyFields(rawValue: 2)
    /// `mfaInfo` after the owner withdrew the last second factor.
    package static let secondFactors = EmptyFields(rawValue: 4)
    /// `disabled` of a user for whom an import, an administrator or a function set it; the official
    /// emulator shows it always.
    package static let disabled = EmptyFields(rawValue: 8)
  }

  /// `emailVerified` as answers and tokens show it; nil where they leave it out.
  package var shownEmailVerified: Bool? {
    email != nil || emptyFields.contains(.emailVerified) ? emailVerified : nil
  }
}
