internal import EmuHTTP

/// The caller's address and the headers of its SDK.
///
/// They are read lazily: most requests need none.
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

  /// The bundle id that an Apple app sends.
  var iosBundleID: String? { headers["X-Ios-Bundle-Identifier"].given }

  /// The language; nil where none is sent. A language tag has letters, digits and hyphens (RFC 5646
  /// §2.1); some SDKs send underscores.
  var language: String? {
    guard let text = headers["X-Firebase-Locale"], !text.isEmpty, text.utf8.count <= 35,
      text.utf8.allSatisfy({ $0 < 128 }),
      text.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" })
    else { return nil }
    return text
  }
}
