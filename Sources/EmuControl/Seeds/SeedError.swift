/// What is wrong with a seed document; nothing of it has been stored.
package struct SeedError: Error, Sendable, Hashable {
  /// The place, such as `projects.demo.users[3].email`; empty for the whole document.
  package var path: String
  /// A sentence without the place.
  package var message: String

  package init(path: String, message: String) {
    self.path = path
    self.message = message
  }
}

extension SeedError: CustomStringConvertible {
  package var description: String { path.isEmpty ? message : "\(path): \(message)" }
}
