package import EmuHTTP
internal import EmuModel
internal import Synchronization

/// What of a request may be printed line by line, where secrets are not to be shown.
package final class AccessLogMask: Sendable {
  /// How many texts are remembered, beyond which it begins anew, and how long they may be in bytes.
  private static let (remembered, longest) = (256, 1024)

  /// Texts that were printed whole. To print one again shows nothing that the log does not have.
  private struct Harmless {
    var texts: Set<String> = []
    /// The notes of the last request, which the next one mostly has as well: comparing them costs less than
    /// joining their sentences and hashing those.
    private var last:
      (made: [Annotations.Note], unknownFields: [String], joined: [Annotations.Note]) = ([], [], [])

    /// The notes with their sentences joined, if all was printed before.
    mutating func joined(_ new: Annotations) -> [Annotations.Note]? {
      if new.decisions == last.made, new.unknownFields == last.unknownFields { return last.joined }
      let joined = new.decisions.map(\.joined)
      guard texts.isSuperset(of: joined.map(\.because)), texts.isSuperset(of: new.unknownFields)
      else { return nil }
      last = (new.decisions, new.unknownFields, joined)
      return joined
    }
  }

  private let harmless = Mutex(Harmless())

  package init() {}

  /// A path without tokens in it.
  package func path(_ path: String) -> String { SecretMask.maskedTokens(in: path) }

  /// Annotations of an answer without any secret that the request or the answer names.
  ///
  /// An exchange is read for its secrets only where something is printed for the first time: most
  /// requests have nothing to print, and the others mostly the sentences of those before.
  ///
  /// - Parameter printed: the annotations of the answer, less the notes that are not printed.
  package func annotations(
    _ printed: Annotations, of request: Request, _ response: Response
  ) -> Annotations {
    var printed = printed
    if let joined = harmless.withLock({ $0.joined(printed) }) {
      printed.decisions = joined
      return printed
    }
    // Read here and by the printer.
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
    annotations.decisions.map(\.because) + annotations.unknownFields
  }
}
