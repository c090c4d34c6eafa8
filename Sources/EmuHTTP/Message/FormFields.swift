/// The fields of a form or of a query, in order, repeated names included.
///
/// Wire shape: `name=value&name=value` (`application/x-www-form-urlencoded`).
package struct FormFields: Sendable {
  package enum Decoding: Sendable {
    /// As the URL Standard decodes forms: `+` is a space, valid escapes are decoded, a stray `%` is
    /// kept, invalid UTF-8 is repaired.
    case standard

    /// As `standard` where a form encoder can have written the text; otherwise for raw values.
    ///
    /// Encoded text consists of the characters that encoders do not escape and of escapes of UTF-8.
    /// In any other text, a name or value with an invalid escape is not decoded. In the values of
    /// the named fields, `+` is a plus unless the value has escapes.
    case tolerant(keepingPlusIn: Set<String>)
  }

  private var pairs: [(name: String, value: String)] = []

  package init() {}

  /// Creates the fields of a sequence, in its order.
  package init(_ fields: some Sequence<(name: String, value: String)>) { pairs = Array(fields) }

  /// Parses a form body; it never fails, a part without `=` is a name with an empty value.
  package init(parsing body: [UInt8], decoding: Decoding = .standard) {
    self.init(parsing: body[...], decoding: decoding)
  }

  /// Reads a query or a form that is already text.
  package init(parsing text: some StringProtocol, decoding: Decoding = .standard) {
    self.init(parsing: Array(text.utf8)[...], decoding: decoding)
  }

  /// Reads a part of a larger buffer.
  package init(parsing bytes: ArraySlice<UInt8>, decoding: Decoding = .standard) {
    var decoding = decoding
    if case .tolerant = decoding, Self.isEncoded(bytes) { decoding = .standard }
    var start = bytes.startIndex
    while start < bytes.endIndex {
      var end = start
      var separator: Int?
      while end < bytes.endIndex, bytes[end] != ASCII.ampersand {
        if separator == nil, bytes[end] == ASCII.equals { separator = end }
        end += 1
      }
      if start < end {
        let name = decoding.text(bytes[start..<(separator ?? end)], isValueOf: nil)
        let value = separator.map { decoding.text(bytes[($0 + 1)..<end], isValueOf: name) }
        pairs.append((name, value ?? ""))
      }
      start = end + 1
    }
  }

  /// A form encoder can have written the text: URLSearchParams, `encodeURIComponent`, Python, Go, Java.
  private static func isEncoded(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.split(separator: ASCII.ampersand).allSatisfy { pair in
      pair.split(separator: ASCII.equals, maxSplits: 1, omittingEmptySubsequences: false)
        .allSatisfy { part in
          part.allSatisfy(PercentEncoding.isOfEncodedForm)
            && (!part.contains(ASCII.percent)
              || PercentEncoding.decodeIfValid(part, plusIsSpace: true) != nil)
        }
    }
  }

  package func first(_ name: String) -> String? {
    for pair in pairs where pair.name == name { return pair.value }
    return nil
  }

  /// Returns the first value of a field; nil if absent or empty, which have the same meaning in OAuth
  /// (RFC 6749 §3.1).
  package func filled(_ name: String) -> String? { first(name).flatMap { $0.isEmpty ? nil : $0 } }

  /// Every value of a field, in order.
  package func all(_ name: String) -> [String] {
    pairs.filter { $0.name == name }.map(\.value)
  }

  /// Appends a field, and keeps others of the same name.
  package mutating func add(_ name: String, _ value: String) {
    pairs.append((name, value))
  }

  /// Appends fields, and keeps others of the same names.
  package mutating func add(contentsOf fields: FormFields) { pairs += fields.pairs }

  /// The form as text that every reader decodes to the same fields; a space becomes `+`.
  package var encoded: String {
    var output: [UInt8] = []
    for (index, pair) in pairs.enumerated() {
      if index > 0 { output.append(ASCII.ampersand) }
      Self.append(pair.name, to: &output)
      output.append(ASCII.equals)
      Self.append(pair.value, to: &output)
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// The fields for the query or the fragment of an address. A space is `%20`, and a plus is escaped:
  /// not every reader decodes a plus as a form has it.
  package var encodedForURL: String {
    map { field in
      PercentEncoding.queryComponent(field.name) + "="
        + PercentEncoding.queryComponent(field.value)
    }.joined(separator: "&")
  }

  private static func append(_ text: String, to output: inout [UInt8]) {
    let start = output.count
    PercentEncoding.append(text, to: &output) {
      PercentEncoding.isUnreserved($0) || $0 == ASCII.space
    }
    for index in start..<output.count where output[index] == ASCII.space {
      output[index] = ASCII.plus
    }
  }
}

// MARK: - RandomAccessCollection

extension FormFields: RandomAccessCollection {
  package var startIndex: Int { pairs.startIndex }
  package var endIndex: Int { pairs.endIndex }

  package subscript(position: Int) -> (name: String, value: String) { pairs[position] }
}

// MARK: - ExpressibleByDictionaryLiteral

extension FormFields: ExpressibleByDictionaryLiteral {
  /// Creates the fields in the order written; names may repeat.
  package init(dictionaryLiteral elements: (String, String)...) {
    pairs = elements.map { (name: $0.0, value: $0.1) }
  }
}

extension FormFields.Decoding {
  fileprivate func text(_ bytes: ArraySlice<UInt8>, isValueOf name: String?) -> String {
    // Most names and values need no decoding: one pass, one copy.
    guard bytes.contains(where: { $0 == ASCII.percent || $0 == ASCII.plus }) else {
      return String(decoding: bytes, as: UTF8.self)
    }
    switch self {
    case .standard:
      let decoded = PercentEncoding.decodeBytes(bytes, plusIsSpace: true)
      return String(decoding: decoded, as: UTF8.self)
    case .tolerant(let plusFields):
      let plusIsSpace =
        name.map { !plusFields.contains($0) } ?? true || bytes.contains(ASCII.percent)
      return PercentEncoding.decodeIfValid(bytes, plusIsSpace: plusIsSpace)
        ?? String(decoding: bytes, as: UTF8.self)
    }
  }
}
