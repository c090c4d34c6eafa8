import EmuModel

/// A development environment in the cloud, which forwards ports under other names.
struct CloudWorkspace: Sendable, Hashable {
  /// Such as `GitHub Codespaces`.
  let name: String
  /// The host name of the emulator's port there; nil where ports are forwarded to `localhost`.
  let host: String?

  /// Finds the environment by its variables.
  ///
  /// - Parameters:
  ///   - port: the emulator's; 0 for one that is not known yet, which has no name.
  ///   - variable: returns the value of an environment variable that is not empty.
  init?(port: UInt16, variable: (String) -> String?) {
    if let workspace = variable("CODESPACE_NAME"), variable("CODESPACES") == "true" {
      let domain = variable("GITHUB_CODESPACES_PORT_FORWARDING_DOMAIN") ?? "app.github.dev"
      name = "GitHub Codespaces"
      host = port == 0 ? nil : "\(workspace)-\(port).\(domain)"
    } else if let url = variable("GITPOD_WORKSPACE_URL").flatMap(AbsoluteURL.init) {
      name = "Gitpod"
      host = port == 0 ? nil : "\(port)-\(url.host)"
    } else if variable("REMOTE_CONTAINERS") == "true" || variable("DEVCONTAINER") == "true" {
      (name, host) = ("a dev container", nil)
    } else {
      return nil
    }
  }

  var row: (String, String) {
    let admitted = host.map { "https://\($0) is admitted" }
    return ("workspace", "\(name); \(admitted ?? "its forwarded ports are admitted as localhost")")
  }
}
