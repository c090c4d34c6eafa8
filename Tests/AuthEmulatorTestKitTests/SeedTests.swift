import AuthEmulatorTestKit
import AuthEmulatorTesting
import Foundation
import Testing

@Suite(.emulator) final class `Seeding`: ProjectSuite {
  @Test func `a seeded user has everything that was seeded`() async throws {
    var ann = SeedUser(
      uid: "ann", email: "ann@example.com", password: "secret1", emailVerified: true,
      displayName: "Ann", phoneNumber: "+15555550100",
      identities: [SeedIdentity("google.com", rawId: "g-1", email: "ann@example.com")],
      secondFactors: [.phone("+15555550101")], customClaims: ["role": "admin", "level": 3])
    ann.createdAt = Date(timeIntervalSince1970: 1_600_000_000)
    #expect(try await project.seed(users: [ann, SeedUser(uid: "bea")]).created == 2)
    #expect(try await project.seed(users: [ann]).updated == 0)
    let user = try await project.user(email: "ann@example.com")
    #expect(user.uid == "ann" && user.emailVerified)
    #expect(user.displayName == "Ann" && user.phoneNumber == "+15555550100")
    #expect(Set(user.providerIds) == ["google.com", "password", "phone"])
    #expect(user.customClaims == ["role": "admin", "level": 3] && user.createdAt == ann.createdAt)
    #expect(user.raw["mfaInfo"]?.array?.count == 1)
    #expect(try await project.users().map(\.uid) == ["ann", "bea"])
  }

  @Test func `a seeded tenant has its own users`() async throws {
    try await project.seed(
      users: [SeedUser(uid: "ann", email: "ann@example.com", tenantId: "t-1")],
      tenants: [SeedTenant("t-1", displayName: "First")])
    #expect(try await project.users(tenant: "t-1").map(\.uid) == ["ann"])
    #expect(try await project.user(uid: "ann", tenant: "t-1").tenantId == "t-1")
  }

  @Test func `a seeded person signs in with what was seeded`() async throws {
    try await project.seed(
      people: [
        SeedPerson(at: "apple.com", sub: "001.ann", email: "ann@example.com", givenName: "Ann")
      ],
      providers: [SeedProvider("apple.com", bundleIds: ["com.example.app"])])
    let ann = try await project.appleCredential(user: "001.ann", clientId: "com.example.app")
    #expect(ann.fullName?.givenName == "Ann" && ann.claims["aud"]?.string == "com.example.app")
  }

  @Test func `a seed with a wrong member names its path`() async throws {
    let error = await kitError {
      try await project.seed(users: [SeedUser(uid: "ann", more: ["mail": "x"])])
    }
    #expect(error?.kind == .refused(status: 400))
    #expect(error?.message.contains("users[0].mail") == true)
  }

  @Test func `a seed document is read from a file, and exported again`() async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(project.id).json")
    defer { try? FileManager.default.removeItem(at: file) }
    let text = "{version: 1, projects: {'\(project.id)': {users: [{localId: 'ann'}]}}} // JSON5"
    try Data(text.utf8).write(to: file)
    try await project.emulator.seed(file: file)
    let users = try await project.export()["projects"]?[project.id]?["users"]?.array
    #expect(users?.first?["localId"] == "ann")
    try await project.reset()
    #expect(try await project.users().isEmpty)
  }

  @Test func `a missing user is an error that names the project`() async throws {
    let error = await kitError { try await project.user(email: "ann@example.com") }
    #expect(error?.kind == .notFound && error?.message.contains(project.id) == true)
  }

  @Test func `switches are set one by one and by profile`() async throws {
    let changed = try await project.set { $0.recentLogin = .on }
    #expect(changed.recentLogin == .on && changed.checkNonce == .ours)
    try await project.set { $0.profile = .production }
    let settings = try await project.settings()
    #expect(settings.profile == .production && settings.verifyCredentials == .on)
  }
}
