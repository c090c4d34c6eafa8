import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The model of a login page, as an app has it; an app with an SDK calls that instead of REST.
struct LoginModel {
  struct Failed: Error {
    let message: String
  }

  private struct Answer: Decodable {
    struct Failure: Decodable { let message: String }
    let localId: String?
    let error: Failure?
  }

  private let endpoint: URL

  init(_ endpoint: URL) { self.endpoint = endpoint }

  /// Signs in with the result of Sign in with Apple.
  ///
  /// - Returns: the user's id.
  @discardableResult
  func signIn(idToken: String, rawNonce: String?) async throws -> String {
    var request = URLRequest(url: endpoint)
    request.httpMethod = "POST"
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    let form = "id_token=\(idToken)&providerId=apple.com&nonce=\(rawNonce ?? "")"
    request.httpBody = try JSONEncoder().encode([
      "postBody": form, "requestUri": "http://localhost",
    ])
    let (data, _) = try await URLSession.shared.data(for: request)
    let answer = try JSONDecoder().decode(Answer.self, from: data)
    guard let user = answer.localId else {
      throw Failed(message: answer.error?.message ?? "no answer")
    }
    return user
  }
}
