import Testing

@Suite struct `Records` {
  /// A property missing in a list is neither read nor sent, and no other test would notice.
  @Test func `records name each of their stored properties as a member`() throws {
    var count = 0
    for file in try SourceFile.all(below: "Sources/EmuWire") {
      for record in Self.records(in: file) {
        count += 1
        #expect(record.members == record.properties, "\(file.path): \(record.name)")
      }
    }
    #expect(count > 15)
  }

  private struct Record {
    var name: String
    /// Stored properties and members, in the order of the source.
    var properties: [String] = []
    var members: [String] = []
  }

  private static func records(in file: SourceFile) -> [Record] {
    var records: [Record] = []
    var indent: Substring?
    for (_, line) in file.code {
      if let match = line.firstMatch(of: /^( *)package struct (\w+): JSONRecord/) {
        records.append(Record(name: String(match.2)))
        indent = match.1
      } else if let margin = indent {
        if line == "\(margin)}" {
          indent = nil
        } else if let match = line.firstMatch(of: /^( *)package var (\w+)(?::| =)/),
          match.1 == margin + "  ", !line.hasSuffix("{")
        {
          records[records.count - 1].properties.append(String(match.2))
        } else if let match = line.firstMatch(of: /try member\("\w+", &(\w+)\)/) {
          records[records.count - 1].members.append(String(match.1))
        }
      }
    }
    return records
  }
}
