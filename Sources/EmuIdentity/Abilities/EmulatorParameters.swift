internal import EmuJSON
internal import EmuModel

/// The parameters by which a test controls a sign-in page, in the place of a person.
package enum EmulatorParameters {
  private static let names = [
    "emulator_answer", "emulator_auto", "emulator_claims", "emulator_confirmed", "emulator_fail",
    "emulator_page", "emulator_project", "emulator_tenant",
  ]
  /// The parameters with one value.
  private static let values = ["emulator_answer": "json", "emulator_page": "issuer"]

  /// Returns the problem with a parameter, as sentences; nil for a valid or another one.
  package static func problem(with name: String, _ value: String) -> String? {
    guard name.hasPrefix("emulator_") else { return nil }
    guard names.contains(name) else {
      return "There is no parameter \(name.prefix(64)).\(NearestNames.hint(name, among: names)) "
        + "Those of the emulator are \(names.joined(separator: ", "))."
    }
    if value.isEmpty { return nil }
    if let only = values[name], value != only {
      return "\(name) is \(value.prefix(64)); its only value is \(only)."
    }
    guard name != "emulator_project" || Project.isPlausible(id: value) else {
      return "\(name) is not a project id. \(Project.idProblem)"
    }
    return nil
  }
}
