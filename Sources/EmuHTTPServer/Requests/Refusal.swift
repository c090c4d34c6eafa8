/// The reason that the server itself rejects a request, before any responder.
package enum Refusal: Sendable, Hashable {
  /// The body has more bytes than its path accepts.
  case bodyTooLarge
  /// The body is too long for memory, and there was no file for it; the sentence has the reason and
  /// the remedy.
  case bodyNotKept(String)
  /// Path and query have more bytes than the limit.
  case targetTooLong(limit: Int)
  /// The end of the request or its host is ambiguous; the sentence has the remedy.
  case malformed(String)

  package var status: Int {
    switch self {
    case .bodyTooLarge: 413
    case .bodyNotKept: 503
    case .targetTooLong: 414
    case .malformed: 400
    }
  }

  /// The problem and the next step, in a sentence or two.
  package var sentence: String {
    switch self {
    case .bodyTooLarge: "The body of this request is too large."
    case .targetTooLong(let limit):
      "The path and query of this request have more than \(limit) bytes. Send long values in a body."
    case .bodyNotKept(let sentence), .malformed(let sentence): sentence
    }
  }
}
