import EmuHTTP
import EmuJSON
package import EmuModel
package import EmuServer

/// Writes one line to standard error for every request that the emulator passes to it.
package struct AccessLog: Sendable {
  private let format: StartOptions.LogFormat
  private let output = LogOutput()

  package init(format: StartOptions.LogFormat) { self.format = format }

  /// Writes the line of each request.
  package var requestPrinter: RequestPrinter {
    RequestPrinter(decisions: { prints($0) }, print: { write(line($0)) })
  }

  /// Returns true for a decision that is printed: all of them as JSON, warnings and refusals as text.
  func prints(_ decision: Decision) -> Bool {
    format == .json || [.warned, .refused].contains(decision.outcome)
  }

  /// Writes the content of an e-mail or a text message, to copy from.
  package func record(_ message: OutgoingMessage) { write(line(message)) }

  package func line(_ message: OutgoingMessage) -> TerminalText {
    guard format == .json else { return "\(message.sentence)" }
    let line: JSON = [
      "event": "message", "project": .string(message.projectID),
      "recipient": .string(message.recipient), "sentence": .string(message.sentence),
    ]
    return TerminalText(json: line.serialized())
  }

  /// Writes a problem outside requests.
  package func record(notice: String) { write(line(notice: notice)) }

  package func line(notice: String) -> TerminalText {
    guard format == .json else { return "\(notice)" }
    let line: JSON = ["event": "notice", "message": .string(notice)]
    return TerminalText(json: line.serialized())
  }

  private func write(_ line: TerminalText) {
    output.write(shortened(line)) { omitted in
      switch format {
      case .text: "… lines left out, since the reader was too slow or the disk full: \(omitted)"
      case .json: "{\"event\":\"linesLeftOut\",\"count\":\(omitted)}"
      }
    }
  }

  /// Returns a line that a pipe accepts without blocking. One of JSON has shorter texts and lists then.
  func shortened(_ line: TerminalText) -> TerminalText {
    let (bytes, limit) = (line.description.utf8, LogOutput.longestLine)
    guard bytes.count > limit else { return line }
    guard format == .json, let tree = try? JSON(parsing: line.description) else {
      return TerminalText(lines: String(decoding: bytes.prefix(limit - 4), as: UTF8.self) + "…")
    }
    let lines = [1024, 128, 16].lazy.map { TerminalText(json: tree.shortened(to: $0).serialized()) }
    return lines.first { $0.description.utf8.count <= limit } ?? "{}"
  }

  /// Returns the line about a request; in text, each decision has its own line below it.
  package func line(_ request: RequestLine) -> TerminalText {
    switch format {
    case .text: text(request)
    case .json: json(request)
    }
  }

  private func text(_ request: RequestLine) -> TerminalText {
    let (milliseconds, annotations) = (request.latencyMicroseconds / 1000, request.annotations)
    var text: TerminalText =
      "\(request.time.rfc3339Time) \(request.method) \(request.path) \(request.status) "
    text += "\(milliseconds).\(request.latencyMicroseconds / 100 % 10) ms"
    if let project = annotations.project { text += " \(project)" }
    for decision in annotations.decisions {
      text += "\n  \(decision.outcome) (\(decision.rule)): \(decision.reason)"
    }
    if !annotations.unknownFields.isEmpty {
      text += "\n  unknown fields: \(annotations.unknownFields.joined(separator: ", "))"
    }
    return text
  }

  private func json(_ request: RequestLine) -> TerminalText {
    let annotations = request.annotations
    var line: JSONObject = [
      "event": "request", "time": .string(request.time.rfc3339),
      "method": .string(request.method), "path": .string(request.path),
      "status": .int(Int64(request.status)),
      "latencyMicroseconds": .int(Int64(request.latencyMicroseconds)),
    ]
    line["operation"] = annotations.operation.map(JSON.string)
    line["project"] = annotations.project.map(JSON.string)
    line["decisions"] = .array(
      annotations.decisions.map { decision in
        [
          "rule": .string(decision.rule.text), "outcome": .string(decision.outcome.rawValue),
          "reason": .string(decision.reason.text),
        ]
      })
    line["unknownFields"] = .array(annotations.unknownFields.map(JSON.string))
    return TerminalText(json: JSON.object(line).serialized())
  }
}

extension JSON {
  /// Returns the document with shorter texts, and with fewer elements in its lists.
  ///
  /// - Parameter length: the bytes of a text, and eight times the elements of a list.
  fileprivate func shortened(to length: Int) -> JSON {
    switch self {
    case .string(let text) where text.utf8.count > length:
      return .string(String(decoding: text.utf8.prefix(length), as: UTF8.self) + "…")
    case .array(let elements):
      return .array(elements.prefix(length / 8).map { $0.shortened(to: length) })
    case .object(let object):
      var result = JSONObject()
      for member in object { result[member.key] = member.value.shortened(to: length) }
      return .object(result)
    default: return self
    }
  }
}
