internal import EmuCrypto
internal import EmuJOSE
internal import EmuModel

/// Receipts of app verification: self-contained, each with one secret.
///
/// Shape: `{random text}.{code over it}`; the secret is another code over it. The key is derived from
/// the project's id, since nothing is secret here.
enum AppReceipt {
  static func make(for project: String, _ ids: IDGenerator) -> String {
    let nonce = ids.alphanumeric(32)
    return nonce + "." + code("receipt", nonce, project)
  }

  /// What the push carries to the device.
  static func secret(of receipt: String, project: String) -> String {
    code("secret", receipt, project)
  }

  /// Whether the receipt was made here for the project.
  static func isOurs(_ receipt: String, project: String) -> Bool {
    let parts = receipt.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return false }
    return ConstantTime.areEqual(
      Array(parts[1].utf8), Array(code("receipt", String(parts[0]), project).utf8))
  }

  private static func code(_ purpose: String, _ text: String, _ project: String) -> String {
    let key = Digest.sha256.hash(Array("auth-emulator app receipt\n\(project)".utf8))
    return Base64URL.encode(
      HMAC.code(for: Array("\(purpose)\n\(text)".utf8), key: key, using: .sha256))
  }
}
