internal import EmuHTTP
internal import EmuJSON
internal import EmuWire

/// The accounts of an import in their order, for as many passes as are needed.
struct ImportedUsers: Sendable {
  private enum Source {
    case list([UserInfo])
    case body(any StoredBody)
  }

  private let source: Source
  /// Whether all of them are in memory.
  let areInMemory: Bool
  /// Whether to keep what the first pass reads of a body in memory, so that it is read once.
  let areToBeKept: Bool

  /// Those of a short request, or of one that was gone through.
  init(_ list: [UserInfo]) {
    source = .list(list)
    areInMemory = true
    areToBeKept = false
  }

  /// Those of a long body: each is read when its turn comes.
  init(in body: any StoredBody) {
    source = .body(body)
    areInMemory = body is BytesBody
    areToBeKept = areInMemory
  }

  /// Begins with the first.
  func begin() -> Cursor {
    switch source {
    case .list(let list): Cursor(list: list)
    case .body(let body): Cursor(body: body)
    }
  }

  /// A place among the accounts.
  struct Cursor {
    private var list: [UserInfo] = []
    private var reader: JSONElementReader?
    /// The number of accounts before the next one.
    private(set) var index = 0
    /// Fields of the last account that nothing reads, as paths.
    private(set) var unknownFields: [String] = []

    fileprivate init(list: [UserInfo]) { self.list = list }

    fileprivate init(body: any StoredBody) {
      reader = JSONElementReader(
        arrays: [[BatchCreate.list]], readingChunks: body.pieces())
    }

    /// The next account; nil at the end.
    ///
    /// - Throws: `APIError` for a body that is no JSON or a field of another type, each with its place.
    mutating func next() throws -> UserInfo? {
      guard reader != nil else {
        guard index < list.count else { return nil }
        defer { index += 1 }
        return list[index]
      }
      do {
        guard let (_, plain) = try reader?.nextPlain() else { return nil }
        let info = try read(plain)
        index += 1
        return info
      } catch var error as JSONError {
        // One without an offset is about the account's fields; it was decoded as a document of its own.
        if error.offset == nil {
          error.path = error.path.map { $0.isEmpty ? place : "\(place).\($0)" } ?? place
        }
        throw APIError(error)
      }
    }

    /// Reads the account before which the reader stands.
    private mutating func read(_ plain: PlainJSONReader) throws -> UserInfo? {
      var plain = plain
      if let info = UserInfo(plain: &plain) {
        unknownFields = []
        _ = reader?.takePlain(plain)
        return info
      }
      guard let (tree, _) = try reader?.takeTree() else { return nil }
      let (info, fields) = try JSONDecoding.decodeReportingUnknownFields(
        UserInfo.self, from: tree, options: .protocolBuffers)
      unknownFields = fields.map { "\(place).\($0)" }
      return info
    }

    /// Whether the last account is known to have been the last.
    var isAtEnd: Bool { reader == nil && index == list.count }

    private var place: String { "\(BatchCreate.list)[\(index)]" }
  }
}
