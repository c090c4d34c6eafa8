package import EmuHTTP
internal import EmuModel
internal import Synchronization

/// Masks the secrets of requests in the printed access log.
package final class AccessLogMask: Sendable {
  /// The limit of cached texts, at which the cache is cleared, and their maximal length in bytes.
  private static let (remembered, longest) = (256, 1024)

  /// Texts that were printed completely, so that printing them again reveals nothing.
  private struct Harmless {
    var texts: Set<String> = []
    /// The notes of the last request, which the next one often has too. Comparing them costs less
    /// than joining and hashing their sentences.
    private var last:
      (made: [Annotations.Note], unknownFields: [String], joined: [Annotations.Note]) = ([], [], [])

    /// Returns the joined notes, if all were printed before.
    mutating func joined(_ new: Annotations) -> [Annotations.Note]? {
      if new.decisions == last.made, new.unknownFields == last.unknownFields { return last.joined }
      let joined = new.decisions.map(\.joined)
      guard texts.isSuperset(of: joined.map(\.reason)), texts.isSuperset(of: new.unknownFields)
      else { return nil }
      last = (new.decisions, new.unknownFields, joined)
      return joined
    }
  }

  private let harmless = Mutex(Harmless())

  package init() {}

  package func path(_ path: String) -> String { SecretMask.maskedTokens(in: path) }

  /// Returns annotations with masked secrets of the request and response.
  ///
  /// The exchange is searched for secrets only if a text is printed for the first time: most
  /// requests print nothing, the others usually repeat sentences.
  ///
  /// - Parameter printed: the annotations to print.
  package func annotations(
    _ printed: Annotations, of request: Request, _ response: Response
  ) -> Annotations {
    var printed = printed
    if let joined = harmless.withLock({ $0.joined(printed) }) {
      printed.decisions = joined
      return printed
    }
    // Joined once, for the mask and the printer.
    printed.decisions = printed.decisions.map(\.joined)
    let texts = Self.texts(of: printed)
    var entry = LoggedRequest(
      number: 0, ids: nil, time: Timestamp(seconds: 0), latencyMicroseconds: 0, request: request,
      response: response)
    entry.annotations = printed
    let shown = ShownRequest.annotations(of: entry)
    let unchanged = zip(texts, Self.texts(of: shown))
      .filter { $0 == $1 && $0.utf8.count <= Self.longest }
      .map(\.0).prefix(Self.remembered)
    harmless.withLock { harmless in
      if harmless.texts.count + unchanged.count > Self.remembered { harmless = Harmless() }
      harmless.texts.formUnion(unchanged)
    }
    return shown
  }

  private static func texts(of annotations: Annotations) -> [String] {
    annotations.decisions.map(\.reason) + annotations.unknownFields
  }
}
