import EmuControl
import EmuHTTP
import Testing

@Suite struct `Texts of the access log without secrets` {
  /// Returns the masked notes of a request with a password.
  private static func shown(
    _ reason: [String], password: String, by mask: AccessLogMask
  ) -> [String] {
    let request = Request(
      method: .post, path: "/v1/accounts:signUp", headers: ["Content-Type": "application/json"],
      body: Array(#"{"password":"\#(password)"}"#.utf8))
    let printed = Annotations(
      decisions: reason.map {
        Annotations.Note(rule: "password", outcome: "refused", reason: $0)
      })
    return mask.annotations(printed, of: request, .json(Array("{}".utf8))).decisions.map(\.reason)
  }

  @Test func `a secret is masked in every request, however alike the requests before were`() {
    let mask = AccessLogMask()
    for _ in 1...3 {
      #expect(Self.shown(["It is weak."], password: "hunter", by: mask) == ["It is weak."])
    }
    for number in 1...3 {
      let password = "hunter-\(number)-secret"
      let shown = Self.shown(
        ["The password \(password) is too short."], password: password, by: mask)
      #expect(shown.count == 1)
      #expect(!shown.contains { $0.contains(password) }, "\(shown)")
    }
  }

  @Test(arguments: [1, 2, 300])
  func `a text without a secret stays, the first time and later`(_ count: Int) {
    let mask = AccessLogMask()
    let texts = (0..<count).map { "Rule \($0) let the request through." }
    for _ in 0..<3 {
      #expect(Self.shown(texts, password: "hunter-1-secret", by: mask) == texts)
      #expect(
        Self.shown(["Another one."], password: "hunter-2-secret", by: mask) == ["Another one."])
    }
  }

  @Test func `an unknown field that is named like a secret is masked, however alike the notes are`()
  {
    let mask = AccessLogMask()
    for _ in 1...2 {
      #expect(Self.shown(["It is weak."], password: "hunter", by: mask) == ["It is weak."])
    }
    for number in 1...3 {
      let password = "hunter-\(number)-secret"
      let request = Request(
        method: .post, path: "/v1/accounts:signUp", headers: ["Content-Type": "application/json"],
        body: Array(#"{"password":"\#(password)"}"#.utf8))
      let printed = Annotations(
        unknownFields: ["users.\(password)"],
        decisions: [Annotations.Note(rule: "password", outcome: "refused", reason: "It is weak.")])
      let shown = mask.annotations(printed, of: request, .json(Array("{}".utf8)))
      #expect(shown.decisions.map(\.reason) == ["It is weak."])
      #expect(!shown.unknownFields.contains { $0.contains(password) }, "\(shown.unknownFields)")
    }
  }

  @Test func `a text that was shown stays beside a text with a secret, which is masked`() {
    let mask = AccessLogMask()
    let text = "The name is hunter-1-secret."
    #expect(Self.shown([text], password: "something-else", by: mask) == [text])
    let both = Self.shown(
      [text, "hunter-2-secret is too long."], password: "hunter-2-secret", by: mask)
    #expect(both.first == text)
    #expect(both.last?.contains("hunter-2-secret") == false)
  }
}
