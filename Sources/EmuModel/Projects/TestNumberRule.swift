/// How many numbers that take a fixed code a project or a tenant may have.
package enum TestNumberRule {
  /// Google's page on test phone numbers: up to ten.
  package static let most = 10

  /// What is wrong with a list of numbers, as a sentence without its end; nil when it may be set.
  ///
  /// - Parameter before: the list in whose place it comes; one that is too long may stay so.
  package static func problem(
    with numbers: [String: String], inPlaceOf before: [String: String]
  ) -> String? {
    guard numbers.count > most, numbers.count > before.count else { return nil }
    return "there may be \(most) test numbers, and these are \(numbers.count)"
  }
}
