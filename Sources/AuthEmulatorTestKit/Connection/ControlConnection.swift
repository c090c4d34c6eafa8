import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Sends calls to one emulator, and reads its responses and errors.
struct ControlConnection: Sendable {
  /// Such as `http://127.0.0.1:9099`, without a path.
  let url: URL

  /// One session for all emulators; it stores nothing, and bypasses proxies.
  private static let session: URLSession = {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpMaximumConnectionsPerHost = 64
    configuration.connectionProxyDictionary = [:]
    configuration.urlCache = nil
    return URLSession(configuration: configuration)
  }()

  /// Sends a call and returns the body of its response.
  ///
  /// - Parameters:
  ///   - path: from the root, such as `/emulator/v1/health`; each part is already encoded.
  ///   - query: values by name; those without a value are omitted.
  ///   - type: the media type of the body.
  ///   - asOwner: true for the privileges of an Admin SDK.
  /// - Throws: `AuthEmulatorError`.
  func send(
    _ method: String, _ path: String, query: [String: String?] = [:], body: Data? = nil,
    type: String = "application/json", asOwner: Bool = false
  ) async throws -> Data {
    var request = URLRequest(url: try address(path, query))
    request.httpMethod = method
    request.httpBody = body
    // It lets the request log distinguish the app's requests from those of tests.
    request.setValue("kit", forHTTPHeaderField: "X-Emulator-Tool")
    if body != nil { request.setValue(type, forHTTPHeaderField: "Content-Type") }
    if asOwner { request.setValue("Bearer owner", forHTTPHeaderField: "Authorization") }
    let (data, response): (Data, URLResponse)
    do {
      (data, response) = try await Self.session.data(for: request)
    } catch let error as URLError {
      throw AuthEmulatorError.notRunning(url, reason: "\(error.localizedDescription)")
    }
    let status = (response as? HTTPURLResponse)?.statusCode ?? 0
    guard status / 100 == 2 else { throw Self.refusal(status, data, "\(method) \(path)") }
    return data
  }

  private func address(_ path: String, _ query: [String: String?]) throws -> URL {
    var parts = URLComponents(url: url, resolvingAgainstBaseURL: false)
    parts?.percentEncodedPath = path
    let items = query.compactMapValues { $0 }.sorted { $0.key < $1.key }
    if !items.isEmpty {
      // `+` is a space to a reader of forms, and URLComponents leaves it as it is.
      parts?.percentEncodedQuery = items.map { "\(Self.encoded($0.key))=\(Self.encoded($0.value))" }
        .joined(separator: "&")
    }
    guard let address = parts?.url else {
      throw AuthEmulatorError(
        .noAddress, "\(url.absoluteString)\(path) is not an address.",
        nextStep: "Join an emulator at an address such as \(EmulatorAddress.standard).")
    }
    return address
  }

  /// A part of a path or a query, percent-encoded.
  static func encoded(_ part: String) -> String {
    let plain = CharacterSet(
      charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
    return part.addingPercentEncoding(withAllowedCharacters: plain) ?? part
  }

  private static func refusal(_ status: Int, _ data: Data, _ call: String) -> AuthEmulatorError {
    let error = (try? JSONValue(parsing: data))?["error"]
    guard let message = error?["message"]?.string else {
      return .unexpected(call, "status \(status), and no error of the emulator")
    }
    return AuthEmulatorError(.refused(status: status), message)
  }
}
