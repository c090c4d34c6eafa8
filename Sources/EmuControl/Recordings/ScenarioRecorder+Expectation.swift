internal import EmuJSON

extension ScenarioRecorder {
  /// Texts that apps read, and that are the same in every run or made by an earlier step.
  private static let texts: Set<String> = [
    "localId", "email", "newEmail", "providerId", "displayName", "photoUrl", "phoneNumber",
    "requestType", "errorMessage", "fullName", "screenName", "tenantId", "rawId", "sub",
    "federatedId",
  ]
  /// Tokens: that there is one is what is expected.
  private static let tokens: Set<String> = [
    "idToken", "refreshToken", "mfaPendingCredential", "pendingToken", "temporaryProof",
    "sessionCookie", "id_token", "refresh_token", "access_token", "authorizationCode",
  ]
  private static let lists: Set<String> = ["verifiedProvider", "allProviders", "signinMethods"]

  /// What of an answer the scenario compares, by path.
  mutating func expectation(of exchange: RecordedExchange) -> JSONObject {
    let tree = exchange.answer.tree
    var expected = JSONObject()
    if exchange.isRefused {
      // Refusals of the control API name ids, and are sentences.
      guard isOfClients(exchange) else { return expected }
      let message = tree["error"]?["message"]?.string
      if let message { expected["error.message"] = .string(Self.code(of: message)) }
      if let error = tree["error"]?.string { expected["error"] = .string(error) }
      return expected
    }
    guard isOfClients(exchange) else { return expected }
    add(tree.object ?? JSONObject(), "", to: &expected)
    if let user = tree["users"]?[0]?.object, tree["users"]?.array?.count == 1 {
      add(user, "users.0.", to: &expected)
    }
    // Where there is a second factor to show, or an account to confirm, there is no session.
    if tree["mfaPendingCredential"] != nil || tree["needConfirmation"] != nil {
      expected["idToken"] = .null
    }
    return expected
  }

  /// Lists of codes and other control calls are not what a scenario is about.
  private func isOfClients(_ exchange: RecordedExchange) -> Bool {
    guard let call = RecordedFilter.controlCall(exchange.request) else { return true }
    return call.hasPrefix("issuers/") && call.hasSuffix("/tokens")
  }

  private mutating func add(_ object: JSONObject, _ prefix: String, to expected: inout JSONObject) {
    for member in object {
      let path = prefix + member.key
      switch member.value {
      case .bool: expected[path] = member.value
      case .string(let text) where Self.tokens.contains(member.key) && !text.isEmpty:
        expected[path] = "*"
      case .string(let text) where Self.texts.contains(member.key):
        expected[path] = stable(text).map(JSON.string)
      case .array(let elements) where Self.lists.contains(member.key):
        if elements.allSatisfy({ $0.string != nil }) { expected[path] = member.value }
      default: break
      }
    }
  }

  /// A text that the next run has as well; nil for what is made anew.
  private mutating func stable(_ text: String) -> String? {
    // A text that ends with a star would stand for others.
    if text.hasSuffix("*") || text.contains("${") { return nil }
    if values.isConstant(text) {
      return text == start.project ? "${project}" : text
    }
    return values.variable(for: text).map { "${\($0)}" }
  }

  /// A refusal without its detail, which may name what is made anew.
  private static func code(of message: String) -> String {
    message.firstRange(of: " : ").map { "\(message[..<$0.lowerBound])*" } ?? message
  }
}
