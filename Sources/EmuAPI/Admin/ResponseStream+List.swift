internal import EmuHTTP
internal import EmuJSON
internal import Synchronization

extension ResponseStream {
  /// Creates the stream of `{"kind":…,"MEMBER":[…]}`, whose elements are made as it is sent.
  ///
  /// - Parameters:
  ///   - omitsEmpty: true if the member is absent where it has no elements.
  ///   - next: returns the next elements; none after the last.
  static func list<Element: Encodable>(
    kind: String, _ member: String, omitsEmpty: Bool = false,
    _ next: @escaping @Sendable () throws -> [Element]
  ) -> ResponseStream {
    let empty = #"{"kind":"\#(kind)"\#(omitsEmpty ? "" : ",\"\(member)\":[]")}"#
    // The text before the next element; nil after the last.
    let before = Mutex<String?>(#"{"kind":"\#(kind)","\#(member)":["#)
    return ResponseStream(pulling: {
      try before.withLock { before in
        guard let start = before else { return nil }
        var text: [UInt8] = []
        for element in try next() {
          text += (before ?? "").utf8
          text += try JSONEncoding.encode(element)
          before = ","
        }
        guard text.isEmpty else { return text }
        before = nil
        return Array((start == "," ? "]}" : empty).utf8)
      }
    })
  }
}
