internal import EmuHTTP
internal import EmuJSON

extension ScenarioRecorder {
  /// Texts that apps read, which are the same in every run or from an earlier step.
  private static let texts: Set<String> = [
    "localId", "email", "newEmail", "providerId", "displayName", "photoUrl", "phoneNumber",
    "requestType", "errorMessage", "fullName", "screenName", "tenantId", "rawId", "sub",
    "federatedId",
  ]
  /// Tokens, of which only the presence is expected.
  private static let tokens: Set<String> = [
    "idToken", "refreshToken", "mfaPendingCredential", "pendingToken", "temporaryProof",
    "sessionCookie", "id_token", "refresh_token", "access_token", "authorizationCode",
  ]
  private static let lists: Set<String> = ["verifiedProvider", "allProviders", "signinMethods"]

  /// Returns the members of a response that the scenario compares, by path.
  mutating func expectation(of exchange: RecordedExchange) -> JSONObject {
    let tree = exchange.answer.tree
    var expected = JSONObject()
    // Refusals of the control API contain ids, and are sentences.
    guard isOfClients(exchange) else { return expected }
    if exchange.isRefused {
      let message = tree["error"]?["message"]?.string
      if let message { expected["error.message"] = .string(Self.code(of: message)) }
      if let error = tree["error"]?.string { expected["error"] = .string(error) }
      return expected
    }
    add(tree.object ?? JSONObject(), "", to: &expected)
    // Pages are in the order of ids, which are generated.
    let isPage = exchange.request.query.first("maxResults") != nil
    if !isPage, let user = tree["users"]?[0]?.object, tree["users"]?.array?.count == 1 {
      add(user, "users.0.", to: &expected)
    }
    // Before a second factor or a confirmation, no session exists.
    if tree["mfaPendingCredential"] != nil || tree["needConfirmation"] != nil {
      expected["idToken"] = .null
    }
    return expected
  }

  /// Returns true for calls of clients; lists of codes and other control calls are not compared.
  private func isOfClients(_ exchange: RecordedExchange) -> Bool {
    guard let call = exchange.entry.controlCall else { return true }
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

  /// Returns a text that is the same in every run; nil for a generated one.
  private mutating func stable(_ text: String) -> String? {
    // A text that ends with a star would match others.
    if text.hasSuffix("*") || text.contains("${") { return nil }
    if values.isConstant(text) {
      return text == start.project ? "${project}" : text
    }
    return values.variable(for: text).map { "${\($0)}" }
  }

  /// Returns a refusal without its detail, which may contain generated values.
  private static func code(of message: String) -> String {
    message.firstRange(of: " : ").map { "\(message[..<$0.lowerBound])*" } ?? message
  }
}
