internal import EmuModel

/// What the users of a long seed claim, to tell whether any two of them claim the same.
///
/// A claim is kept as a number that is the same for claims that are. Two others have the same number once
/// in ten million long seeds, and their users are then compared in full.
struct SeedClaims {
  /// The most claims that are kept, in 8 bytes each.
  private static let most = 2 << 20

  private var numbers: [Int] = []

  /// Adds what a user claims, for a project where no address belongs to two users.
  ///
  /// - Returns: false where there are too many claims.
  mutating func take(_ user: SeedUser, _ project: String) -> Bool {
    let tenant = user.document.tenantId
    func number(_ kind: Int, _ value: String, _ provider: String = "") -> Int {
      var hasher = Hasher()
      hasher.combine(kind)
      hasher.combine(project)
      hasher.combine(tenant)
      hasher.combine(provider)
      hasher.combine(Array(value.utf8))
      return hasher.finalize()
    }
    if let id = user.document.localId { numbers.append(number(0, id)) }
    if let phone = user.document.phoneNumber { numbers.append(number(1, phone)) }
    if let email = user.email { numbers.append(number(2, email)) }
    for link in user.links { numbers.append(number(3, link.rawID, link.providerID)) }
    for passkey in user.passkeys { numbers.append(number(4, passkey.id)) }
    return numbers.count <= Self.most
  }

  /// Whether two users may claim the same.
  mutating func hasRepetition() -> Bool {
    numbers.sort()
    return zip(numbers, numbers.dropFirst()).contains { $0 == $1 }
  }
}
