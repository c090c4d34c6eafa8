internal import EmuHTTP

/// A text of a step with variables for generated values.
struct RecordedTemplate {
  enum Part {
    case text(String)
    case variable(String)
  }

  var parts: [Part]

  init(_ parts: [Part]) { self.parts = parts }
  init(_ text: String) { parts = [.text(text)] }

  static func variable(_ name: String) -> RecordedTemplate { RecordedTemplate([.variable(name)]) }

  var hasVariables: Bool {
    parts.contains { part in
      if case .variable = part { true } else { false }
    }
  }

  /// The template as a plain text.
  var raw: String {
    parts.map { part in
      switch part {
      case .text(let text): text.replacing("${", with: "${$}{")
      case .variable(let name): "${\(name)}"
      }
    }.joined()
  }

  /// The template as a component of a query or of a form.
  var encoded: RecordedTemplate {
    RecordedTemplate(
      parts.map { part in
        switch part {
        case .text(let text): .text(PercentEncoding.queryComponent(text))
        case .variable(let name): .variable(name.hasPrefix("enc:") ? name : "enc:\(name)")
        }
      })
  }

  static func + (left: RecordedTemplate, right: RecordedTemplate) -> RecordedTemplate {
    RecordedTemplate(left.parts + right.parts)
  }

  /// Returns the template with another one at each position of a text.
  func replacing(_ text: String, with template: RecordedTemplate) -> RecordedTemplate {
    guard !text.isEmpty else { return self }
    return RecordedTemplate(
      parts.flatMap { part -> [Part] in
        guard case .text(let whole) = part, whole.contains(text) else { return [part] }
        var result: [Part] = []
        for (index, piece) in whole.split(separator: text, omittingEmptySubsequences: false)
          .enumerated()
        {
          if index > 0 { result += template.parts }
          if !piece.isEmpty { result.append(.text(String(piece))) }
        }
        return result
      })
  }
}
