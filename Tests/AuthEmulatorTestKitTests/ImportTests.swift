import AuthEmulatorTestKit
import AuthEmulatorTesting
import Foundation
import Testing

@Suite(.emulator) final class `Users in and out`: ProjectSuite {
  private static let lines = Data(
    """
    {"localId":"ann","email":"ann@example.com","password":"secret1"}
    {"localId":"bea","email":"bea@example.com"}

    """.utf8)

  @Test func `exported users are restored by an import`() async throws {
    try await project.seed(users: [
      SeedUser(uid: "ann", email: "ann@example.com", password: "secret1", displayName: "Ann"),
      SeedUser(uid: "bea", phoneNumber: "+15555550100"),
    ])
    let exported = try await project.exportUsers(plainPasswords: true)
    let other = try await project.emulator.uniqueProject()
    let result = try await other.importUsers(exported)
    #expect(result.format == "ndjson" && result.stored == 2 && !result.dryRun)
    #expect(try await other.exportUsers(plainPasswords: true) == exported)
    let signedIn = try await App(other).signIn("ann@example.com", password: "secret1")
    #expect(signedIn.body["localId"] == "ann")
    // Without parameters the file has no password.
    let text = String(decoding: try await project.exportUsers(), as: UTF8.self)
    #expect(text.contains("ann@example.com") && !text.contains("secret1"))
  }

  @Test func `users of a file are imported into a tenant, in its form`() async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(project.id).csv")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data("ann,ann@example.com,true\n".utf8).write(to: file)
    try await project.seed(tenants: [SeedTenant("t-1")])
    let options = UserImportOptions(format: .firebaseCSV, tenant: "t-1")
    #expect(try await project.importUsers(file: file, options).stored == 1)
    #expect(try await project.user(uid: "ann", tenant: "t-1").emailVerified)
    #expect(try await project.users().isEmpty)
    let error = await kitError {
      try await project.importUsers(file: file.appendingPathExtension("gone"))
    }
    #expect(error?.kind == .notFound)
  }

  @Test func `users of whom one cannot be stored are rejected, or it is skipped`() async throws {
    let data = Self.lines + Data(#"{"localId":"cem","email":"ann@example.com"}"#.utf8)
    let error = await kitError { try await project.importUsers(data) }
    #expect(error?.kind == .usersRefused)
    #expect(error?.message.contains("line 3") == true, "\(error?.message ?? "")")
    #expect(try await project.users().isEmpty)
    let result = try await project.importUsers(data, UserImportOptions(skipsRefused: true))
    #expect(result.stored == 2 && result.refused == 1)
    #expect(result.refusals.map(\.location) == ["line 3"])
    #expect(result.refusals.map(\.code) == ["DUPLICATE"])
    #expect(try await project.users().map(\.uid) == ["ann", "bea"])
  }

  @Test func `users that can be stored are stored, without unknown hashes`() async throws {
    let data = Data(
      """
      {"users":[{"localId":"ann","email":"ann@example.com","passwordHash":"aGFzaA==","salt":"c2E="},\
      {"localId":"bea","email":"ann@example.com"},{"localId":"cem","nick":"c"}]}
      """.utf8)
    var options = UserImportOptions()
    options.skipsRefused = true
    options.withoutPasswords = true
    let result = try await project.importUsers(data, options)
    #expect(result.stored == 2 && result.refusals.map(\.location) == ["users[1]"])
    #expect(result.warnings.count == 2, "\(result.warnings)")
    #expect(try await project.users().map(\.uid) == ["ann", "cem"])
  }

  @Test func `users of a dry run are not stored, and others are replaced`() async throws {
    let dry = try await project.importUsers(Self.lines, UserImportOptions(isDryRun: true))
    #expect(dry.dryRun && dry.stored == 2)
    #expect(try await project.users().isEmpty)
    try await project.seed(users: [SeedUser(uid: "old")])
    var options = UserImportOptions()
    options.requiresEmpty = true
    await #expect(throws: AuthEmulatorError.self) {
      try await project.importUsers(Self.lines, options)
    }
    #expect(try await project.users().map(\.uid) == ["old"])
    try await project.importUsers(Self.lines, UserImportOptions(replaces: true))
    #expect(try await project.users().map(\.uid) == ["ann", "bea"])
  }

  @Test func `users with password hashes sign in by the parameters of the import`() async throws {
    // SHA-256 of "secret1" in base64url.
    let user =
      #"{"users":[{"localId":"ann","email":"ann@example.com","passwordHash":"WxFhjC5EAnh30M0JIe0Wa58Xb1BYf8kedTTdKUbbd9Y="}]}"#
    var options = UserImportOptions(format: .firebaseJSON)
    options.hash = ["hashAlgorithm": "SHA256", "rounds": "1"]
    #expect(try await project.importUsers(Data(user.utf8), options).stored == 1)
    for (password, status) in [("secret1", 200), ("secret2", 400)] {
      let reply = try await app.signIn("ann@example.com", password: password)
      #expect(reply.status == status, "\(reply.body)")
    }
  }
}
