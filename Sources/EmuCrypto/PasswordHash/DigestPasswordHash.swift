/// `SHA512`, `SHA256`, `SHA1`, `MD5`: an iterated plain hash of salt and password.
///
/// A further round hashes the bytes of the previous one, for MD5 followed by the password, as
/// production was recorded. An MD5 is stored either as its 16 bytes or as 32 hexadecimal
/// characters; production's SDK tests import the latter.
package struct DigestPasswordHash: Sendable, Hashable {
  package let digest: Digest
  /// The number of rounds; for MD5 those after the first.
  package let rounds: Int
  package let order: PasswordSaltOrder

  /// Creates the algorithm from an import's parameters.
  ///
  /// The default order is production's when a request names none.
  ///
  /// - Throws: `costOutOfRange` for rounds outside 1…8192 (MD5: 0…8192), production's limits.
  package init(
    digest: Digest, rounds: Int, order: PasswordSaltOrder = .saltThenPassword
  ) throws(CryptoError) {
    self.digest = digest
    self.rounds = try limited(rounds, in: (digest == .md5 ? 0 : 1)...8192, "rounds")
    self.order = order
  }

  func hash(password: [UInt8], salt: [UInt8]) -> [UInt8] {
    var value = digest.hash(order.join(password: password, salt: salt))
    let isMD5 = digest == .md5
    for _ in stride(from: isMD5 ? 0 : 1, to: rounds, by: 1) {
      value = digest.hash(isMD5 ? value + password : value)
    }
    return value
  }

  func verifies(password: [UInt8], salt: [UInt8], hash: [UInt8]) -> Bool {
    ConstantTime.areEqual(
      Self.bytes(of: hash, digest) ?? [], self.hash(password: password, salt: salt))
  }

  func check(_ hash: [UInt8]) throws(CryptoError) {
    guard Self.bytes(of: hash, digest) != nil else {
      throw CryptoError(
        .invalidPasswordHash,
        "the password hash has \(hash.count) bytes instead of \(digest.byteCount)")
    }
  }

  private static func bytes(of hash: [UInt8], _ digest: Digest) -> [UInt8]? {
    if hash.count == digest.byteCount { return hash }
    guard digest == .md5, hash.count == 2 * digest.byteCount else { return nil }
    return Hex.decode(String(decoding: hash, as: UTF8.self))
  }
}
