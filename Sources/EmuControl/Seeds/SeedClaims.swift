internal import EmuModel

/// The unique values of a long seed's users, to detect duplicates.
///
/// Each value is stored as a hash. A collision is expected once in ten million long seeds; the
/// users are then compared completely.
struct SeedClaims {
  /// The limit of stored hashes, in 8 bytes each.
  private static let most = 2 << 20

  private var numbers: [Int] = []

  /// Adds the unique values of a user, in a project without shared addresses.
  ///
  /// - Returns: false if the limit is exceeded.
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

  /// Returns true if two users may have the same unique value.
  mutating func hasRepetition() -> Bool {
    numbers.sort()
    return zip(numbers, numbers.dropFirst()).contains { $0 == $1 }
  }
}
