/// An operation under `/emulator/v1`, described like a call of the control API.
protocol DescribedCall {
  /// The purpose of the call, in one sentence.
  static var about: String { get }
  /// The purpose of each field of the query, by its name.
  static var query: [String: String] { get }
}

extension DescribedCall {
  static var query: [String: String] { [:] }
}
