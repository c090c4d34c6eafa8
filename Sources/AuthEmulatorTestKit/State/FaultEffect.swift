public import Foundation

/// What becomes of a request that meets a fault.
public struct FaultEffect: Sendable, Hashable {
  /// The effect as the control API describes it.
  public var json: JSONValue

  /// Any effect of the control API.
  public static func raw(_ json: JSONValue) -> FaultEffect { FaultEffect(json: json) }

  /// An answer with a status, and with a body if there is one.
  public static func status(_ status: Int, body: JSONValue? = nil) -> FaultEffect {
    .raw(.members(["status": .count(status), "body": body]))
  }

  /// An error of the backend, such as `error("UNAVAILABLE", code: 503)`.
  public static func error(_ message: String, code: Int? = nil) -> FaultEffect {
    .raw(["error": .members(["message": .string(message), "code": .count(code)])])
  }

  /// An answer that is late by a time in seconds, and otherwise as it would be.
  public static func delay(_ seconds: TimeInterval) -> FaultEffect {
    .raw(["delayMilliseconds": .integer(Int64((seconds * 1000).rounded()))])
  }

  /// 429, and how long to wait, in seconds.
  public static func rateLimit(retryAfter seconds: Int? = nil) -> FaultEffect {
    .raw(["rateLimit": .members(["retryAfterSeconds": .count(seconds)])])
  }

  /// The connection ends without an answer.
  public static let drop = FaultEffect(json: ["drop": true])
  /// The answer is no JSON.
  public static let malformed = FaultEffect(json: ["malformed": true])
  /// The answer ends early.
  public static let truncated = FaultEffect(json: ["truncated": true])

  /// An issuer signs tokens that are wrong.
  public static func defect(_ defect: CredentialDefect) -> FaultEffect {
    .raw(["defect": .string(defect.rawValue)])
  }

  /// An issuer's clock is wrong by so many seconds.
  public static func timeOffset(_ seconds: Int) -> FaultEffect {
    .raw(["timeOffsetSeconds": .integer(Int64(seconds))])
  }
}
