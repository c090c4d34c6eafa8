internal import EmuCrypto
package import EmuJSON

/// Texts that clients receive and return: everyone can read them, but not change them.
///
/// A ``Seal`` over the base64url of a JSON object with a member `project`, from which the key is
/// derived.
package enum SealedText {
  /// Seals the text of a JSON object, whose `project` is the one given.
  package static func seal(_ object: [UInt8], as purpose: String, project: String) -> String {
    Seal(project: project, purpose: purpose).seal(Base64URL.encode(object))
  }

  /// Returns the members of an object that was sealed for the purpose; nil for anything else.
  package static func open(_ text: String, as purpose: String) -> (
    project: String, fields: JSONObject
  )? {
    guard let body = Seal.unchecked(text).flatMap({ Base64URL.decode($0) }),
      let fields = (try? JSON(parsing: body))?.object,
      let project = fields["project"]?.string,
      Seal(project: project, purpose: purpose).open(text) != nil
    else { return nil }
    return (project, fields)
  }
}
