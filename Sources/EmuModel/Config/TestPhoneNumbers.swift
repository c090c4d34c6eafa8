/// Phone numbers with a fixed code, in E.164, each with its code.
package struct TestPhoneNumbers: ConfigSection {
  package var codes: [String: String]

  package init(_ codes: [String: String]) { self.codes = codes }

  package func check() throws(ConfigProblem) {
    for number in codes.keys.sorted()
    where PhoneNumber.e164(number) == nil || !PhoneNumber.isPlausible(number) {
      throw ConfigProblem(
        at: number, PhoneNumber.problem(of: number), "INVALID_PHONE_NUMBER",
        inProductionOnly: PhoneNumber.isPlausible(number))
    }
  }

  /// Google's page on test phone numbers: up to ten.
  private static let most = 10

  /// Returns the problem with the count, as a sentence without its end; nil when it may be set.
  ///
  /// - Parameter before: the replaced list; one that is already too long may remain so.
  package static func problem(
    withCountOf numbers: [String: String], inPlaceOf before: [String: String]
  ) -> String? {
    guard numbers.count > most, numbers.count > before.count else { return nil }
    return "there may be \(most) test numbers, and these are \(numbers.count)"
  }
}
