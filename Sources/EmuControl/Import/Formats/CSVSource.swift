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
      if record.line == 1, Self.areNames(record.fields) {
        try checkNames(record.fields)
        continue
      }
      let location = ImportLocation(number: record.line, isLine: true)
      do throws(DocumentError) {
        return ExportedAccount.read(try Self.account(record.fields), at: location)
      } catch {
        return SourceUser(location: location, document: .failure(error))
      }
    }
    return nil
  }

  /// Returns true for a first line with names, as spreadsheets have one. A user may be called `uid`, so
  /// that no column may have a Boolean or a time; each user of an export has the time of its creation.
  private static func areNames(_ fields: [String]) -> Bool {
    ["uid", "localid"].contains(fields[0].lowercased())
      && !zip(AccountColumn.all, fields).contains { column, field in
        column.kind != .text && column.kind.value(field) != nil
      }
  }

  /// Rejects a first line whose columns are not those that are read at their places.
  private func checkNames(_ names: [String]) throws(DocumentError) {
    for (index, (name, column)) in zip(names, AccountColumn.all).enumerated() where !name.isEmpty {
      guard column.isCalled(name) else {
        throw DocumentError(
          message:
            "line 1: column \(index + 1) is called \"\(name.prefix(80))\", and auth:export has "
            + "\(column.name) there. Write its columns in its order, empty where you have none.")
      }
    }
  }

  /// Returns the user as the JSON of `auth:export` has it.
  private static func account(_ fields: [String]) throws(DocumentError) -> JSON {
    // A line with all columns has commas: another delimiter is a part of the uid.
    let isWhole = fields.count >= AccountColumn.documented
    guard
      isWhole || fields.count > 1 && !fields[0].utf8.contains(where: { ";\t".utf8.contains($0) })
    else {
      throw DocumentError(
        message:
          "the line has no columns that commas separate; write \(AccountColumn.documented) columns as "
          + "auth:export does, with commas and not with semicolons or tabs")
    }
    guard fields.count <= AccountColumn.all.count + 1,
      fields.dropFirst(AccountColumn.all.count).allSatisfy(\.isEmpty)
    else {
      throw DocumentError(
        message:
          "the line has \(fields.count) columns instead of \(AccountColumn.documented); put values with a comma in double quotes"
      )
    }
    var account = JSONObject()
    var providers: [JSONObject] = []
    for (column, field) in zip(AccountColumn.all, fields) where !field.isEmpty {
      guard let value = column.kind.value(field) else {
        throw DocumentError(
          field: column.name, message: "\"\(field.prefix(80))\" is not a \(column.kind.hint)")
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
    case .time: Int64(field).flatMap { Milliseconds.moment(of: $0) == nil ? nil : .int($0) }
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
  /// The line of the quote that is open; nil outside quotes.
  private var quoteLine: Int?
  /// The value after that quote, as far as it has been read.
  private var quoted: [UInt8] = []

  init(_ body: any StoredBody) { lines = LineReader(body) }

  mutating func next() throws -> Record? {
    guard var text = try lines.next() else { return nil }
    var record = Record(line: lines.number, fields: [])
    var size = 0
    while true {
      try read(text, into: &record)
      guard let quoteLine else { return record }
      size += text.count + 1
      let (isTooLong, lineBreak) = (size > LineReader.limit, lines.lineBreak)
      // A quoted value may contain line breaks.
      guard !isTooLong, let more = try lines.next() else {
        throw DocumentError(
          message: "line \(quoteLine): a quote is opened and not closed"
            + (isTooLong ? " within \(LineReader.limit >> 20) MB" : "")
            + ". Write a quote within quotes twice.")
      }
      quoted += lineBreak
      text = more
    }
  }

  /// Reads a line of a record, which may begin and end within quotes.
  private mutating func read(_ text: [UInt8], into record: inout Record) throws {
    guard String(validating: text, as: UTF8.self) != nil else {
      throw DocumentError(
        message: "line \(lines.number): the text is not in UTF-8. Convert the file with iconv.")
    }
    var rest = text[...]
    while true {
      let (comma, quote) = (UInt8(ascii: ","), UInt8(ascii: "\""))
      let content = rest.drop { $0 == 0x20 }
      if quoteLine == nil, content.first == quote {
        quoteLine = lines.number
        quoted = []
        rest = content.dropFirst()
      }
      if let quoteLine {
        guard readQuoted(&rest) else { return }
        rest = rest.drop { $0 == 0x20 }
        guard rest.isEmpty || rest.first == comma else {
          throw DocumentError(
            message:
              "line \(quoteLine): a comma must follow a closing quote. Write a quote within quotes twice."
          )
        }
        self.quoteLine = nil
        record.fields.append(String(decoding: quoted, as: UTF8.self))
      } else {
        let field = content.prefix { $0 != comma }
        guard !field.contains(0x0D) else {
          throw DocumentError(
            message:
              "line \(lines.number): the line has a carriage return in its middle. End lines with a line feed."
          )
        }
        rest = content[field.endIndex...]
        record.fields.append(
          String(decoding: field.reversed().drop { $0 == 0x20 }.reversed(), as: UTF8.self))
      }
      guard rest.first == comma else { return }
      rest = rest.dropFirst()
    }
  }

  /// Reads a value up to its closing quote; returns false if the line ends before it.
  private mutating func readQuoted(_ rest: inout ArraySlice<UInt8>) -> Bool {
    let quote = UInt8(ascii: "\"")
    while let end = rest.firstIndex(of: quote) {
      quoted += rest[..<end]
      rest = rest[(end + 1)...]
      guard rest.first == quote else { return true }
      quoted.append(quote)
      rest = rest.dropFirst()
    }
    quoted += rest
    return false
  }
}
