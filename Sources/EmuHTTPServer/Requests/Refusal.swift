/// Why the server itself refuses a request, before any responder sees it.
package enum Refusal: Sendable, Hashable {
  /// The body has more bytes than its path takes.
  case bodyTooLarge
  /// The body is too long for memory, and there was no file for it; the sentence says why, and the
  /// remedy.
  case bodyNotKept(String)
  /// Path and query have more bytes than the limit.
  case targetTooLong(limit: Int)
  /// It is not certain where the request ends, or whom it is for; the sentence names
  /// the remedy.
  case malformed(String)

  /// The answer's status.
  package var status: Int {
    switch self {
    case .bodyTooLarge: 413
    case .bodyNotKept: 503
    case .targetTooLong: 414
    case .malformed: 400
    }
  }

  /// What was wrong and what to do next, in a sentence or two.
  package var sentence: String {
    switch self {
    case .bodyTooLarge: "The body of this request is too large."
    case .targetTooLong(let limit):
      "The path and query of this request have more than \(limit) bytes. Send long values in a body."
    case .bodyNotKept(let sentence), .malformed(let sentence): sentence
    }
  }
}
