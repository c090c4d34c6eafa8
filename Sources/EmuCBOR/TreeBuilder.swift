/// Puts the heads and strings that libcbor reports one by one together into a tree.
///
/// It keeps its own stack, so that the depth of what is read never becomes depth of calls.
final class TreeBuilder {
  /// What an item could not be taken for.
  struct Problem {
    let code: CBORError.Code
    let message: String
  }

  /// What an open item is going to be.
  enum Kind: Equatable {
    case array
    case map
    case tag(UInt64)
    case bytes
    case text
  }

  /// An item whose end has not come yet.
  private struct Frame {
    let kind: Kind
    /// The items still to come; nil when a break ends it.
    var missing: Int?
    var items: [CBOR] = []
    var keys: Set<CBOR> = []
  }

  /// The finished item, once it has come to its end.
  private(set) var root: CBOR?
  /// The first thing found wrong.
  private(set) var problem: Problem?
  /// The bytes from the current item on, which bound how many items may still follow.
  var bytesLeft = 0

  private let maximumDepth: Int
  private var open: [Frame] = []

  init(maximumDepth: Int) {
    self.maximumDepth = maximumDepth
  }

  /// Takes an item that is complete, and closes those that it completes.
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

  /// Takes a text string or a piece of one, each of which is UTF-8 by itself (RFC 8949 §3.2.3).
  func add(text: UnsafeBufferPointer<UInt8>) {
    guard let text = String(validating: text, as: UTF8.self) else {
      return fail(.invalidText, "a text string is not UTF-8")
    }
    add(.text(text))
  }

  /// Takes the head of an item that holds others; without a count, a break ends it.
  func begin(_ kind: Kind, count: Int? = nil) {
    guard open.count < maximumDepth else {
      return fail(.tooDeep, "items lie more than \(maximumDepth) levels deep")
    }
    let frame = Frame(kind: kind, missing: count)
    if count == 0 { return add(Self.whole(frame)) }
    open.append(frame)
  }

  /// Takes the head of an array or map with its count as sent.
  func begin(_ kind: Kind, sentCount: UInt64) {
    // An item has a byte at least: a count that cannot be true reserves nothing.
    guard let count = Int(exactly: sentCount), count < bytesLeft else {
      return fail(.truncated, "\(sentCount) items cannot follow in the bytes left")
    }
    begin(kind, count: kind == .map ? 2 * count : count)
  }

  /// Takes a break.
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
