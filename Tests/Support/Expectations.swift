internal import EmuHTTP
package import EmuJSON
package import Testing

extension JSON {
  /// Expects members of an object, by name or by a path such as `error.errors.0.reason`; nil for one
  /// that must be absent.
  @discardableResult
  package func expect(
    _ members: [String: JSON?], sourceLocation: SourceLocation = #_sourceLocation
  ) -> JSON {
    for name in members.keys.sorted() {
      let shown =
        self[name]
        ?? name.split(separator: ".").reduce(self as JSON?) { value, part in
          Int(part).flatMap { value?[$0] } ?? value?[String(part)]
        }
      #expect(
        shown == members[name] ?? nil, "\(name) of \(serialized())", sourceLocation: sourceLocation)
    }
    return self
  }

  /// Expects members that are neither absent nor an empty text.
  package func expect(has names: String..., sourceLocation: SourceLocation = #_sourceLocation) {
    for name in names {
      #expect(
        ![nil, ""].contains(self[name]), "\(name) of \(serialized())",
        sourceLocation: sourceLocation)
    }
  }
}

extension JSONObject {
  /// Expects members, as of ``JSON``.
  package func expect(
    _ members: [String: JSON?], sourceLocation: SourceLocation = #_sourceLocation
  ) {
    JSON.object(self).expect(members, sourceLocation: sourceLocation)
  }
}

extension JSON? {
  /// Expects an object with members, as of ``JSON``.
  package func expect(
    _ members: [String: JSON?], sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(self != nil, sourceLocation: sourceLocation)
    self?.expect(members, sourceLocation: sourceLocation)
  }
}

extension [String: String] {
  /// Expects values; nil for a name that must be absent.
  package func expect(
    _ values: [String: String?], sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for name in values.keys.sorted() {
      #expect(
        self[name] == values[name] ?? nil, "\(name) of \(self)", sourceLocation: sourceLocation)
    }
  }
}

extension Reply {
  /// Expects a success, and members of the body as of ``JSON``.
  @discardableResult
  package func expect(
    _ members: [String: JSON?] = [:], sourceLocation: SourceLocation = #_sourceLocation
  ) -> Reply {
    expect(200, members, sourceLocation: sourceLocation)
  }

  /// Expects a status, and members of the body.
  @discardableResult
  package func expect(
    _ status: Int, _ members: [String: JSON?] = [:],
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Reply {
    #expect(self.status == status, "\(text) \(reasons)", sourceLocation: sourceLocation)
    json.expect(members, sourceLocation: sourceLocation)
    return self
  }

  /// Expects an error by its name, with words of the reason in the log.
  @discardableResult
  package func expect(
    _ status: Int, _ error: String, reason: String = "",
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Reply {
    expect(status, ["error": .string(error)], sourceLocation: sourceLocation)
    if !reason.isEmpty {
      #expect(reasons.contains(reason), "\(reasons)", sourceLocation: sourceLocation)
    }
    return self
  }

  /// Expects words of the body.
  @discardableResult
  package func expect(
    _ status: Int? = nil, text words: String..., sourceLocation: SourceLocation = #_sourceLocation
  ) -> Reply {
    if let status { expect(status, sourceLocation: sourceLocation) }
    for word in words { #expect(text.contains(word), "\(text)", sourceLocation: sourceLocation) }
    return self
  }

  /// Expects that the body lacks words.
  @discardableResult
  package func expect(
    lacking words: String..., sourceLocation: SourceLocation = #_sourceLocation
  ) -> Reply {
    for word in words { #expect(!text.contains(word), "\(text)", sourceLocation: sourceLocation) }
    return self
  }

  /// Expects words of the reasons in the log.
  @discardableResult
  package func expect(
    reasons words: String..., sourceLocation: SourceLocation = #_sourceLocation
  ) -> Reply {
    for word in words {
      #expect(reasons.contains(word), "\(reasons)", sourceLocation: sourceLocation)
    }
    return self
  }

  /// Expects headers; nil for one that must be absent.
  @discardableResult
  package func expect(
    headers expected: [String: String?], sourceLocation: SourceLocation = #_sourceLocation
  ) -> Reply {
    for name in expected.keys.sorted() {
      #expect(headers[name] == expected[name] ?? nil, "\(name)", sourceLocation: sourceLocation)
    }
    return self
  }

  /// Expects the whole `error.message`; nil for none.
  @discardableResult
  package func expect(
    _ status: Int? = nil, message: String?, sourceLocation: SourceLocation = #_sourceLocation
  ) -> Reply {
    if let status { expect(status, sourceLocation: sourceLocation) }
    #expect(errorMessage == message, sourceLocation: sourceLocation)
    return self
  }

  /// Expects a refusal by its code alone.
  @discardableResult
  package func expect(
    _ status: Int? = nil, code: String, sourceLocation: SourceLocation = #_sourceLocation
  ) -> Reply {
    if let status { expect(status, sourceLocation: sourceLocation) }
    #expect(errorCode == code, "\(text)", sourceLocation: sourceLocation)
    return self
  }

  /// Expects words of `error.message`.
  @discardableResult
  package func expect(
    _ status: Int? = nil, saying words: String..., sourceLocation: SourceLocation = #_sourceLocation
  ) -> Reply {
    if let status { expect(status, sourceLocation: sourceLocation) }
    for word in words {
      #expect(errorMessage?.contains(word) == true, "\(text)", sourceLocation: sourceLocation)
    }
    return self
  }

  /// Expects the first words of `error.message`.
  @discardableResult
  package func expect(
    _ status: Int? = nil, beginning words: String, sourceLocation: SourceLocation = #_sourceLocation
  ) -> Reply {
    if let status { expect(status, sourceLocation: sourceLocation) }
    #expect(errorMessage?.hasPrefix(words) == true, "\(text)", sourceLocation: sourceLocation)
    return self
  }

  /// Expects members that are neither absent nor an empty text.
  @discardableResult
  package func expect(
    has names: String..., sourceLocation: SourceLocation = #_sourceLocation
  ) -> Reply {
    for name in names { json.expect(has: name, sourceLocation: sourceLocation) }
    return self
  }

  /// Expects a control call's refusal, by words of its message.
  package func expectRefusal(
    _ message: String, status: Int = 400, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    expect(status, saying: message, sourceLocation: sourceLocation)
  }
}
