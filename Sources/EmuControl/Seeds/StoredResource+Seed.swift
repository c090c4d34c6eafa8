internal import EmuModel

extension StoredResource {
  /// Replaces the fields that a document has, and checks the changed parts.
  mutating func apply(_ document: Self, at path: String, _ rules: ProfileRules) throws {
    let before = self
    try merge(document)
    for problem in problems(inPlaceOf: before) where rules.isStrict || !problem.isOfProductionOnly {
      throw DocumentError(field: "\(path).\(problem.path)", message: problem.message)
    }
  }
}
