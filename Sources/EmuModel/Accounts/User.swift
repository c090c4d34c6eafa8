/// An account of a project or tenant, as stored.
@dynamicMemberLookup
package struct User: Sendable, Hashable {
  /// The public id, `localId` on the wire; at most ``AccountLimits/uid`` characters.
  package var uid: String
  package var createdAt: Timestamp
  /// The store's integer key, which joins links and codes; 0 before the user is stored.
  package var key: Int64 = 0
  /// The id of the tenant that the user belongs to; nil for the project itself.
  package var tenantID: String?
  /// In lower case.
  package var email: String?
  package var emailVerified = false
  package var emailLinkSignIn = false
  /// The address that the user had before the first change of it.
  package var initialEmail: String?
  package var texts = UserTexts()
  /// E.164.
  package var phoneNumber: String?
  package var password: StoredPassword?
  /// The last change of a password that was removed since.
  package private(set) var removedPasswordAt: Timestamp?
  package var disabled = false
  /// True for a user created by a custom token.
  package var customAuth = false
  /// The custom claims as the JSON text that an administrator set.
  package var customAttributes: String?
  /// Tokens with an earlier `auth_time` are outdated. Seconds since the epoch.
  package var validSince: Int64 = 0
  /// Sessions that opened before this time are ended, to the millisecond; nil when none was ended.
  package var sessionsEndedAt: Timestamp?
  package var lastLoginAt: Timestamp?
  package var lastRefreshAt: Timestamp?
  /// In no particular order; ``providers`` has the order.
  package var links: [ProviderLink] = []
  /// The provider ids in stored order; ``providers`` is the authoritative list.
  package var providerOrder: [String] = []
  package var emptyFields: EmptyFields = []
  /// In the order of their enrollment.
  package var secondFactors: [SecondFactor] = []
  /// The oldest first.
  package var passkeys: [Passkey] = []
  /// True for a user with passkeys that was read without them.
  package var hasUnreadPasskeys = false

  package subscript<Value>(dynamicMember path: WritableKeyPath<UserTexts, Value>) -> Value {
    get { texts[keyPath: path] }
    set { texts[keyPath: path] = newValue }
  }
}

extension User {
  package init(uid: String, createdAt: Timestamp) {
    self.init(uid: uid, createdAt: createdAt, key: 0)
  }

  /// The last change of the password, also of one that was removed since.
  package var passwordUpdatedAt: Timestamp? {
    get { password?.updatedAt ?? removedPasswordAt }
    set {
      if password == nil { removedPasswordAt = newValue }
      if let newValue { password?.updatedAt = newValue }
    }
  }

  package mutating func removePassword() {
    removedPasswordAt = passwordUpdatedAt
    password = nil
  }

  package func link(to providerID: String) -> ProviderLink? {
    links.first { $0.providerID == providerID }
  }

  /// Adds a link, replacing an earlier one to the same provider.
  package mutating func upsert(_ link: ProviderLink) {
    if let index = links.firstIndex(where: { $0.providerID == link.providerID }) {
      links[index] = link
    } else {
      links.append(link)
    }
  }

  /// Adds links, each replacing an earlier one to the same provider.
  package mutating func upsert(_ new: [ProviderLink]) {
    guard links.count + new.count > 8 else { return new.forEach { upsert($0) } }
    var indices = Dictionary(
      links.enumerated().map { ($1.providerID, $0) }, uniquingKeysWith: { first, _ in first })
    for link in new {
      if let index = indices[link.providerID] {
        links[index] = link
      } else {
        indices[link.providerID] = links.count
        links.append(link)
      }
    }
  }

  package mutating func unlink(_ providerIDs: some Sequence<String>) {
    let gone = Set(providerIDs)
    links.removeAll { gone.contains($0.providerID) }
  }

  /// Returns the problem with a list that has grown beyond its limit, as a sentence; nil where none
  /// has.
  ///
  /// - Parameter original: the user before; a list that was already too long is accepted.
  package func listProblem(from original: User?) -> String? {
    let lists = [
      ("providers", links.count, original?.links.count),
      ("second factors", secondFactors.count, original?.secondFactors.count),
      ("passkeys", passkeys.count, original?.passkeys.count),
    ]
    return lists.first { $1 > max(AccountLimits.list, $2 ?? 0) }.map {
      "A user has at most \(AccountLimits.list) \($0.0), and this one would have \($0.1)."
    }
  }

  package var hasPassword: Bool { password != nil }
  package var hasPasskeys: Bool { hasUnreadPasskeys || !passkeys.isEmpty }

  /// True when nothing identifies the person: neither address, number, credential nor custom token.
  package var isAnonymous: Bool {
    email == nil && phoneNumber == nil && password == nil && links.isEmpty && !customAuth
      && !hasPasskeys
  }
}
