/// The limit of phone numbers with a fixed code of a project or tenant.
package enum TestNumberRule {
  /// Google's page on test phone numbers: up to ten.
  package static let most = 10

  /// Returns the problem with a list of numbers, as a sentence without its end; nil when it may be
  /// set.
  ///
  /// - Parameter before: the replaced list; one that is already too long may remain so.
  package static func problem(
    with numbers: [String: String], inPlaceOf before: [String: String]
  ) -> String? {
    guard numbers.count > most, numbers.count > before.count else { return nil }
    return "there may be \(most) test numbers, and these are \(numbers.count)"
  }
}
