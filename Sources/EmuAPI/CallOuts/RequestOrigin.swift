internal import EmuHTTP

/// The caller's data for another server.
///
/// They are read lazily: most requests call no other server.
struct RequestOrigin: Sendable {
  private var headers = Headers()
  /// The caller's address without port; nil without a socket.
  private(set) var ipAddress: String?
  private var client: (any RequestClient)?

  init() {}

  init(_ request: Request) {
    headers = request.headers
    client = request.client
    ipAddress = request.remoteAddress
  }

  /// Returns true once the caller has closed its connection.
  var hasDisconnected: @Sendable () -> Bool {
    { [client] in client?.hasDisconnected ?? false }
  }

  var userAgent: String? { headers["User-Agent"] }

  /// The package of an Android app, which its SDK sends for restricted keys.
  var androidPackage: String? { headers["X-Android-Package"] }
}
