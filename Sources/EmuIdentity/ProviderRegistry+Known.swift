internal import EmuJSON
package import EmuModel

extension ProviderRegistry {
  /// Returns the problem with a written provider id; nil for one that a project can have.
  ///
  /// A sign-in accepts any id in `compatible`, as the official emulator does; a written one is more
  /// likely a typing error.
  package func problem(withWritten id: String) -> String? {
    if named[id] != nil || ProviderID.isOfFamily(id) { return nil }
    let known = ids
    let list = (known + ["oidc.<name>", "saml.<name>"]).joined(separator: ", ")
    let near = NearestNames.of(id, among: known)
    let hint = near.isEmpty ? "" : "did you mean \(near.joined(separator: " or "))? "
    let shown = id.prefix(80)
    return
      "\"\(shown)\" is not an identity provider; \(hint)\(hint.isEmpty ? "the" : "The") ids are \(list)"
  }

  /// Checks the configurations of a project or tenant, by provider id.
  package func check(_ configs: [String: ProviderConfig]) throws(DocumentError) {
    for (id, config) in configs.sorted(by: { $0.key < $1.key }) {
      if let problem = problem(withWritten: id) {
        throw DocumentError(
          field: "providers.\(id)",
          message:
            "\(problem). Passwords, numbers and anonymous users are set up under config.signIn")
      }
      do throws(DocumentError) {
        try config.check(for: provider(id))
      } catch {
        throw DocumentError(field: "providers.\(id).\(error.field)", message: error.message)
      }
    }
  }
}
