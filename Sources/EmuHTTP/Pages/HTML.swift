/// Markup in which every interpolated text is escaped, unless it is markup itself.
///
/// `"<p>\(name)</p>" as HTML` cannot be escaped from, whatever the name contains: all text of a
/// page is inserted here.
package struct HTML: Sendable, ExpressibleByStringInterpolation {
  package let markup: String

  package init(stringLiteral value: String) { markup = value }

  package init(stringInterpolation: Interpolation) { markup = stringInterpolation.markup }

  /// Joins pieces, one a line.
  package init(_ pieces: [HTML]) { markup = pieces.map(\.markup).joined(separator: "\n") }

  package struct Interpolation: StringInterpolationProtocol {
    fileprivate var markup = ""

    package init(literalCapacity: Int, interpolationCount: Int) {
      markup.reserveCapacity(literalCapacity)
    }

    package mutating func appendLiteral(_ literal: String) { markup += literal }

    package mutating func appendInterpolation(_ text: String) { markup += HTML.escaped(text) }

    package mutating func appendInterpolation(_ number: Int) { markup += String(number) }

    package mutating func appendInterpolation(_ html: HTML?) { markup += html?.markup ?? "" }

    package mutating func appendInterpolation(_ pieces: [HTML]) { markup += HTML(pieces).markup }
  }

  /// Returns the text with the special characters of elements and quoted attributes escaped.
  private static func escaped(_ text: String) -> String {
    var output: [UInt8] = []
    output.reserveCapacity(text.utf8.count)
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): output += Array("&amp;".utf8)
      case UInt8(ascii: "<"): output += Array("&lt;".utf8)
      case UInt8(ascii: ">"): output += Array("&gt;".utf8)
      case UInt8(ascii: "\""): output += Array("&quot;".utf8)
      case UInt8(ascii: "'"): output += Array("&#39;".utf8)
      default: output.append(byte)
      }
    }
    return String(decoding: output, as: UTF8.self)
  }
}

extension HTML {
  package static func hidden(_ name: String, _ value: String) -> HTML {
    #"<input type="hidden" name="\#(name)" value="\#(value)">"#
  }
}

extension HTML {
  /// Returns the notice that distinguishes a page from the provider's own.
  package static func fakeProvider(_ brand: String) -> HTML {
    """
    <p class="fake"><strong>Fake \(brand)</strong> made by auth-emulator. No real account is \
    involved: never type a real password here.</p>
    """
  }

  /// Returns the menu of the failures that a provider's page can end with; nil without any.
  package static func failures(_ options: [(code: String, label: String)]) -> HTML? {
    guard !options.isEmpty else { return nil }
    return """
      <details>
      <summary>Let it fail</summary>
      <label for="error">Failure</label>
      <select id="error" name="error">
      \(options.map { #"<option value="\#($0.code)">\#($0.label)</option>"# as HTML })
      </select>
      <button name="action" value="fail">Fail like this</button>
      </details>
      """
  }
}

extension InlineAsset {
  /// Submits the page's only form once the page is loaded.
  package static let submission = InlineAsset(PackageResources.submit_js)
}
