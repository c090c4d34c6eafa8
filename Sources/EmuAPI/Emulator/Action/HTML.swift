/// Text of a page; a value gets in only escaped.
struct HTML: Sendable, ExpressibleByStringInterpolation {
  /// The text as it is sent.
  var text: String

  init(stringLiteral value: String) { text = value }

  init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

  /// Escapes whatever is put in, for element content and quoted attributes alike.
  struct StringInterpolation: StringInterpolationProtocol {
    var text = ""

    init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity) }

    mutating func appendLiteral(_ literal: String) { text += literal }

    mutating func appendInterpolation(_ value: String) {
      for scalar in value.unicodeScalars {
        switch scalar {
        case "&": text += "&amp;"
        case "<": text += "&lt;"
        case ">": text += "&gt;"
        case "\"": text += "&quot;"
        case "'": text += "&#39;"
        default: text.unicodeScalars.append(scalar)
        }
      }
    }

    mutating func appendInterpolation(_ value: HTML) { text += value.text }

    mutating func appendInterpolation(_ values: [HTML]) {
      for value in values { text += value.text }
    }
  }
}
