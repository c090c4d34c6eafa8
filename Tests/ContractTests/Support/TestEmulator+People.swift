import EmuHTTP
import EmuJSON
import EmuModel
import EmuTestSupport

/// A signed-in person: the members of a sign-in's response.
struct Person: Sendable {
  let json: JSON
  var uid: JSON { json["localId"] ?? "" }
  var idToken: JSON { json["idToken"] ?? "" }
  var refreshToken: String { json["refreshToken"]?.string ?? "" }
}

extension TestEmulator {
  /// Creates an account with the password `secret1`.
  func person(
    _ email: JSON = "ada@example.com", tenant: JSON = nil, key: String = "fake-key"
  ) async -> Person {
    let reply = await api(
      .post, "/v1/accounts:signUp", ["email": email, "password": "secret1", "tenantId": tenant],
      query: key == "fake-key" ? "" : "key=\(key)")
    return Person(json: reply.json)
  }

  /// Returns a code that an administrator requested.
  func code(
    _ type: JSON, email: JSON = "ada@example.com", tenant: String? = nil,
    project: String = "demo-project"
  ) async -> JSON {
    await admin(
      "accounts:sendOobCode", ["requestType": type, "email": email, "returnOobLink": true],
      tenant: tenant, project: project
    ).json["oobCode"] ?? "no code"
  }

  /// Sends a text message and returns its session and code.
  func text(
    to number: JSON = "+15555550100", tenant: JSON = nil, key: String? = nil
  ) async -> (session: JSON, code: JSON) {
    let reply = await client(
      "accounts:sendVerificationCode", ["phoneNumber": number, "tenantId": tenant], key: key)
    let sent = outbox.messages.compactMap { message -> JSON? in
      if case .text(let code) = message.content { return .string(code.code) }
      return nil
    }
    return (reply.json["sessionInfo"] ?? "", sent.last ?? "")
  }
}
