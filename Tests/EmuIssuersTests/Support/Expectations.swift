import EmuJSON
import EmuTestSupport
import Testing

extension JSON {
  /// Expects members of an object; nil for one that must be absent.
  func expect(_ members: [String: JSON?], sourceLocation: SourceLocation = #_sourceLocation) {
    for name in members.keys.sorted() {
      #expect(
        self[name] == members[name] ?? nil, "\(name) of \(serialized())",
        sourceLocation: sourceLocation)
    }
  }
}

extension JSONObject {
  /// Expects members, as of ``JSON``.
  func expect(_ members: [String: JSON?], sourceLocation: SourceLocation = #_sourceLocation) {
    JSON.object(self).expect(members, sourceLocation: sourceLocation)
  }
}

extension JSON? {
  /// Expects an object with members, as of ``JSON``.
  func expect(_ members: [String: JSON?], sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(self != nil, sourceLocation: sourceLocation)
    self?.expect(members, sourceLocation: sourceLocation)
  }
}

extension [String: String] {
  /// Expects values; nil for a name that must be absent.
  func expect(_ values: Fields, sourceLocation: SourceLocation = #_sourceLocation) {
    for name in values.keys.sorted() {
      #expect(
        self[name] == values[name] ?? nil, "\(name) of \(self)", sourceLocation: sourceLocation)
    }
  }
}

extension Reply {
  /// Expects members of the body, as of ``JSON``.
  func expect(_ members: [String: JSON?], sourceLocation: SourceLocation = #_sourceLocation) {
    json.expect(members, sourceLocation: sourceLocation)
  }

  /// Expects a status, and members of the body.
  @discardableResult
  func expect(
    _ status: Int, _ members: [String: JSON?] = [:],
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Reply {
    #expect(self.status == status, "\(text)", sourceLocation: sourceLocation)
    json.expect(members, sourceLocation: sourceLocation)
    return self
  }

  /// Expects an error by its name, with words of the reason in the log.
  @discardableResult
  func expect(
    _ status: Int, _ error: String, reason: String = "",
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Reply {
    expect(status, ["error": .string(error)], sourceLocation: sourceLocation)
    if !reason.isEmpty {
      #expect(reasons.contains(reason), "\(reasons)", sourceLocation: sourceLocation)
    }
    return self
  }

  /// Expects a control call's refusal, by words of its message.
  func expectRefusal(
    _ message: String, status: Int = 400, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(self.status == status, "\(text)", sourceLocation: sourceLocation)
    #expect(errorMessage?.contains(message) == true, "\(text)", sourceLocation: sourceLocation)
  }
}
