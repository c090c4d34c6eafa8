internal import EmuCrypto
internal import EmuJOSE
internal import EmuModel

/// Receipts of app verification, stateless, each with one secret.
///
/// Format: a ``Seal`` over a random text. The secret is an authentication code of the receipt.
enum AppReceipt {
  static func issue(for project: String, _ ids: IDGenerator) -> String {
    receipts(of: project).seal(ids.alphanumeric(32))
  }

  /// Returns the secret that the push delivers to the device.
  static func secret(of receipt: String, project: String) -> String {
    Base64URL.encode(Seal(project: project, purpose: "app secret").code(of: receipt))
  }

  /// Returns true for a receipt that this emulator created for the project.
  static func isOurs(_ receipt: String, project: String) -> Bool {
    receipts(of: project).open(receipt) != nil
  }

  private static func receipts(of project: String) -> Seal {
    Seal(project: project, purpose: "app receipt")
  }
}
