public import Foundation

/// The effect of a fault on a request.
public struct FaultEffect: Sendable, Hashable {
  /// The effect as the control API describes it.
  public var json: JSONValue

  /// Any effect of the control API.
  public static func raw(_ json: JSONValue) -> FaultEffect { FaultEffect(json: json) }

  /// A response with a status and an optional body.
  public static func status(_ status: Int, body: JSONValue? = nil) -> FaultEffect {
    .raw(.members(["status": .count(status), "body": body]))
  }

  /// An error of the backend, such as `error("UNAVAILABLE", code: 503)`.
  public static func error(_ message: String, code: Int? = nil) -> FaultEffect {
    .raw(["error": .members(["message": .string(message), "code": .count(code)])])
  }

  /// A delay in seconds of the usual response.
  public static func delay(_ seconds: TimeInterval) -> FaultEffect {
    .raw(["delayMilliseconds": .integer(Int64((seconds * 1000).rounded()))])
  }

  /// 429, with the time to wait in seconds.
  public static func rateLimit(retryAfter seconds: Int? = nil) -> FaultEffect {
    .raw(["rateLimit": .members(["retryAfterSeconds": .count(seconds)])])
  }

  /// The connection ends without a response.
  public static let drop = FaultEffect(json: ["drop": true])
  /// The response is not JSON.
  public static let malformed = FaultEffect(json: ["malformed": true])
  /// The response ends early.
  public static let truncated = FaultEffect(json: ["truncated": true])

  /// An issuer signs defective tokens.
  public static func defect(_ defect: CredentialDefect) -> FaultEffect {
    .raw(["defect": .string(defect.rawValue)])
  }

  /// An issuer's clock has an offset in seconds.
  public static func timeOffset(_ seconds: Int) -> FaultEffect {
    .raw(["timeOffsetSeconds": .integer(Int64(seconds))])
  }
}
