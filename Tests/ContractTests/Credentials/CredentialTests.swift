import EmuTestSupport
import Testing

/// The refusals of the other rows are tested with those of the server codes.
@Suite struct `Credentials` {
  @Test(arguments: CredentialRow.all.filter { $0.row.message.isEmpty })
  func `credentials are accepted where they are still valid`(_ row: CredentialRow) async throws {
    let reply = try await row.row.reply()
    #expect(reply.status == 200, "\(reply.errorMessage ?? "")")
  }

  @Test func `credentials are each presented in every wrong way`() {
    let rows = CredentialRow.all.map { "\($0.kind) \($0.misuse)" }
    let wanted = CredentialRow.Kind.allCases.flatMap { kind in
      CredentialRow.Misuse.allCases.map { "\(kind) \($0)" }
    }
    #expect(Set(rows) == Set(wanted))
  }
}
