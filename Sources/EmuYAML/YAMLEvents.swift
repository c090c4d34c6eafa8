internal import CYAML

/// The events of a text, one after the other.
// Safety: one owner, and the parser reads the text, which stays as long as it does.
final class YAMLEvents {
  struct Event {
    enum Kind: Hashable {
      case scalar(String, isPlain: Bool)
      case list, map
      case close
      case end
    }

    var kind: Kind
    var hasAnchor = false
    /// The resolved tag, such as `tag:yaml.org,2002:str`; nil without one.
    var tag: String?
    var line: Int
    var column: Int

    func error(_ message: String) -> YAMLError {
      YAMLError(line: line, column: column, message: message)
    }
  }

  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private let text: UnsafeMutableBufferPointer<UInt8>

  init(_ text: [UInt8]) throws(YAMLError) {
    parser = .allocate(capacity: 1)
    self.text = .allocate(capacity: text.count)
    _ = self.text.initialize(from: text)
    guard yaml_parser_initialize(parser) != 0 else {
      throw YAMLError(line: 1, column: 1, message: "there is no memory for the file")
    }
    yaml_parser_set_input_string(parser, self.text.baseAddress, text.count)
  }

  deinit {
    yaml_parser_delete(parser)
    parser.deallocate()
    text.deallocate()
  }

  func next() throws(YAMLError) -> Event {
    while true {
      var raw = yaml_event_t()
      guard yaml_parser_parse(parser, &raw) != 0 else { throw failure }
      defer { yaml_event_delete(&raw) }
      let mark = raw.start_mark
      func event(
        _ kind: Event.Kind, anchor: UnsafeMutablePointer<yaml_char_t>? = nil,
        tag: UnsafeMutablePointer<yaml_char_t>? = nil
      ) -> Event {
        Event(
          kind: kind, hasAnchor: anchor != nil, tag: tag.map { String(cString: $0) },
          line: Int(mark.line) + 1, column: Int(mark.column) + 1)
      }
      switch raw.type {
      case YAML_STREAM_START_EVENT, YAML_DOCUMENT_START_EVENT, YAML_DOCUMENT_END_EVENT: continue
      case YAML_STREAM_END_EVENT, YAML_NO_EVENT: return event(.end)
      case YAML_SEQUENCE_START_EVENT:
        let start = raw.data.sequence_start
        return event(.list, anchor: start.anchor, tag: start.tag)
      case YAML_MAPPING_START_EVENT:
        let start = raw.data.mapping_start
        return event(.map, anchor: start.anchor, tag: start.tag)
      case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: return event(.close)
      case YAML_ALIAS_EVENT: return event(.end, anchor: raw.data.alias.anchor)
      default:
        let scalar = raw.data.scalar
        let bytes = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
        let isPlain = scalar.plain_implicit != 0 && scalar.style == YAML_PLAIN_SCALAR_STYLE
        return event(
          .scalar(String(decoding: bytes, as: UTF8.self), isPlain: isPlain), anchor: scalar.anchor,
          tag: scalar.tag)
      }
    }
  }

  private var failure: YAMLError {
    let mark = parser.pointee.problem_mark
    let problem = parser.pointee.problem.map { String(cString: $0) } ?? "the text is no YAML"
    guard parser.pointee.error == YAML_READER_ERROR else {
      return YAMLError(line: Int(mark.line) + 1, column: Int(mark.column) + 1, message: problem)
    }
    // An error of the encoding has the number of the byte in place of a mark.
    let before = text.prefix(parser.pointee.problem_offset)
    let line = before.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    return YAMLError(line: line.count, column: (line.last?.count ?? 0) + 1, message: problem)
  }
}
