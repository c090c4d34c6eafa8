internal import EmuCrypto
internal import EmuJOSE
internal import EmuJSON
internal import EmuModel

/// The users of a file in sequence; memory does not grow with their number.
protocol UserSource {
  /// Returns the next user; nil at the end.
  ///
  /// - Throws: `DocumentError` if the rest of the file cannot be read. An error of a single user is
  ///   in its ``SourceUser``.
  mutating func next() throws -> SourceUser?

  /// The members beside the users that are not read, with their files; complete at the end.
  var unreadMembers: [String] { get }
}

extension UserSource {
  var unreadMembers: [String] { [] }
}

struct SourceUser: Sendable {
  var location: ImportLocation
  /// The tenant of the file; nil if each user names its tenant, or has none.
  var tenantID: String?
  var document: Result<UserDocument, DocumentError>
  /// The kind of the rejection, where there is no document.
  var code = ImportReport.Code.invalidValue
  /// Fields of the user that the format does not define.
  var unknownFields: [String] = []
  /// True for a user whose password hash was omitted.
  var hasLostPassword = false
  /// The text of the user in an export folder; nil in other formats.
  var record: String?

  /// Adds the tenant and the hash parameters of an import, and checks the user.
  mutating func complete(_ options: ImportOptions) {
    document = Result { () throws(DocumentError) in try completed(document.get(), options) }
  }

  private mutating func completed(
    _ document: UserDocument, _ options: ImportOptions
  ) throws(DocumentError) -> UserDocument {
    var document = document
    document.common.tenantId = try tenant(of: document, options)
    if document.common.passwordHash != nil, document.hash == nil, !document.hasClearPassword {
      if let hash = options.hash ?? document.hashOfExports {
        document.hash = hash
      } else if options.dropsUnknownHashes {
        (document.common.passwordHash, document.common.salt) = (nil, nil)
        (hasLostPassword, record) = (true, nil)
      } else {
        code = .missingHashAlgorithm
        throw DocumentError(
          field: "passwordHash",
          message: "the file does not say how the hash was made; a hashAlgorithm is needed")
      }
    }
    try document.check()
    return document
  }

  private func tenant(
    of document: UserDocument, _ options: ImportOptions
  ) throws(DocumentError) -> String? {
    let target = tenantID ?? options.tenant
    guard let own = document.common.tenantId else { return target }
    guard target == nil || target == own else {
      throw DocumentError(
        field: "tenantId",
        message: "the user belongs to the tenant \(own), and not to \(target ?? "")")
    }
    guard Project.isPlausible(id: own) else {
      throw DocumentError(field: "tenantId", message: Tenant.idProblem)
    }
    return own
  }
}

extension UserDocument {
  /// The parameters of the exports of this emulator, which their salts show; nil for another hash.
  fileprivate var hashOfExports: PasswordHashParameters? {
    let salt = Base64URL.decode(common.salt ?? "", lenient: true) ?? []
    if salt.starts(with: StoredPassword.hashedSaltPrefix.utf8) { return .ofSeeds }
    return salt.starts(with: StoredPassword.saltPrefix.utf8) ? .ofFiles : nil
  }

  /// Decodes a user in the format of a seed.
  ///
  /// - Throws: an error with a field of the user, or none.
  init(reading tree: JSON) throws(DocumentError) {
    do throws(JSONError) {
      self = try JSONDecoding.decode(
        UserDocument.self, from: tree, options: .rejectingUnknownFields)
    } catch {
      throw DocumentError(field: error.path ?? "", message: error.message)
    }
  }
}

extension DocumentError {
  /// Creates the error of a file that cannot be read after a location.
  init(_ error: JSONError, after location: String) {
    self.init(
      message:
        "\(location): the file breaks off or is not JSON (\(error.description)). Correct it there, or export "
        + "it again.")
  }
}
