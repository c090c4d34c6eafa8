/// Members of which a message may have one.
package struct Oneof: Sendable {
  /// The group's name in protocol buffers.
  package let group: String
  /// The member that is the message; nil for the document itself.
  package let parent: String?
  package let members: [String]

  package init(_ group: String, in parent: String? = nil, _ members: [String]) {
    self.group = group
    self.parent = parent
    self.members = members
  }

  /// Returns the second of the members, in the order of the document; nil if it has at most one.
  package func repeatedMember(of document: JSON) -> String? {
    var message = document.object
    if let parent { message = message.flatMap { Self.value(of: parent, in: $0) }?.object }
    guard let message else { return nil }
    let found = message.members.compactMap { member in
      member.value.isNull ? nil : members.first { Self.matches(member.key, $0) }
    }
    return found.dropFirst().first { $0 != found[0] }
  }

  private static func value(of name: String, in message: JSONObject) -> JSON? {
    message.members.first { matches($0.key, name) }?.value
  }

  private static func matches(_ key: String, _ name: String) -> Bool {
    key == name || isOtherSpelling(key, of: name)
  }
}
