package struct JSONParsingOptions: Sendable, Hashable {
  /// True to accept JSON5 (https://spec.json5.org): comments, trailing commas, single quotes, keys
  /// without quotes, `+1`, `.5`, `0xFF`, `Infinity`.
  package var isRelaxed: Bool
  /// The maximum depth of nested arrays and objects.
  package var maximumDepth: Int
  /// The maximum number of values, which bounds the memory of the tree: 120 bytes each at most,
  /// beside those of the texts.
  package var maximumCount: Int
  /// True when half a surrogate pair becomes U+FFFD rather than an error.
  package var replacesLoneSurrogates: Bool

  /// True when a repeated key is an error; otherwise its last value counts.
  package var rejectsRepeatedKeys: Bool

  /// Creates options; without arguments, the strict ones.
  package init(
    isRelaxed: Bool = false, maximumDepth: Int = 64, maximumCount: Int = 2_000_000,
    replacesLoneSurrogates: Bool = false, rejectsRepeatedKeys: Bool = false
  ) {
    self.isRelaxed = isRelaxed
    self.maximumDepth = maximumDepth
    self.maximumCount = maximumCount
    self.replacesLoneSurrogates = replacesLoneSurrogates
    self.rejectsRepeatedKeys = rejectsRepeatedKeys
  }

  package static let strict = JSONParsingOptions()
  /// JSON5, for documents written by hand.
  package static let relaxed = JSONParsingOptions(isRelaxed: true)
}
