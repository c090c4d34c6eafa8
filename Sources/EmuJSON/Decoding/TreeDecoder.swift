/// The decoder of one value in the tree.
///
/// A class, so that `any Decoder` holds it without a box, and every container of an object marks
/// the same members as read. Paths are created only for errors, from the parents.
final class TreeDecoder: Decoder {
  /// The shared state of all decoders of one document.
  final class Session {
    let options: JSONDecoding.Options
    /// True if decoding goes on after a member that cannot be read.
    let collectsMistakes: Bool
    private var found: [(position: [Int], mistake: JSONMistake)] = []
    /// The first error after which decoding went on.
    private(set) var firstError: JSONError?
    private var errorCount = 0

    /// The errors after which no others are searched for.
    static let mostErrors = 100

    var isFull: Bool { errorCount >= Self.mostErrors }

    init(options: JSONDecoding.Options, collectsMistakes: Bool = false) {
      self.options = options
      self.collectsMistakes = collectsMistakes
    }

    /// The mistakes in the order of the document.
    var mistakes: [JSONMistake] {
      found.sorted { $0.position.lexicographicallyPrecedes($1.position) }.map(\.mistake)
    }

    func add(_ mistake: JSONMistake, at position: [Int]) {
      if case .unreadable(let error) = mistake {
        guard !isFull else { return }
        errorCount += 1
        firstError = firstError ?? error
      }
      found.append((position, mistake))
    }
  }

  /// The failure of a value whose mistakes the session has.
  struct Recorded: Error {}

  /// The step from the parent to this value.
  enum Component {
    case root
    case key(String)
    case index(Int)
  }

  let value: JSON
  let object: JSONObject
  let session: Session
  let parent: TreeDecoder?
  let component: Component

  /// The members that a container has read, one bit each up to 64, then one entry each.
  private(set) var knownBits: UInt64 = 0
  private var knownBeyond: [Bool] = []
  var isKeyed = false
  /// The likely position of the next key: clients tend to write the fields in order.
  private var likelyPosition = 0

  init(_ value: JSON, parent: TreeDecoder?, component: Component, session: Session) {
    self.value = value
    self.parent = parent
    self.component = component
    self.session = session
    if case .object(let object) = value { self.object = object } else { object = JSONObject() }
  }

  /// Decodes the value and then checks for unread members.
  func run<T: Decodable>(_ type: T.Type) throws -> T {
    let result: T
    do {
      result = try T(from: self)
    } catch let recorded as Recorded {
      throw recorded
    } catch let error as JSONError {
      throw failure(
        error.code == .missingField
          ? withLikelyMember(error, of: type) : withExpectedType(error, type))
    } catch {
      throw failure(translated(error))
    }
    if isKeyed { try reportUnknownMembers(of: type) }
    return result
  }

  func decode<T: Decodable>(_ type: T.Type, _ value: JSON, at component: Component) throws -> T {
    try TreeDecoder(value, parent: self, component: component, session: session).run(type)
  }

  // MARK: Decoder

  /// Always empty: errors have the ``path(to:)``.
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    try beginMembers()
    return KeyedDecodingContainer(TreeKeyedContainer<Key>(decoder: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    if case .array(let elements) = value {
      return TreeUnkeyedContainer(decoder: self, elements: elements)
    }
    guard session.options.acceptsScalars else { throw mismatch(.array) }
    return TreeUnkeyedContainer(decoder: self, elements: [value])
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }
}

// MARK: - Look-up

extension TreeDecoder {
  /// Returns the value of a member in either spelling, `null` included; marks the member as read.
  /// Of both spellings the exact one counts, or by the options the last one.
  func member(_ key: String) -> JSON? {
    guard
      let position = likelyPosition(of: key) ?? object.position(of: key)
        ?? positionOfOtherSpelling(key)
    else { return nil }
    likelyPosition = position + 1
    markKnown(position)
    guard session.options.isCanonical, object.mayContainSpelling(of: key) else {
      return object.members[position].value
    }
    let others = object.members.indices.filter { isOtherSpelling(object.members[$0].key, of: key) }
    others.forEach(markKnown)
    return object.members[max(position, others.last ?? 0)].value
  }

  private func likelyPosition(of key: String) -> Int? {
    guard likelyPosition < object.count else { return nil }
    let candidate = object.members[likelyPosition].key
    return candidate.utf8.count == key.utf8.count && candidate == key ? likelyPosition : nil
  }

  private func positionOfOtherSpelling(_ key: String) -> Int? {
    // Each member with such a spelling has been read: the usual case for most keys of a type.
    if object.count <= 64, knownBits.nonzeroBitCount == object.count { return nil }
    guard object.mayContainSpelling(of: key) else { return nil }
    return object.members.firstIndex { isOtherSpelling($0.key, of: key) }
  }

  /// The value of a member, or nil also for `null`.
  func presentMember(_ key: String) -> JSON? {
    guard let value = member(key), !value.isNull else { return nil }
    return value
  }

