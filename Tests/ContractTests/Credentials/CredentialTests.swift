import EmuServer
import EmuTestSupport
import Testing

@Suite struct `Credentials` {
  @Test(arguments: CredentialRow.all)
  func `credentials are rejected wherever they are not valid`(_ row: CredentialRow) async throws {
    let emulator = try TestEmulator(profile: row.profile, hasKeys: row.signsIDTokens) {
      $0.signsIDTokens = row.signsIDTokens
    }
    #expect(try emulator.key(of: CredentialRow.otherProject) == CredentialRow.otherKey)
    let reply = try await row.request(emulator)
    switch row.outcome {
    case .refused(let message):
      #expect(reply.status == 400)
      #expect(reply.errorMessage == message)
    case .taken:
      #expect(reply.status == 200, "\(reply.errorMessage ?? "")")
    }
  }

  @Test func `credentials are each presented in every wrong way`() {
    let rows = CredentialRow.all.map { "\($0.kind) \($0.misuse)" }
    let wanted = CredentialRow.Kind.allCases.flatMap { kind in
      CredentialRow.Misuse.allCases.map { "\(kind) \($0)" }
    }
    #expect(Set(rows) == Set(wanted))
  }
}
