internal import EmuHTTP
internal import EmuJSON
internal import EmuModel

/// The accounts of an import in order, for any number of passes.
struct ImportedUsers: Sendable {
  private enum Source {
    case list([UserInfo])
    case body(any StoredBody, JSONDecoding.Options)
  }

  private let source: Source

  /// Creates the accounts of a short request, or of a scan that kept them.
  init(_ list: [UserInfo]) { source = .list(list) }

  /// Creates the accounts of a long body, which are read one by one.
  init(in body: any StoredBody, _ rules: ProfileRules) { source = .body(body, rules.decoding) }

  var areDecoded: Bool {
    if case .list = source { true } else { false }
  }

  /// True if reading them needs no file.
  var areInMemory: Bool {
    switch source {
    case .list: true
    case .body(let body, _): body is BytesBody
    }
  }

  func begin() -> Cursor {
    switch source {
    case .list(let list): Cursor(list: list)
    case .body(let body, let options): Cursor(body: body, options)
    }
  }

  /// A position among the accounts.
  struct Cursor {
    private var list: [UserInfo] = []
    private var reader: JSONElementReader?
    private var options = JSONDecoding.Options.protocolBuffers
    /// The index of the next account.
    private(set) var index = 0
    /// The unknown fields of the last account, as paths.
    private(set) var unknownFields: [String] = []

    fileprivate init(list: [UserInfo]) { self.list = list }

    fileprivate init(body: any StoredBody, _ options: JSONDecoding.Options) {
      self.options = options
      reader = JSONElementReader(
        arrays: [[BatchCreate.list]], readingChunks: body.pieces())
    }

    /// Returns the next account; nil at the end.
    ///
    /// - Throws: `APIError` with the location, for invalid JSON or a field of a wrong type.
    mutating func next() throws -> UserInfo? {
      guard reader != nil else {
        guard index < list.count else { return nil }
        defer { index += 1 }
        return list[index]
      }
      do {
        guard let element = try reader?.next() else { return nil }
        let (info, fields) = try JSONDecoding.decodeReportingUnknownFields(
          UserInfo.self, from: element.value, options: options)
        unknownFields = fields.map { "\(location).\($0)" }
        index += 1
        return info
      } catch var error as JSONError {
        // An error without an offset concerns the account's fields: the account was decoded
        // separately.
        if error.offset == nil {
          error.path = error.path.map { $0.isEmpty ? location : "\(location).\($0)" } ?? location
        }
        throw APIError(error)
      }
    }

    /// True if no account is known to follow.
    var isAtEnd: Bool { reader == nil && index == list.count }

    private var location: String { "\(BatchCreate.list)[\(index)]" }
  }
}
