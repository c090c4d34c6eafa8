internal import EmuHTTP
internal import EmuJSON
internal import EmuModel

/// The accounts of an import in order, for any number of passes.
struct ImportedUsers: Sendable {
  private var list: [UserInfo] = []
  private var body: (any StoredBody)?
  private var rules = ProfileRules.compatible

  /// Creates the accounts of a short request, or of a check that kept them.
  init(_ list: [UserInfo]) { self.list = list }

  /// Creates the accounts of a long body, which are read one by one.
  init(in body: any StoredBody, _ rules: ProfileRules) {
    self.body = body
    self.rules = rules
  }

  func begin() -> Cursor {
    let reader = body.map {
      JSONElementReader(arrays: [[BatchCreate.list]], readingChunks: $0.pieces())
    }
    return Cursor(list: list, reader: reader, rules: rules)
  }

  /// A position among the accounts.
  struct Cursor {
    fileprivate let list: [UserInfo]
    fileprivate var reader: JSONElementReader?
    fileprivate let rules: ProfileRules
    /// The index of the next account.
    private(set) var index = 0
    /// The unknown fields of the last account, as paths.
    private(set) var unknownFields: [String] = []

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

    private var location: String { "\(BatchCreate.list)[\(index)]" }
  }
}
