internal import EmuHTTP
internal import EmuJSON
internal import EmuModel

extension LoggedRequest {
  /// The entry as the API shows it.
  ///
  /// Shape: `{id, time, operation?, project?, status, latencyMicroseconds, method, path, request?,
  /// response?, unknownFields, decisions: [{rule, outcome, because}]}`; bodies as JSON where they
  /// are JSON and short, else as text.
  func document(showsSecrets: Bool) -> JSON {
    var document = JSONObject()
    document["id"] = .string(id)
    document["time"] = .string(time.rfc3339)
    document["operation"] = annotations.operation.map(JSON.string)
    document["project"] = annotations.project.map(JSON.string)
    document["status"] = .int(Int64(status.rawValue))
    document["latencyMicroseconds"] = .int(latencyMicroseconds)
    document["method"] = .string(request.method.rawValue)
    document["path"] = .string(target(showsSecrets: showsSecrets))
    document["request"] = body(showsSecrets: showsSecrets).document
    document["response"] = answerBody(showsSecrets: showsSecrets).document
    document["unknownFields"] = .array(annotations.unknownFields.map(JSON.string))
    document["decisions"] = .array(
      annotations.decisions.map { note in
        [
          "rule": .string(note.rule), "outcome": .string(note.outcome),
          "because": .string(
            showsSecrets ? note.because : SecretMask.maskedTokens(in: note.because)),
        ]
      })
    return .object(document)
  }

  /// The path with its query.
  func target(showsSecrets: Bool) -> String {
    guard let query = request.rawQuery, !query.isEmpty else { return request.path }
    return request.path + "?" + (showsSecrets ? query : SecretMask.masked(form: query))
  }

  func body(showsSecrets: Bool) -> LoggedBody {
    LoggedBody(
      request.body, size: bodySize, contentType: request.contentType, showsSecrets: showsSecrets)
  }

  private func answerBody(showsSecrets: Bool) -> LoggedBody {
    LoggedBody(
      answer ?? [], size: answerSize, contentType: responseType, showsSecrets: showsSecrets)
  }
}

/// A body as the log shows it.
struct LoggedBody {
  /// Nil for no body.
  private(set) var document: JSON?
  /// Whether a part of it is not shown.
  private(set) var isCut = false

  init(_ bytes: [UInt8], size: Int, contentType: String?, showsSecrets: Bool) {
    guard size > 0 else { return }
    let isForm = contentType?.hasPrefix("application/x-www-form-urlencoded") ?? false
    // Relaxed, because seeds may be; what was cut on arrival cannot be parsed.
    if !isForm, bytes.count == size, let tree = try? JSON(parsing: bytes, options: .relaxed) {
      let shown = showsSecrets ? tree : SecretMask.masked(tree)
      let text = shown.serializedBytes()
      if text.count <= LoggedRequest.shownBytes {
        document = shown
      } else {
        cut(text, of: text.count)
      }
      return
    }
    var text = String(decoding: bytes.prefix(LoggedRequest.shownBytes), as: UTF8.self)
    if !showsSecrets {
      text = isForm ? SecretMask.masked(form: text) : SecretMask.masked(fragment: text)
    }
    if size > LoggedRequest.shownBytes {
      cut(Array(text.utf8), of: size)
    } else {
      document = .string(text)
    }
  }

  private mutating func cut(_ text: [UInt8], of size: Int) {
    isCut = true
    let shown = String(decoding: text.prefix(LoggedRequest.shownBytes), as: UTF8.self)
    document = .string(shown + "… (cut; \(size) bytes in all)")
  }

  /// The body as text, for a command line.
  var text: String? {
    switch document {
    case nil: nil
    case .string(let text): text
    case let tree?: tree.serialized()
    }
  }
}
