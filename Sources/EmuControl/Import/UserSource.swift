internal import EmuJSON
internal import EmuModel

/// The users of a file in sequence; memory does not grow with their number.
protocol UserSource {
  /// Returns the next user; nil at the end.
  ///
  /// - Throws: `ImportFault` if the rest of the file cannot be read. An error of a single user is
  ///   in its ``SourceUser``.
  mutating func next() throws -> SourceUser?

  /// The members beside the users that are not read, with their files; complete at the end.
  var unreadMembers: [String] { get }
}

extension UserSource {
  var unreadMembers: [String] { [] }
}

/// A user of a file.
struct SourceUser: Sendable {
  var location: ImportLocation
  /// The tenant of the file; nil if each user names its tenant, or has none.
  var tenantID: String?
  var document: Result<UserDocument, SeedUser.Problem>
  /// Fields of the user that the format does not define.
  var unknownFields: [String] = []
  /// The text of the user in an export folder; nil in other formats.
  var record: String?
}

extension UserDocument {
  /// Decodes a user in the format of a seed.
  ///
  /// - Throws: `Problem`, with a field of the user, or none.
  init(reading tree: JSON) throws(SeedUser.Problem) {
    do throws(JSONError) {
      self = try JSONDecoding.decode(
        UserDocument.self, from: tree, options: .rejectingUnknownFields)
    } catch {
      throw SeedUser.Problem(error.path ?? "", error.message)
    }
  }
}

extension ImportFault {
  /// Creates the error of a file that cannot be read after a location.
  init(_ error: JSONError, after location: String) {
    self.init(
      "\(location): the file breaks off or is not JSON (\(error.description)). Correct it there, or export "
        + "it again.")
  }
}
