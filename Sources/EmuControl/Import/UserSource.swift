internal import EmuJSON
internal import EmuModel

/// The users of a file, one after the other; memory does not grow with their number.
protocol UserSource {
  /// The next user; nil at the end.
  ///
  /// - Throws: `ImportFault` where the file breaks off: what follows cannot be read. What is wrong with
  ///   one user alone is in its ``SourceUser``.
  mutating func next() throws -> SourceUser?
}

/// One user as a file has it.
struct SourceUser: Sendable {
  var place: ImportPlace
  /// The tenant that the file is of; nil where each user names its own, or none.
  var tenantID: String?
  var document: Result<UserDocument, SeedUser.Problem>
}

extension UserDocument {
  /// Reads a user as a seed writes one.
  ///
  /// - Throws: `Problem`, with a field below the user, or none.
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
  /// Why a file cannot be read on, behind the last user that was read.
  init(_ error: JSONError, after place: String) {
    self.init(
      "\(place): the file breaks off or is no JSON (\(error.description)). Restore the file.")
  }
}
