internal import EmuCrypto
internal import EmuJOSE
internal import EmuJSON

/// Texts that are handed out and come back: everybody can read them, and nobody can change them.
///
/// Shape: `base64url(JSON object with a member "project") . base64url(HMAC-SHA256)`. The key is
/// derived from the project id and the purpose alone, so that a text outlives a wiped store, and is
/// good for nothing else. Nothing is secret here: the emulator trusts everybody who can reach it.
enum SealedText {
  /// Seals the text of a JSON object, whose `project` is the one given.
  static func seal(_ object: [UInt8], as purpose: String, project: String) -> String {
    let body = Base64URL.encode(object)
    return body + "." + Base64URL.encode(code(body, purpose, project: project))
  }

  /// The members of an object that was sealed for the purpose; nil for anything else.
  static func open(_ text: String, as purpose: String) -> (project: String, fields: JSONObject)? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, let body = Base64URL.decode(String(parts[0])),
      let tag = Base64URL.decode(String(parts[1])),
      let fields = (try? JSON(parsing: body))?.object,
      let project = fields["project"]?.string,
      ConstantTime.areEqual(tag, code(String(parts[0]), purpose, project: project))
    else { return nil }
    return (project, fields)
  }

  private static func code(_ body: String, _ purpose: String, project: String) -> [UInt8] {
    HMAC.code(
      for: Array(body.utf8),
      key: Digest.sha256.hash(Array("auth-emulator \(purpose)\n\(project)".utf8)), using: .sha256)
  }
}
