/// A list of records, each created when it is written: one of a long list is in memory at a time.
package struct LazyRecords<Record: JSONRecord & Sendable>: Codable, Sendable {
  /// The number of records.
  package let count: Int
  private let record: @Sendable (Int) -> Record

  /// - Parameter make: creates the record of a source; called each time it is needed.
  package init<Source: Sendable>(
    _ sources: [Source], _ make: @escaping @Sendable (Source) -> Record
  ) {
    count = sources.count
    record = { make(sources[$0]) }
  }

  package init(from decoder: any Decoder) throws {
    self.init(try [Record](from: decoder)) { $0 }
  }

  package func encode(to encoder: any Encoder) throws {
    try (0..<count).map(record).encode(to: encoder)
  }

  /// Writes the list as the next value.
  func write(to members: inout JSONMembers) throws {
    try members.array { members in
      for index in 0..<count { try members.write(record(index)) }
    }
  }
}
