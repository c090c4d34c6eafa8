internal import EmuHTTP
internal import EmuJSON
internal import EmuModel

/// The CSV of `firebase auth:export`: 26 documented columns, and those that its CLI also writes, see
/// `AccountColumn`.
struct CSVSource: UserSource {
  private var records: CSVReader

  init(_ body: any StoredBody) { records = CSVReader(body) }

  mutating func next() throws -> SourceUser? {
    while let record = try records.next() {
      guard record.fields.contains(where: { !$0.isEmpty }) else { continue }
      // Spreadsheets have a first line with names.
      if record.line == 1, ["uid", "localid"].contains(record.fields[0].lowercased()) {
        try checkNames(record.fields)
        continue
      }
      let place = ImportLocation(number: record.line, isLine: true)
      do throws(SeedUser.Problem) {
        return ExportedAccount.read(try Self.account(record.fields), at: place)
      } catch {
        return SourceUser(place: place, document: .failure(error))
      }
    }
    return nil
  }

  /// Rejects a first line whose columns are not those that are read at their places.
  private func checkNames(_ names: [String]) throws(ImportFault) {
    for (index, (name, column)) in zip(names, AccountColumn.all).enumerated() where !name.isEmpty {
      guard column.isCalled(name) else {
        throw ImportFault(
          "line 1: column \(index + 1) is called \"\(name.prefix(80))\", and auth:export has "
            + "\(column.name) there. Write its columns in its order, empty where you have none.")
      }
    }
  }

  /// Returns the user as the JSON of `auth:export` has it.
  private static func account(_ fields: [String]) throws(SeedUser.Problem) -> JSON {
    guard fields.count > 1, !fields[0].contains(where: { ";\t".contains($0) }) else {
      throw SeedUser.Problem(
        "",
        "the line has no columns that commas separate; write \(AccountColumn.documented) columns as "
          + "auth:export does, with commas and not with semicolons or tabs")
    }
    guard fields.count <= AccountColumn.all.count + 1,
      fields.dropFirst(AccountColumn.all.count).allSatisfy(\.isEmpty)
    else {
      throw SeedUser.Problem(
        "",
        "the line has \(fields.count) columns instead of \(AccountColumn.documented); put values with a comma in double quotes"
      )
    }
    var account = JSONObject()
    var providers: [JSONObject] = []
    for (column, field) in zip(AccountColumn.all, fields) where !field.isEmpty {
      guard let value = column.kind.value(field) else {
        throw SeedUser.Problem(
          column.name, "\"\(field.prefix(80))\" is not a \(column.kind.hint)")
      }
      guard let provider = column.provider else {
        account[column.member] = value
        continue
      }
      if providers.last?["providerId"]?.string != provider {
        providers.append(["providerId": .string(provider)])
      }
      providers[providers.count - 1][column.member] = value
    }
    if !providers.isEmpty { account["providerUserInfo"] = .array(providers.map(JSON.object)) }
    return .object(account)
  }
}

extension AccountColumn {
  /// Compares a name of a first line with the column's and the member's, without case and spaces.
  fileprivate func isCalled(_ name: String) -> Bool {
    [self.name, provider == nil ? member : self.name].contains {
      Self.letters(of: $0) == Self.letters(of: name)
    }
  }

  private static func letters(of name: String) -> String {
    name.lowercased().filter(\.isLetter)
  }
}

extension AccountColumn.Kind {
  /// The form of its values, for messages.
  fileprivate var hint: String {
    switch self {
    case .text: "text"
    case .flag: "Boolean; write true or false"
    case .time: "time; write milliseconds since 1970"
    }
  }

  /// Returns the value of a field; nil for an invalid one.
  fileprivate func value(_ field: String) -> JSON? {
    switch self {
    case .text: .string(field)
    case .flag: Bool(field.lowercased()).map(JSON.bool)
    case .time: Int64(field).flatMap { Milliseconds(exactly: $0) == nil ? nil : .int($0) }
    }
  }
}

/// The records of a CSV file (RFC 4180).
struct CSVReader {
  struct Record {
    /// The number of the first line.
    var line: Int
    /// The values without quotes; unquoted ones without surrounding spaces.
    var fields: [String]
  }

  private var lines: LineReader

  init(_ body: any StoredBody) { lines = LineReader(body) }

  mutating func next() throws -> Record? {
    guard var text = try lines.next() else { return nil }
    let start = lines.number
    while true {
      if let fields = try fields(of: text, line: start) {
        return Record(line: start, fields: fields)
      }
      // A quoted value may contain line breaks.
      guard let more = try lines.next() else {
        throw ImportFault(
          "line \(start): a quote is opened and not closed. Write a quote within quotes twice.")
      }
      text += [0x0A] + more
    }
  }

  /// Returns the fields of a record; nil if it ends within quotes.
  private func fields(of text: [UInt8], line: Int) throws -> [String]? {
    guard String(validating: text, as: UTF8.self) != nil else {
      throw ImportFault("line \(line): the text is not in UTF-8. Convert the file with iconv.")
    }
    var fields: [String] = []
    var rest = text[...]
    while true {
      let (comma, quote) = (UInt8(ascii: ","), UInt8(ascii: "\""))
      let content = rest.drop { $0 == 0x20 }
      if content.first == quote {
        guard let (value, end) = quoted(content.dropFirst()) else { return nil }
        let after = content[end...].drop { $0 == 0x20 }
        guard after.isEmpty || after.first == comma else {
          throw ImportFault(
            "line \(line): a comma must follow a closing quote. Write a quote within quotes twice.")
        }
        fields.append(value)
        rest = after
      } else {
        let field = content.prefix { $0 != comma }
        guard !field.contains(0x0D) else {
          throw ImportFault(
            "line \(line): the line has a carriage return in its middle. End lines with a line feed."
          )
        }
        rest = content[field.endIndex...]
        fields.append(
          String(decoding: field.reversed().drop { $0 == 0x20 }.reversed(), as: UTF8.self))
      }
      guard rest.first == comma else { return fields }
      rest = rest.dropFirst()
    }
  }

  /// Returns a value up to its closing quote, and the end of it; nil without a closing quote.
  private func quoted(_ text: ArraySlice<UInt8>) -> (value: String, end: Int)? {
    let quote = UInt8(ascii: "\"")
    var value: [UInt8] = []
    var index = text.startIndex
    while index < text.endIndex {
      guard text[index] == quote else {
        value.append(text[index])
        index += 1
        continue
      }
      guard index + 1 < text.endIndex, text[index + 1] == quote else {
        return (String(decoding: value, as: UTF8.self), index + 1)
      }
      value.append(quote)
      index += 2
    }
    return nil
  }
}
