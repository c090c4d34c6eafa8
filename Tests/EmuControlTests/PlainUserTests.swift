import EmuHTTP
import EmuModel
import EmuTestSupport
import Testing

/// Users in the form of exports are read without a tree and without `Codable`, with the same
/// results.
@Suite struct `control: plain users` {
  static let users: [String] = [
    #"{"localId":"a"}"#, #" { "localId" : "a" , "email" : "A@X.test" } "#,
    #"{"localId":"a","email":"a@x.test","emailVerified":true,"displayName":"Ann Lee","createdAt":1700000000000,"lastLoginAt":1700000000001}"#,
    #"{"localId":"a","password":"secret1","email":"a@x.test","disabled":true}"#,
    #"{"localId":"a","phoneNumber":"+15555550100","photoUrl":"https://x.test/a.png"}"#,
    #"{"localId":"a","customClaims":{"role":"admin","list":[1,2.5,null,{"k":"\u00e9"}]}}"#,
    #"{"localId":"a","email":"a@x.test","providers":[{"providerId":"google.com","rawId":"1","email":"B@x.test","displayName":"B","photoUrl":"https://x.test/b","screenName":"b"},{"providerId":"apple.com","rawId":"2"}]}"#,
    #"{"localId":"a","providers":[]}"#, #"{"localId":"é🦆","displayName":"Renée"}"#,
    #"{"localId":"a","localId":"b"}"#, #"{"localId":"a","email":"nobody","email":"a@x.test"}"#,
    // Invalid users, each with the same message.
    #"{"localId":""}"#, #"{"localId":"a","email":"nobody"}"#,
    #"{"localId":"a","email":"a@@x.test"}"#,
    #"{"localId":"a","providers":[{"providerId":"nobody","rawId":"1"}]}"#,
    #"{"localId":"a","providers":[{"providerId":"google.com"}]}"#,
    #"{"localId":"a","providers":[{"providerId":"google.com","rawId":"1","email":"x"}]}"#,
    #"{"localId":"a","providers":[{"providerId":"google.com","rawId":"1"},{"providerId":"google.com","rawId":"2"}]}"#,
    #"{"localId":"a","createdAt":999999999999999}"#, #"{"localId":"a","createdAt":1.5}"#,
    #"{"localId":"a","emailVerified":"yes"}"#, #"{"localId":7}"#,
    #"{"localId":"a","nickname":"b"}"#,
    #"{"localId":"a","customClaims":{"sub":"b"}}"#, #"{"localId":"a","customClaims":[]}"#,
    #"{"localId":"a","salt":"b"}"#, #"{"localId":"a","passwordHash":"b"}"#, #"{}"#,
  ]

  /// Returns the report of an import, and the stored user.
  private static func outcome(of user: String) async throws -> (String, String) {
    let emulator = try TestEmulator()
    let reply = await emulator.control(.post, "projects/demo-project/import?format=ndjson", user)
    let lines = await emulator.control(
      .get, "export?format=ndjson&plainPasswords=true")
    return (reply.text, lines.text)
  }

  @Test(arguments: users) func `plain users become what the decoder makes of them`(_ user: String)
    async throws
  {
    let plain = try await Self.outcome(of: user)
    // A null counts as absent, and only the decoder supports it.
    let member = user == "{}" ? #""screenName":null}"# : #","screenName":null}"#
    let end = try #require(user.lastIndex(of: "}"))
    let other = try await Self.outcome(of: user[..<end] + member)
    #expect(plain == other, "\(user)")
  }
}
