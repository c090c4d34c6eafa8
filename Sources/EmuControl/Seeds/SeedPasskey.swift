internal import EmuCrypto
internal import EmuJOSE
internal import EmuModel

/// A valid passkey of a seed.
struct SeedPasskey: Sendable {
  /// In the stored spelling.
  var id: String
  var publicKey: [UInt8]?
  var document: UserDocument.PasskeyDocument

  static func all(
    _ documents: [UserDocument.PasskeyDocument]
  ) throws(SeedUser.Problem) -> [SeedPasskey] {
    try SeedUser.checkCount(of: documents, "passkeys")
    var passkeys: [SeedPasskey] = []
    var known: Set<String> = []
    for (index, document) in documents.enumerated() {
      let path = "passkeys[\(index)]"
      let passkey = try SeedPasskey(document, path)
      guard known.insert(passkey.id).inserted else {
        throw SeedUser.Problem("\(path).credentialId", "this passkey is in the list twice")
      }
      passkeys.append(passkey)
    }
    return passkeys
  }

  private init(
    _ document: UserDocument.PasskeyDocument, _ path: String
  ) throws(SeedUser.Problem) {
    self.document = document
    guard let id = Passkey.id(document.credentialId) else {
      throw SeedUser.Problem("\(path).credentialId", "write 1 to 1023 bytes in base64url")
    }
    self.id = id
    try SeedUser.checkLength(of: document.name, "\(path).name", AccountLimits.displayName)
    guard let text = document.publicKey else { return }
    guard let bytes = Base64URL.decode(text, lenient: true), !bytes.isEmpty else {
      throw SeedUser.Problem(
        "\(path).publicKey", "write the COSE_Key (RFC 9052) in base64url, or leave it out")
    }
    publicKey = bytes
  }
}

extension User {
  /// Adds the passkeys of a seed, and changes existing ones; others remain.
  mutating func upsert(_ seeds: [SeedPasskey], at now: Timestamp) {
    for seed in seeds {
      let place = passkeys.firstIndex { $0.credentialID == seed.id }
      var passkey =
        place.map { passkeys[$0] } ?? Passkey(credentialID: seed.id, createdAt: now)
      if let name = seed.document.name { passkey.name = name }
      if let key = seed.publicKey { passkey.publicKey = key }
      // The counter only increases, because a smaller one indicates a copied authenticator.
      passkey.signCount = max(passkey.signCount, seed.document.signCount ?? 0)
      if let isEligible = seed.document.backupEligible { passkey.isBackupEligible = isEligible }
      if let moment = seed.document.createdAt?.moment { passkey.createdAt = moment }
      if let place { passkeys[place] = passkey } else { passkeys.append(passkey) }
    }
  }
}
