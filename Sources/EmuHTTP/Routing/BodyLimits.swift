/// The maximum lengths of a request's body, in bytes.
package struct BodyLimits: Sendable, Hashable {
  /// The longest body.
  package var total: Int
  /// The longest body in memory; a longer one is in `Request.storedBody`.
  package var inMemory: Int

  package init(total: Int = 10 << 20, inMemory: Int = .max) {
    self.total = total
    self.inMemory = inMemory
  }
}
