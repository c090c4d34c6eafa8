import EmuControl
import EmuHTTP
import EmuModel
import Testing

@Suite struct `Texts of the access log without secrets` {
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
        Decision(.password, .refused, Reason($0))
      })
    let shown = AccessLogMask.annotations(printed, of: request, .json(Array("{}".utf8)))
    return (shown.decisions.map(\.reason.text), shown.unknownFields)
  }

  @Test func `a secret is masked in the access log, and the texts beside it stay`() {
    let texts = (0..<3).map { "Rule \($0) let the request through." }
    let password = "hunter-1-secret"
    let shown = shown(
      texts + ["The password \(password) is too short."], unknown: ["users.\(password)", "nick"],
      password: password)
    #expect(shown.reasons.dropLast() == texts[...])
    #expect(shown.unknown.last == "nick")
    #expect(!(shown.reasons + shown.unknown).contains { $0.contains(password) }, "\(shown)")
  }
}