  private func markKnown(_ position: Int) {
    if position < 64 {
      knownBits |= 1 << UInt64(position)
    } else {
      if knownBeyond.isEmpty {
        knownBeyond = Array(repeating: false, count: object.count - 64)
      }
      knownBeyond[position - 64] = true
    }
  }

  private func isKnown(_ position: Int) -> Bool {
    if position < 64 { return knownBits & 1 << UInt64(position) != 0 }
    return !knownBeyond.isEmpty && knownBeyond[position - 64]
  }

  private func reportUnknownMembers(of type: any Decodable.Type) throws(JSONError) {
    if object.count <= 64, knownBits.nonzeroBitCount == object.count { return }
    guard let first = object.members.indices.first(where: { !isKnown($0) }) else { return }
    let (parent, own) = (path(), position())
    for index in first..<object.count where !isKnown(index) {
      let member = object.members[index]
      session.add(.unknown(UnknownField(parent: parent, name: member.key)), at: own + [index])
      if session.options.rejectsUnknownFields {
        throw unknownField(member.key, member.value, of: type)
      }
    }
  }
}

/// Returns true for keys that differ only in underscores and the case of ASCII letters.
///
/// At least one must have an underscore. Case is ignored because Google's own names are irregular:
/// `ios_bundle_id` is `iOSBundleId` on the wire.
func isOtherSpelling(_ left: String, of right: String) -> Bool {
  var leftBytes = left.utf8.makeIterator()
  var rightBytes = right.utf8.makeIterator()
  var hasUnderscore = false
  func next(_ bytes: inout String.UTF8View.Iterator) -> UInt8? {
    while let byte = bytes.next() {
      if byte != UInt8(ascii: "_") {
        return byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
      }
      hasUnderscore = true
    }
    return nil
  }
  while true {
    let byte = next(&leftBytes)
    if byte != next(&rightBytes) { return false }
    if byte == nil { return hasUnderscore }
  }
}

// MARK: - Errors

extension TreeDecoder {
  /// The path of a value below this one, such as `users[3].email`.
  func path(to component: Component = .root) -> String {
    let own = parent.map { $0.path(to: self.component) } ?? ""
    return switch component {
    case .root: own
    case .key(let key): own.isEmpty ? key : "\(own).\(key)"
    case .index(let index): "\(own)[\(index)]"
    }
  }

  /// The position of a value below this one in the document: an index on each level.
  private func position(of component: Component = .root) -> [Int] {
    let own = parent?.position(of: self.component) ?? []
    return switch component {
    case .root: own
    case .key(let key):
      own + [
        object.position(of: key)
          ?? object.members.firstIndex { isOtherSpelling($0.key, of: key) } ?? object.count
      ]
    case .index(let index): own + [index]
    }
  }

  /// Adds the flaw of this text to the mistakes.
  func add(_ flaw: FormatFlaw) {
    var error = refusal(flaw.problem)
    error.underlying = flaw
    session.add(.malformed(error), at: position())
  }

  /// Returns the error to throw. Where decoding goes on, the session stores it first.
  func failure(_ error: JSONError, at component: Component = .root) -> any Error {
    guard session.collectsMistakes else { return error }
    session.add(.unreadable(error), at: position(of: component))
    return Recorded()
  }

  /// Returns the error of a value of the wrong type; for `null` and absence, of a missing one.
  func mismatch(_ expected: JSONType, _ found: JSON?, at component: Component) -> JSONError {
    var error: JSONError
    if let found, !found.isNull {
      error = JSONError(
        .typeMismatch, "\(expected) is expected here, not \(found.type) (\(found.excerpt))")
      error.found = found
    } else {
      error = JSONError(.missingField, "the field is required, and is \(expected)")
    }
    error.path = path(to: component)
    error.expected = expected
    return error
  }

  func mismatch(_ expected: JSONType) -> JSONError { mismatch(expected, value, at: .root) }

  /// Returns the error of a value that its own type rejects.
  func refusal(_ message: String) -> JSONError {
    var error = JSONError(.invalidValue, message)
    error.path = path()
    error.found = value
    return error
  }

  /// Converts an error of a type's own decoding to our form. Its coding path begins at this value.
  func translated(_ error: any Error) -> JSONError {
    if let error = error as? JSONError { return error }
    var result: JSONError
    switch error as? DecodingError {
    case .dataCorrupted(let context), .keyNotFound(_, let context),
      .valueNotFound(_, let context), .typeMismatch(_, let context):
      result = refusal(context.debugDescription)
      let keys = [result.path ?? ""] + context.codingPath.map(\.stringValue)
      result.path = keys.filter { !$0.isEmpty }.joined(separator: ".")
    default: result = refusal("the value is refused: \(error)")
    }
    result.underlying = error
    return result
  }
}

/// A key of any object or array.
package struct TreeKey: CodingKey {
  package let stringValue: String
  package let intValue: Int?

  package init(stringValue: String) {
    self.stringValue = stringValue
    intValue = nil
  }

  package init(intValue: Int) {
    stringValue = String(intValue)
    self.intValue = intValue
  }
}
