import EmuHTTP
import EmuJSON
import EmuModel
import EmuTestSupport

/// Whoever signed in: the members of a sign-in's answer.
struct Person: Sendable {
  let json: JSON
  var uid: JSON { json["localId"] ?? "" }
  var idToken: JSON { json["idToken"] ?? "" }
  var refreshToken: String { json["refreshToken"]?.string ?? "" }
}

extension TestEmulator {
  /// Makes an account with the password `secret1`.
  func person(
    _ email: JSON = "ada@example.com", tenant: JSON = nil, key: String = "fake-key"
  ) async -> Person {
    let told = await told(
      .post, "/v1/accounts:signUp", ["email": email, "password": "secret1", "tenantId": tenant],
      query: key == "fake-key" ? "" : "key=\(key)")
    return Person(json: told.json)
  }

  /// A call of an app, such as `accounts:signUp` or `accounts/mfaSignIn:start`.
  func app(_ operation: String, _ body: JSON = [:], key: String? = nil) async -> Reply {
    let isNew = operation.hasPrefix("accounts/") || operation.hasSuffix("revokeToken")
    let version = isNew ? "v2" : "v1"
    guard let key else { return await told(.post, "/\(version)/\(operation)", body) }
    var headers: Headers = ["Host": "localhost:9099"]
    headers["X-Goog-Api-Key"] = key
    return await call(.post, "/\(version)/\(operation)", body, headers: headers)
  }

  /// An administrator's call on the project, on a tenant, or at a path of its own.
  func owner(
    _ operation: String, _ body: JSON? = [:], method: EmuHTTP.Method = .post, tenant: String? = nil,
    query: String = "", project: String = "demo-project"
  ) async -> Reply {
    let scope = tenant.map { "/tenants/\($0)" } ?? ""
    let version = operation.hasPrefix("v2/") ? "v2" : "v1"
    let name = operation.replacing("v2/", with: "")
    let path = name.hasPrefix(":") ? name : "/" + name
    return await told(
      method, "/\(version)/projects/\(project)\(scope)\(path)", body, query: query, bearer: "owner")
  }

  /// A code that an administrator asked for.
  func code(
    _ type: JSON, email: JSON = "ada@example.com", tenant: String? = nil,
    project: String = "demo-project"
  ) async -> JSON {
    await owner(
      "accounts:sendOobCode", ["requestType": type, "email": email, "returnOobLink": true],
      tenant: tenant, project: project
    ).json["oobCode"] ?? "no code"
  }

  /// The session of a text message, and the code in it.
  func text(
    to number: JSON = "+15555550100", tenant: JSON = nil, key: String? = nil
  ) async -> (session: JSON, code: JSON) {
    let told = await app(
      "accounts:sendVerificationCode", ["phoneNumber": number, "tenantId": tenant], key: key)
    let sent = outbox.messages.compactMap { message -> JSON? in
      if case .text(let code) = message.content { return .string(code.code) }
      return nil
    }
    return (told.json["sessionInfo"] ?? "", sent.last ?? "")
  }

  /// A sign-in with claims in clear.
  func idp(_ provider: String, _ claims: JSON, _ options: JSONObject = [:]) async -> Reply {
    var body: JSONObject = [
      "requestUri": "http://localhost", "returnSecureToken": true,
      "postBody": .string(
        "providerId=\(provider)&id_token=" + PercentEncoding.queryComponent(claims.serialized())),
    ]
    for option in options { body[option.key] = option.value }
    return await app("accounts:signInWithIdp", .object(body))
  }
}
