internal import EmuCrypto
package import EmuJSON

/// Texts that clients receive and return: everyone can read them, but not change them.
///
/// A ``Seal`` over the base64url of a JSON object with a member `project`, from which the key is
/// derived.
package enum SealedText {
  /// Seals a JSON object with the given `project` and the members that the closure writes.
  ///
  /// - Parameter capacity: the expected length of the object in bytes.
  package static func seal(
    as purpose: String, project: String, capacity: Int,
    _ writeMembers: (inout JSONTextWriter) throws -> Void
  ) rethrows -> String {
    var writer = JSONTextWriter(capacity: capacity)
    writer.beginObject()
    writer.member("project", project)
    try writeMembers(&writer)
    writer.endObject()
    return Seal(project: project, purpose: purpose).seal(Base64URL.encode(writer.bytes))
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
