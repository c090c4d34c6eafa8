internal import EmuJSON
internal import EmuModel

extension FaultEffect {
  /// A valid value.
  var example: JSON {
    switch self {
    case .status: 503
    case .error: ["code": 400, "message": "INTERNAL_ERROR"]
    case .body: [:]
    case .contentType: "text/html"
    case .delayMilliseconds: 3000
    case .rateLimit: ["retryAfterSeconds": 60]
    case .drop, .malformed, .truncated: true
    case .defect: "expired"
    case .timeOffsetSeconds: 3600
    }
  }
}
