internal import EmuModel

/// The message about invalid project ids.
package enum ProjectIDRule {
  package static let problem =
    "A project id has 1 to \(Project.longestID) letters, digits, hyphens, underscores, dots and "
    + "colons; use one like demo-project."
}
