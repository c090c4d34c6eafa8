internal import EmuHTTP
internal import EmuJSON
internal import EmuModel

/// The accounts of an import in order, for any number of passes.
struct ImportedUsers: Sendable {
  private enum Source {
    case list([UserInfo])
    case body(any StoredBody, ProfileRules)
  }

  private let source: Source

  /// Creates the accounts of a short request, or of a scan that kept them.
  init(_ list: [UserInfo]) { source = .list(list) }

  /// Creates the accounts of a long body, which are read one by one.
  init(in body: any StoredBody, _ rules: ProfileRules) { source = .body(body, rules) }

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
    case .body(let body, let rules): Cursor(body: body, rules)
    }
  }

  /// A position among the accounts.
  struct Cursor {
    private var list: [UserInfo] = []
    private var reader: JSONElementReader?
    private var rules = ProfileRules.compatible
    /// The index of the next account.
    private(set) var index = 0
    /// The unknown fields of the last account, as paths.
    private(set) var unknownFields: [String] = []

    fileprivate init(list: [UserInfo]) { self.list = list }

    fileprivate init(body: any StoredBody, _ rules: ProfileRules) {
      self.rules = rules
      reader = JSONElementReader(
        arrays: [[BatchCreate.list]], readingChunks: body.pieces())
    }

    /// Returns the next account; nil at the end.
    ///
    /// - Throws: `APIError` with the location, for invalid JSON or a field of a wrong type; in
    ///   production also for a text of another format.
    mutating func next() throws -> UserInfo? {
      guard reader != nil else {
        guard index < list.count else { return nil }
        defer { index += 1 }
        return list[index]
      }
      do {
        guard let element = try reader?.next() else { return nil }
        var mistakes: [JSONMistake] = []
        let info = try JSONDecoding.decode(
          UserInfo.self, from: element.value, at: location, options: rules.decoding,
          mistakes: &mistakes)
        unknownFields = mistakes.compactMap(\.unknownField?.path)
        mistakes.removeAll { $0.unknownField != nil }
        guard mistakes.isEmpty || !rules.isStrict else { throw APIError(mistakes) }
        index += 1
        return info
      } catch let error as JSONError {
        throw APIError(error)
      }
    }

    /// True if no account is known to follow.
    var isAtEnd: Bool { reader == nil && index == list.count }

    private var location: String { "\(BatchCreate.list)[\(index)]" }
  }
}
