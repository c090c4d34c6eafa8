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
    RequestPrinter(notes: { prints($0) }, print: { write(line($0)) })
  }

  /// Returns true for a note that is printed: all of them as JSON, warnings and rejections as text.
  func prints(_ note: Annotations.Note) -> Bool {
    format == .json || note.outcome == Decision.Outcome.warned.rawValue
      || note.outcome == Decision.Outcome.refused.rawValue
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
    output.write(line) { omitted in
      switch format {
      case .text: "… lines left out, since the reader was too slow: \(omitted)"
      case .json: "{\"event\":\"linesLeftOut\",\"count\":\(omitted)}"
      }
    }
  }

  /// Returns the line about a request; in text, each note has its own line below it.
  package func line(_ request: RequestLine) -> TerminalText {
    switch format {
    case .text: text(request)
    case .json: json(request)
    }
  }

  private func text(_ request: RequestLine) -> TerminalText {
    let microseconds = request.latencyMicroseconds
    // Piece by piece into one buffer of bytes: appending to a text costs three times as much.
    var text: [UInt8] = []
    text.reserveCapacity(512)
    text += request.time.rfc3339Time.utf8
    text.append(UInt8(ascii: " "))
    text += VisibleText.escaped(request.method).utf8
    text.append(UInt8(ascii: " "))
    text += VisibleText.escaped(request.path).utf8
    text.append(UInt8(ascii: " "))
    text += String(request.status).utf8
    text.append(UInt8(ascii: " "))
    text += String(microseconds / 1000).utf8
    text.append(UInt8(ascii: "."))
    text += String(microseconds / 100 % 10).utf8
    text += " ms".utf8
    if let project = request.annotations.project {
      text.append(UInt8(ascii: " "))
      text += VisibleText.escaped(project).utf8
    }
    for note in request.annotations.decisions {
      text += "\n  ".utf8
      text += note.outcome.utf8
      text += " (".utf8
      text += note.rule.utf8
      text += "): ".utf8
      text += VisibleText.escaped(note.reason).utf8
    }
    if !request.annotations.unknownFields.isEmpty {
      let names = request.annotations.unknownFields.joined(separator: ", ")
      text += "\n  unknown fields: ".utf8
      text += VisibleText.escaped(names).utf8
    }
    return TerminalText(lines: String(decoding: text, as: UTF8.self))
  }

  private func json(_ request: RequestLine) -> TerminalText {
    var writer = JSONTextWriter()
    writer.beginObject()
    writer.member("event", "request")
    writer.member("time", request.time.rfc3339)
    writer.member("method", request.method)
    writer.member("path", request.path)
    writer.member("status", request.status)
    writer.member("latencyMicroseconds", request.latencyMicroseconds)
    writer.member("operation", request.annotations.operation)
    writer.member("project", request.annotations.project)
    writer.key("decisions")
    writer.beginArray()
    for note in request.annotations.decisions {
      writer.beginObject()
      writer.member("rule", note.rule)
      writer.member("outcome", note.outcome)
      writer.member("reason", note.reason)
      writer.endObject()
    }
    writer.endArray()
    writer.endObject()
    return TerminalText(json: String(decoding: writer.bytes, as: UTF8.self))
  }
}
