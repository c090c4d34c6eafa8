/// Builds a tree from the heads and strings that libcbor reports one by one.
///
/// It keeps its own stack, so that deep input causes no deep recursion.
final class TreeBuilder {
  /// The reason that an item is rejected.
  struct Problem {
    let code: CBORError.Code
    let message: String
  }

  /// The kind of an open item.
  enum Kind: Equatable {
    case array
    case map
    case tag(UInt64)
    case bytes
    case text
  }

  /// An item that is not complete yet.
  private struct Frame {
    let kind: Kind
    /// The number of missing items; nil when a break ends it.
    var missing: Int?
    var items: [CBOR] = []
    var keys: Set<CBOR> = []
  }

  /// The complete item.
  private(set) var root: CBOR?
  /// The first problem.
  private(set) var problem: Problem?
  /// The bytes from the current item on, which limit the number of following items.
  var bytesLeft = 0

  private let maximumDepth: Int
  private var open: [Frame] = []

  init(maximumDepth: Int) {
    self.maximumDepth = maximumDepth
  }

  /// Adds a complete item, and closes those that it completes.
  func add(_ item: CBOR) {
    var item = item
    while let frame = open.indices.last {
      guard accepts(item, frame) else { return }
      open[frame].items.append(item)
      guard let missing = open[frame].missing else { return }
      open[frame].missing = missing - 1
      guard missing == 1 else { return }
      item = Self.whole(open.removeLast())
    }
    root = item
  }

  /// Adds a text string or a chunk of one, each of which is UTF-8 by itself (RFC 8949 §3.2.3).
  func add(text: UnsafeBufferPointer<UInt8>) {
    guard let text = String(validating: text, as: UTF8.self) else {
      return fail(.invalidText, "a text string is not UTF-8")
    }
    add(.text(text))
  }

  /// Opens an item that contains others; without a count, a break ends it.
  func begin(_ kind: Kind, count: Int? = nil) {
    guard open.count < maximumDepth else {
      return fail(.tooDeep, "items lie more than \(maximumDepth) levels deep")
    }
    let frame = Frame(kind: kind, missing: count)
    if count == 0 { return add(Self.whole(frame)) }
    open.append(frame)
  }

  /// Opens an array or map with the encoded count.
  func begin(_ kind: Kind, sentCount: UInt64) {
    // An item has at least one byte: an impossible count reserves nothing.
    guard let count = Int(exactly: sentCount), count < bytesLeft else {
      return fail(.truncated, "\(sentCount) items cannot follow in the bytes left")
    }
    begin(kind, count: kind == .map ? 2 * count : count)
  }

  /// Processes a break.
  func end() {
    guard let frame = open.last, frame.missing == nil else {
      return fail(.malformed, "a break ends nothing")
    }
    guard frame.kind != .map || frame.items.count.isMultiple(of: 2) else {
      return fail(.malformed, "a map ends after a key")
    }
    open.removeLast()
    add(Self.whole(frame))
  }

  private func accepts(_ item: CBOR, _ frame: Int) -> Bool {
    switch (open[frame].kind, item) {
    case (.bytes, .bytes), (.text, .text), (.array, _), (.tag, _): return true
    case (.bytes, _), (.text, _):
      fail(.malformed, "a string has a piece of another kind")
      return false
    case (.map, _):
      guard open[frame].items.count.isMultiple(of: 2) else { return true }
      if open[frame].keys.insert(item).inserted { return true }
      fail(.duplicateKey, "a map has a key twice")
      return false
    }
  }

  private func fail(_ code: CBORError.Code, _ message: String) {
    problem = problem ?? Problem(code: code, message: message)
  }

  private static func whole(_ frame: Frame) -> CBOR {
    let items = frame.items
    switch frame.kind {
    case .array: return .array(items)
    case .map:
      return .map(
        stride(from: 0, to: items.count, by: 2).map { CBOR.Pair(items[$0], items[$0 + 1]) })
    case .tag(let number): return .tag(number, items[0])
    case .bytes: return .bytes(items.flatMap { $0.bytes ?? [] })
    case .text: return .text(items.compactMap(\.text).joined())
    }
  }
}
