import AuthEmulatorTestKit
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A suite whose tests have the project of their emulator.
class ProjectSuite {
  let project: EmulatorProject
  var app: App { App(project) }

  init() throws { project = try .current }
}

/// The requests of an app's SDK, over URLSession.
struct App {
  struct Reply {
    let status: Int
    let body: JSONValue

    /// The message of Google's error envelope.
    var error: String? { body["error"]?["message"]?.string }
  }

  let project: EmulatorProject

  init(_ project: EmulatorProject) { self.project = project }

  func call(_ method: String, _ body: JSONValue, version: String = "v1") async throws -> Reply {
    var request = URLRequest(url: project.endpoint(method, version: version))
    request.httpMethod = "POST"
    request.httpBody = body.data
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    let (data, response) = try await URLSession.shared.data(for: request)
    return Reply(
      status: (response as? HTTPURLResponse)?.statusCode ?? 0, body: try JSONValue(parsing: data))
  }

  @discardableResult
  func signUp(_ email: String) async throws -> Reply {
    try await call("accounts:signUp", ["email": .string(email), "password": "secret1"])
  }

  func signIn(_ email: String, password: String) async throws -> Reply {
    try await call(
      "accounts:signInWithPassword",
      ["email": .string(email), "password": .string(password), "returnSecureToken": true])
  }

  func signIn(_ provider: String, idToken: String, nonce: String?) async throws -> Reply {
    let form = ["id_token": idToken, "providerId": provider, "nonce": nonce]
    let body = form.compactMap { name, value in value.map { "\(name)=\($0)" } }.sorted()
    return try await call(
      "accounts:signInWithIdp",
      [
        "postBody": .string(body.joined(separator: "&")), "requestUri": "http://localhost",
        "returnSecureToken": true,
      ])
  }

  func signIn(_ credential: AppleCredential, nonce: String? = nil) async throws -> Reply {
    try await signIn("apple.com", idToken: credential.idToken, nonce: nonce ?? credential.rawNonce)
  }

  func signIn(_ credential: ProviderCredential) async throws -> Reply {
    try await signIn(
      credential.providerId, idToken: credential.idToken ?? "", nonce: credential.rawNonce)
  }
}
