internal import EmuHTTP
internal import EmuJSON
internal import EmuModel

/// The JSON of `firebase auth:export`: `{"users": [...]}`.
struct AccountSource: UserSource {
  private var reader: JSONElementReader
  private var count = 0
  private(set) var unreadMembers: [String] = []

  static let members: Set = ["kind", "users", "nextPageToken"]

  init(_ body: any StoredBody) {
    reader = JSONElementReader(
      arrays: [["users"]], readingChunks: body.pieces(from: body.byteOrderMark))
  }

  mutating func next() throws -> SourceUser? {
    let location = ImportLocation(number: count, isLine: false)
    do {
      guard let element = try reader.next() else {
        try checkEnd()
        return nil
      }
      count += 1
      return ExportedAccount.read(element.value, at: location)
    } catch let error as JSONError {
      throw DocumentError(error, after: "\(location)")
    }
  }

  private mutating func checkEnd() throws {
    let rest = try reader.skeleton()
    guard rest["users"]?.array != nil else {
      throw DocumentError(
        message: #"There is no list of users in the file. Write {"users": [...]}."#)
    }
    unreadMembers = rest.object?.keys.filter { !Self.members.contains($0) } ?? []
  }
}
