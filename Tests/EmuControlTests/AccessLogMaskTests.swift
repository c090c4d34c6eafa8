import EmuControl
import EmuHTTP
import Testing

@Suite struct `Texts of the access log without secrets` {
  private let mask = AccessLogMask()

  /// Returns the masked notes and unknown fields of a request with a password.
  private func shown(
    _ reason: [String], unknown: [String] = [], password: String
  ) -> (reasons: [String], unknown: [String]) {
    let request = Request(
      method: .post, path: "/v1/accounts:signUp", headers: ["Content-Type": "application/json"],
      body: Array(#"{"password":"\#(password)"}"#.utf8))
    let printed = Annotations(
      unknownFields: unknown,
      decisions: reason.map {
        Annotations.Note(rule: "password", outcome: "refused", reason: $0)
      })
    let shown = mask.annotations(printed, of: request, .json(Array("{}".utf8)))
    return (shown.decisions.map(\.reason), shown.unknownFields)
  }

  @Test func `a secret is masked in every request, however alike the requests before were`() {
    for _ in 1...3 {
      #expect(shown(["It is weak."], password: "hunter").reasons == ["It is weak."])
    }
    for number in 1...3 {
      let password = "hunter-\(number)-secret"
      let shown = shown(["The password \(password) is too short."], password: password).reasons
      #expect(shown.count == 1)
      #expect(!shown.contains { $0.contains(password) }, "\(shown)")
    }
  }

  @Test(arguments: [1, 2, 300])
  func `a text without a secret stays, the first time and later`(_ count: Int) {
    let texts = (0..<count).map { "Rule \($0) let the request through." }
    for _ in 0..<3 {
      #expect(shown(texts, password: "hunter-1-secret").reasons == texts)
      #expect(shown(["Another one."], password: "hunter-2-secret").reasons == ["Another one."])
    }
  }

  @Test func `an unknown field that is named like a secret is masked, however alike the notes`() {
    for _ in 1...2 {
      #expect(shown(["It is weak."], password: "hunter").reasons == ["It is weak."])
    }
    for number in 1...3 {
      let password = "hunter-\(number)-secret"
      let shown = shown(["It is weak."], unknown: ["users.\(password)"], password: password)
      #expect(shown.reasons == ["It is weak."])
      #expect(!shown.unknown.contains { $0.contains(password) }, "\(shown.unknown)")
    }
  }

  @Test func `a text that was shown stays beside a text with a secret, which is masked`() {
    let text = "The name is hunter-1-secret."
    #expect(shown([text], password: "something-else").reasons == [text])
    let both = shown([text, "hunter-2-secret is too long."], password: "hunter-2-secret").reasons
    #expect(both.first == text)
    #expect(both.last?.contains("hunter-2-secret") == false)
  }
}
