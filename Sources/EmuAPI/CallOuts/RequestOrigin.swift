internal import EmuHTTP
internal import EmuThread

/// Who called, as far as another server receives it.
///
/// Nothing is looked up before it is read: most requests call no other server.
struct RequestOrigin: Sendable {
  private var headers = Headers()
  /// The caller's address without port; nil when there is no socket.
  private(set) var ipAddress: String?
  private var client: (any RequestClient)?

  init() {}

  init(_ request: Request) {
    headers = request.headers
    client = request.client
    ipAddress = request.remoteAddress
  }

  /// The client whose turn slow work takes; each of its projects has turns for itself.
  func sender(in project: String) -> WorkerPool.Sender {
    WorkerPool.Sender("\(ipAddress ?? "") \(project)") { [client] in client?.hasGone ?? false }
  }

  var userAgent: String? { headers["User-Agent"] }

  /// The package of an Android app, as its SDK names it for keys that are restricted to apps.
  var androidPackage: String? { headers["X-Android-Package"] }
}
