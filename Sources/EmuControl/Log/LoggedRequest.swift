internal import EmuControlCalls
internal import EmuHTTP
internal import EmuModel

/// An answered request in the log: references to the bytes, rendered only when read.
struct LoggedRequest: Sendable {
  /// The largest body that is stored completely.
  static let keptBytes = 256 << 10
  /// The stored part of a larger body, which the log shows.
  static let shownBytes = 16 << 10

  var number: UInt64
  private let ids: RequestIDs?
  /// The time by the emulator's clock.
  var time: Timestamp
  var latencyMicroseconds: Int64
  /// The request, with a body that may be truncated; `bodySize` is the received size.
  var request: Request
  var bodySize: Int
  var status: Status
  var responseType: String?
  var responseLocation: String?
  /// Nil for a stream; may be truncated; `answerSize` is the sent size.
  var answer: [UInt8]?
  var answerSize: Int
  var annotations: Annotations

  /// The id, generated lazily: most entries are never read.
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
    // The connection ends with its response.
    self.request.client = nil
    bodySize = request.storedBody?.count ?? request.body.count
    if let stored = request.storedBody {
      // The file is deleted with the request.
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

  /// True for a request of an app or a server: not of an emulator's tool, and not to the emulator
  /// itself.
  var isOfApp: Bool { !request.isOfTool && !request.isOfEmulator }

  /// True for an answer with an error, or with none.
  var isError: Bool { status.rawValue >= 400 || status.rawValue == 0 }

  /// The outcome by the worst decision: some refusals are answered with 200.
  var outcome: RequestReport.Outcome {
    let outcomes = annotations.decisions.map(\.outcome)
    if isError || outcomes.contains(.refused) { return .refused }
    return outcomes.contains(.warned) ? .warned : .succeeded
  }

  /// The decisions that production makes otherwise.
  var differences: [Decision] { annotations.decisions.filter { $0.production != nil } }

  /// The size of the entry in bytes; the constant estimates paths and headers.
  var cost: Int { request.body.count + (answer?.count ?? 0) + 1024 }

  private static func cut(_ bytes: [UInt8]) -> [UInt8] { Array(bytes.prefix(shownBytes)) }
}
