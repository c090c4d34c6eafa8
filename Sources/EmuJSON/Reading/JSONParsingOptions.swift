package struct JSONParsingOptions: Sendable, Hashable {
  /// True to accept the parts of JSON5 (https://spec.json5.org) that people write: comments, trailing
  /// commas, single quotes, and keys without quotes.
  package var isRelaxed = false
  /// True to step over comments in a relaxed document.
  package var skipsComments = true
  /// The maximum depth of nested arrays and objects.
  package var maximumDepth = 64
  /// The maximum number of values, which bounds the memory of the tree: 120 bytes each at most,
  /// beside those of the texts.
  package var maximumCount = 2_000_000
  /// True when a repeated key is an error; otherwise its last value counts.
  var rejectsRepeatedKeys = false

  package static let strict = JSONParsingOptions()
  package static let strictWithUniqueKeys = JSONParsingOptions(rejectsRepeatedKeys: true)
  /// For documents written by hand.
  package static let relaxed = JSONParsingOptions(isRelaxed: true)
  /// The additions that Google's front end accepts, which has no comments.
  package static let relaxedWithoutComments = JSONParsingOptions(
    isRelaxed: true, skipsComments: false)
  package static let relaxedWithUniqueKeys = JSONParsingOptions(
    isRelaxed: true, rejectsRepeatedKeys: true)
}
