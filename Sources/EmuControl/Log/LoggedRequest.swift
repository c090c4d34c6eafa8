internal import EmuControlCalls
internal import EmuHTTP
internal import EmuModel

/// One answered request as the log keeps it: references to the bytes, rendered only when read.
struct LoggedRequest: Sendable {
  /// The largest body that is kept whole.
  static let keptBytes = 256 << 10
  /// How much is kept of a larger one: what the log shows.
  static let shownBytes = 16 << 10

  var number: UInt64
  /// What makes its id.
  private let ids: RequestIDs?
  /// By the emulator's clock.
  var time: Timestamp
  var latencyMicroseconds: Int64
  /// Its body may be cut; `bodySize` is what came.
  var request: Request
  var bodySize: Int
  var status: Status
  var responseType: String?
  /// Where a redirect leads.
  var responseLocation: String?
  /// Nil for a stream; may be cut; `answerSize` is what went.
  var answer: [UInt8]?
  var answerSize: Int
  var annotations: Annotations

  /// The id, which is made when it is read: most requests are never looked at.
  var id: String { ids?.id(of: number) ?? "" }

  /// - Parameter ids: nil for a request that is in no log.
  init(
    number: UInt64, ids: RequestIDs?, time: Timestamp, latencyMicroseconds: Int64, request: Request,
    response: Response
  ) {
    self.number = number
    self.ids = ids
    self.time = time
    self.latencyMicroseconds = latencyMicroseconds
    self.request = request
    bodySize = request.storedBody?.count ?? request.body.count
    if let stored = request.storedBody {
      // The file goes with the request.
      self.request.storedBody = nil
      self.request.body = (try? stored.bytes(from: 0, count: Self.shownBytes)) ?? []
    }
    if request.body.count > Self.keptBytes { self.request.body = Self.cut(request.body) }
    status = response.status
    responseType = response.headers["Content-Type"]
    responseLocation = response.headers["Location"]
    answer = response.bytes
    answerSize = answer?.count ?? 0
    if let whole = answer, answerSize > Self.keptBytes { answer = Self.cut(whole) }
    annotations = response.annotations ?? Annotations()
  }

  /// Whether the app made it, or a server: no tool of the emulator, and no call of the control API.
  var isOfApp: Bool {
    request.headers[Request.toolHeader] == nil
      && !request.path.hasPrefix(ControlEntry.root)
      && !["/", "/emulator/openapi.json", "/favicon.ico"].contains(request.path)
  }

  /// What the entry holds on to, in bytes; the constant stands for paths and headers.
  var cost: Int { request.body.count + (answer?.count ?? 0) + 1024 }

  private static func cut(_ bytes: [UInt8]) -> [UInt8] { Array(bytes.prefix(shownBytes)) }
}
