/// The decoded values of a pattern's parameters.
package struct PathParameters: Sendable {
  private let names: [String]
  private let values: [String]

  /// Creates the parameters of a path; a literal one has none.
  package init(names: [String] = [], values: [String] = []) {
    self.names = names
    self.values = values
  }

  package subscript(name: String) -> String? {
    names.firstIndex(of: name).map { values[$0] }
  }
}
