internal import EmuCrypto
internal import EmuModel

/// A valid second factor of a seed.
struct SeedFactor: Sendable {
  var id: String?
  var kind: SecondFactor.Kind
  var displayName: String?
  var enrolledAt: Timestamp?

  static func all(
    _ documents: [UserDocument.FactorDocument]
  ) throws(SeedUser.Problem) -> [SeedFactor] {
    try SeedUser.checkCount(of: documents, "mfa")
    var factors: [SeedFactor] = []
    for (index, document) in documents.enumerated() {
      let path = "mfa[\(index)]"
      let factor = try SeedFactor(document, path)
      guard !factors.contains(where: { $0.kind == factor.kind }) else {
        throw SeedUser.Problem(path, "this second factor is in the list twice")
      }
      guard !factors.contains(where: { $0.id != nil && $0.id == factor.id }) else {
        throw SeedUser.Problem("\(path).mfaEnrollmentId", "another second factor has this id")
      }
      factors.append(factor)
    }
    return factors
  }

  private init(
    _ document: UserDocument.FactorDocument, _ path: String
  ) throws(SeedUser.Problem) {
    switch (document.phone, document.totpSecret) {
    case (let phone?, nil):
      guard PhoneNumber.isPlausible(phone) else {
        throw SeedUser.Problem("\(path).phone", "write the number as +15555550100")
      }
      kind = .phone(phone)
    case (nil, let secret?):
      guard Base32.isSecret(secret) else {
        throw SeedUser.Problem(
          "\(path).totpSecret", "write the secret in Base32, such as JBSWY3DPEHPK3PXP")
      }
      kind = .totp(secret: secret)
    default:
      throw SeedUser.Problem(
        path, "a second factor is either a phone, such as +15555550100, or a totpSecret in Base32")
    }
    try SeedUser.checkLength(
      of: document.displayName, "\(path).displayName", AccountLimits.displayName)
    try SeedUser.check(document.mfaEnrollmentId, "\(path).mfaEnrollmentId")
    displayName = document.displayName
    id = document.mfaEnrollmentId
    enrolledAt = document.enrolledAt?.moment
  }
}

extension User {
  /// Adds the second factors of a seed, and changes existing ones; others remain.
  ///
  /// A factor is identified by its id, otherwise by its number or secret, which are unique.
  mutating func enrol(_ seeds: [SeedFactor], ids: IDGenerator, at now: Timestamp) {
    guard !seeds.isEmpty else { return }
    let known = Set(secondFactors.map(\.id))
    var meant: [String: SeedFactor] = [:]
    for seed in seeds {
      if let id = seed.id, known.contains(id) { meant[id] = seed }
    }
    var new: [SeedFactor] = []
    for seed in seeds where seed.id.map(known.contains) != true {
      let same = secondFactors.first { meant[$0.id] == nil && $0.kind == seed.kind }
      if let same { meant[same.id] = seed } else { new.append(seed) }
    }
    let kinds = Set(seeds.map(\.kind))
    secondFactors = secondFactors.compactMap { factor in
      if let seed = meant[factor.id] { return factor.changed(by: seed) }
      return kinds.contains(factor.kind) ? nil : factor
    }
    secondFactors += new.map { seed in
      SecondFactor(
        id: seed.id ?? ids.uuid(), kind: seed.kind, displayName: seed.displayName,
        enrolledAt: seed.enrolledAt ?? now)
    }
  }
}

extension SecondFactor {
  fileprivate func changed(by seed: SeedFactor) -> SecondFactor {
    var factor = self
    if let id = seed.id { factor.id = id }
    if let name = seed.displayName { factor.displayName = name }
    if let moment = seed.enrolledAt { factor.enrolledAt = moment }
    if kind != seed.kind {
      factor.kind = seed.kind
      // The last code belongs to the previous secret.
      factor.lastStep = nil
    }
    return factor
  }
}
