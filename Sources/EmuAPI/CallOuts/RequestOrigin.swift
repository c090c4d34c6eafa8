internal import EmuHTTP

/// Who called, as far as another server receives it.
///
/// Nothing is looked up before it is read: most requests call no other server.
struct RequestOrigin: Sendable {
  private var headers = Headers()
  /// The caller's address without port; nil when there is no socket.
  private(set) var ipAddress: String?

  init() {}

  init(_ request: Request) {
    headers = request.headers
    ipAddress = request.remoteAddress
  }

  var userAgent: String? { headers["User-Agent"] }

  /// The package of an Android app, as its SDK names it for keys that are restricted to apps.
  var androidPackage: String? { headers["X-Android-Package"] }
}
