internal import EmuJOSE
internal import EmuModel

/// Receipts of app verification: self-contained, each with one secret.
///
/// Shape: a ``Seal`` over a random text; the secret is a code over the receipt.
enum AppReceipt {
  static func make(for project: String, _ ids: IDGenerator) -> String {
    receipts(of: project).seal(ids.alphanumeric(32))
  }

  /// What the push carries to the device.
  static func secret(of receipt: String, project: String) -> String {
    Base64URL.encode(Seal(project: project, purpose: "app secret").code(of: receipt))
  }

  /// Whether the receipt was made here for the project.
  static func isOurs(_ receipt: String, project: String) -> Bool {
    receipts(of: project).open(receipt) != nil
  }

  private static func receipts(of project: String) -> Seal {
    Seal(project: project, purpose: "app receipt")
  }
}
