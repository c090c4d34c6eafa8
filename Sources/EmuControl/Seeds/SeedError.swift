/// An error of a seed document; nothing is stored.
package struct SeedError: Error, Sendable, Hashable {
  /// The path, such as `projects.demo.users[3].email`; empty for the whole document.
  package var path: String
  /// A sentence without the path.
  package var message: String

  package init(path: String, message: String) {
    self.path = path
    self.message = message
  }
}

extension SeedError: CustomStringConvertible {
  package var description: String { path.isEmpty ? message : "\(path): \(message)" }
}
