internal import EmuJSON
package import EmuServer
internal import EmuModel
internal import EmuStore

/// The state of an emulator's project, read member by member: the answers of reading calls, and the stored
/// users with what no answer has.
package struct StateReading: Sendable {
  /// The answers by their calls, in order.
  package private(set) var answers: [(call: String, text: String)] = []

  package init(of emulator: Emulator, project: String) throws {
    let api = "/identitytoolkit.googleapis.com"
    var answers: [(call: String, text: String)] = []
    func add(_ target: String) { answers.append((target, emulator.read(target).text)) }
    let tenants = emulator.read("\(api)/v2/projects/\(project)/tenants?pageSize=1000")
    answers.append(("tenants", tenants.text))
    let ids = (tenants["tenants"]?.array ?? []).compactMap { tenant in
      tenant["name"]?.string?.split(separator: "/").last.map(String.init)
    }
    for scope in [""] + ids.map({ "/tenants/\($0)" }) {
      for kind in [
        "oauthIdpConfigs", "inboundSamlConfigs", "defaultSupportedIdpConfigs", "passkeyConfig",
      ] { add("\(api)/v2/projects/\(project)\(scope)/\(kind)") }
    }
    add("\(api)/v2/projects/\(project)/config")
    add("/emulator/v1/projects/\(project)/settings")
    add("/emulator/v1/export?project=\(project)&plainPasswords=true")
    self.answers = answers
    try addUsers(of: emulator, project)
  }

  /// Adds every stored user, without its key in the store and the end of its sessions.
  private mutating func addUsers(of emulator: Emulator, _ id: String) throws {
    try emulator.store.read { reader in
      guard let project = try reader.project(id) else {
        return
      }
      for tenant in [nil]
        + (try reader.tenantIDs(in: project, after: nil, limit: 1000)).map(Optional.some)
      {
        let scope = AccountScope(
          project: project, tenant: try tenant.flatMap { try reader.tenant($0, in: project) })
        for user in try reader.users(in: scope, after: nil, limit: 1000) {
          var user = user
          (user.key, user.sessionsEndedAt) = (0, nil)
          // It decides nothing while there is an address, and each removal of one sets it.
          if user.email != nil { user.emptyFields.remove(.emailVerified) }
          var text = ""
          dump(user, to: &text)
          answers.append(("user \(tenant ?? "")/\(user.uid)", text))
        }
      }
    }
  }

  /// Returns the first difference from another state, with both texts around it; nil for an equal one.
  package func difference(from other: StateReading) -> String? {
    for (mine, its) in zip(answers, other.answers) {
      guard mine.call == its.call else { return "\(mine.call) in place of \(its.call)" }
      let (one, two) = (Array(mine.text.utf8), Array(its.text.utf8))
      guard one != two else { continue }
      let place = zip(one, two).prefix { $0 == $1 }.count
      func excerpt(_ bytes: [UInt8]) -> String {
        String(decoding: bytes[max(0, place - 300)..<min(bytes.count, place + 100)], as: UTF8.self)
      }
      return "\(mine.call)\n--- expected\n\(excerpt(one))\n--- found\n\(excerpt(two))"
    }
    guard answers.count == other.answers.count else {
      return "\(answers.count) answers in place of \(other.answers.count)"
    }
    return nil
  }
}
