public import Foundation

extension EmulatorProject {
  /// Stores the users of a file: lines, a seed, or the JSON or CSV of `firebase auth:export`.
  ///
  /// - Returns: the number of stored users. Rejected ones are listed only with
  ///   ``UserImportOptions/skipsRefused`` and in a dry run.
  /// - Throws: ``AuthEmulatorError`` of the kind `usersRefused` where a user cannot be stored;
  ///   nothing was stored then.
  @discardableResult
  public func importUsers(
    _ data: Data, _ options: UserImportOptions = UserImportOptions()
  ) async throws -> UserImportResult {
    let call = "/emulator/v1\(path)/import"
    let answer = try await connection.send(
      "POST", call, query: options.query, body: data, type: "application/octet-stream")
    let result = try ControlConnection.read(
      JSONValue(parsing: answer), as: UserImportResult.self, "POST \(call)")
    guard result.refused == 0 || options.skipsRefused || options.isDryRun else {
      let reasons = result.refusals.prefix(3).map { "\($0.location): \($0.message)" }
      throw AuthEmulatorError(
        .usersRefused,
        "\(result.refused) users cannot be stored, so none was: "
          + reasons.joined(separator: "; "),
        nextStep: "Correct the file, or set `skipsRefused` in the options to leave them out.")
    }
    return result
  }

  /// Stores the users of a file, see ``importUsers(_:_:)``.
  @discardableResult
  public func importUsers(
    file: URL, _ options: UserImportOptions = UserImportOptions()
  ) async throws -> UserImportResult {
    try await importUsers(Data(reading: file), options)
  }

  /// Returns every user of the project and its tenants, as a line of JSON each, for
  /// ``importUsers(_:_:)``.
  ///
  /// - Parameter plainPasswords: true to include plaintext passwords.
  public func exportUsers(plainPasswords: Bool = false) async throws -> Data {
    try await connection.send(
      "GET", "/emulator/v1/export",
      query: [
        "project": id, "format": "ndjson", "plainPasswords": plainPasswords ? "true" : nil,
      ])
  }
}

extension Data {
  /// Reads a file that the caller of the kit names.
  init(reading file: URL) throws {
    do {
      self = try Data(contentsOf: file)
    } catch {
      throw AuthEmulatorError(
        .notFound, "The file \(file.path) cannot be read: \(error).",
        nextStep: "Name a file that exists, and that the tests may read.")
    }
  }
}
