internal import CYAML
package import EmuJSON

/// YAML as people write documents of JSON by hand, read with libyaml.
///
/// A scalar without quotes is a number where it is one of JSON, and null, true or false where YAML 1.2's
/// core schema reads it so. Every other one is text: telephone numbers with a plus sign, numbers that begin
/// with a needless zero, and what that schema would read as a number, such as `0x1F`, `.5`, `1.` and `.inf`.
package enum YAML {
  /// The longest document, in bytes.
  package static let limit = 8 << 20
  /// The problem with a longer one, as a sentence without its end.
  package static let limitProblem =
    "YAML is read up to \(limit >> 20) MB; JSON and NDJSON have no such limit"

  /// Reads a text with one document.
  ///
  /// - Throws: the first thing that is wrong, with its location.
  package static func json(_ text: [UInt8]) throws(YAMLError) -> JSON {
    var reader = YAMLReader(events: try YAMLEvents(text))
    return try reader.document()
  }
}

/// A syntax error with its location.
package struct YAMLError: Error, Sendable, Hashable, CustomStringConvertible {
  /// Both from 1 on.
  package var line: Int
  package var column: Int
  /// A sentence without its end.
  package var message: String

  package var description: String { "line \(line), column \(column): \(message)" }
}

/// Builds a tree of the events of a document.
struct YAMLReader {
  /// The most collections that contain one another.
  private static let deepest = 64

  let events: YAMLEvents
  var maximumCount = JSONParsingOptions.strict.maximumCount
  private var count = 0

  init(events: YAMLEvents) { self.events = events }

  mutating func document() throws(YAMLError) -> JSON {
    let first = try events.next()
    try checkProperties(of: first)
    guard first.kind != .end else { return .null }
    let value = try value(of: first, depth: 0)
    let next = try events.next()
    guard next.kind == .end else {
      throw next.error("a file has one document; remove what follows ---")
    }
    return value
  }

  private mutating func value(of event: YAMLEvents.Event, depth: Int) throws(YAMLError) -> JSON {
    count += 1
    guard count <= maximumCount else {
      throw event.error("a document may have \(maximumCount) values, no more")
    }
    guard depth < Self.deepest else { throw event.error("the document is too deep") }
    try checkProperties(of: event)
    switch event.kind {
    case .scalar(let text, let isPlain):
      guard isPlain else { return .string(text) }
      do throws(JSONError) { return try Self.plain(text) } catch {
        throw event.error(error.message)
      }
    case .list:
      var elements: [JSON] = []
      while true {
        let next = try events.next()
        if next.kind == .close { return .array(elements) }
        elements.append(try value(of: next, depth: depth + 1))
      }
    case .map:
      var members = JSONObject()
      while true {
        let key = try events.next()
        if key.kind == .close { return .object(members) }
        try checkProperties(of: key)
        guard case .scalar(let name, _) = key.kind else {
          throw key.error("the name of a member is a text")
        }
        guard members[name] == nil else {
          throw key.error("the member \(name) is there already; keep one of them")
        }
        if name == "<<" { throw key.error("merge keys are not read; write the members themselves") }
        members[name] = try value(of: events.next(), depth: depth + 1)
      }
    case .close, .end: throw event.error("a value is expected here")
    }
  }

  /// Checks that an event has no anchor, and no tag beside those of a text, a list and a map.
  private func checkProperties(of event: YAMLEvents.Event) throws(YAMLError) {
    guard !event.hasAnchor else {
      throw event.error("anchors and aliases are not read; write the value where it is needed")
    }
    let kind =
      switch event.kind {
      case .list: "seq"
      case .map: "map"
      case .scalar, .close, .end: "str"
      }
    guard let tag = event.tag, tag != "tag:yaml.org,2002:\(kind)" else { return }
    throw event.error("the tag \(tag.prefix(64)) is not read here; write the value without it")
  }

  /// Returns the value of a scalar without quotes.
  ///
  /// - Throws: for a number beyond the range of a double.
  private static func plain(_ text: String) throws(JSONError) -> JSON {
    switch text {
    case "", "~", "null", "Null", "NULL": return .null
    case "true", "True", "TRUE": return .bool(true)
    case "false", "False", "FALSE": return .bool(false)
    default:
      // A number of JSON, which begins neither with a plus sign nor with a needless zero.
      guard let first = text.utf8.first,
        first == UInt8(ascii: "-") || (0x30...0x39).contains(first)
      else { return .string(text) }
      do throws(JSONError) { return try JSON(parsing: text) } catch {
        guard error.code != .outOfRange else { throw error }
        return .string(text)
      }
    }
  }
}
