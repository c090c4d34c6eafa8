// The order of a user's sign-in providers. Apps read the first of them, so the order is stored.

extension User {
  /// The provider ids of sign-in methods that are properties of the user itself.
  package static let passwordProvider = "password"
  package static let phoneProvider = "phone"

  /// The provider ids of the user, in the order in which they were added. A replaced one keeps its
  /// position.
  ///
  /// Providers added in one step have the order of the official emulator: federated ones, password,
  /// phone.
  package var providers: [String] {
    var present = links.map(\.providerID)
    if hasEmailProvider { present.append(Self.passwordProvider) }
    if phoneNumber != nil { present.append(Self.phoneProvider) }
    guard !providerOrder.isEmpty, providerOrder != present else { return present }
    let (known, ordered) = (Set(present), Set(providerOrder))
    return providerOrder.filter(known.contains) + present.filter { !ordered.contains($0) }
  }

  /// The order that needs no storage: password, federated providers by id, phone.
  package var defaultProviderOrder: [String] {
    (hasEmailProvider ? [Self.passwordProvider] : []) + links.map(\.providerID).sorted()
      + (phoneNumber == nil ? [] : [Self.phoneProvider])
  }

  /// True when the address signs in, with a password or by an e-mail link.
  package var hasEmailProvider: Bool { email != nil && (hasPassword || emailLinkSignIn) }

  /// The providers that the owner of the address can sign in with, as `verifiedProvider` names
  /// them.
  ///
  /// An e-mail link counts as the password provider; phone is never included.
  package var signInProviders: [String] { providers.filter { $0 != Self.phoneProvider } }
}

extension User {
  /// Fields that responses show although they are empty: those that were set, and on the official
  /// emulator a list that once had elements.
  package struct EmptyFields: OptionSet, Sendable, Hashable {
    package let rawValue: Int64

    package init(rawValue: Int64) { self.rawValue = rawValue }

    /// `emailVerified` of a user without an address, set by an import or an administrator.
    package static let emailVerified = EmptyFields(rawValue: 1)
    /// `providerUserInfo` after the last provider was unlinked.
    package static let providers = EmptyFields(rawValue: 2)
    /// `mfaInfo` after the owner withdrew the last second factor.
    package static let secondFactors = EmptyFields(rawValue: 4)
    /// `disabled` of a user, set by an import, an administrator or a function; the official
    /// emulator shows it always.
    package static let disabled = EmptyFields(rawValue: 8)
  }

  /// `emailVerified` as responses and tokens show it; nil where they omit it.
  package var shownEmailVerified: Bool? {
    email != nil || emptyFields.contains(.emailVerified) ? emailVerified : nil
  }
}
