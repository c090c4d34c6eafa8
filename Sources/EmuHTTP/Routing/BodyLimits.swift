/// How long the body of a request may be, in bytes.
package struct BodyLimits: Sendable, Hashable {
  /// The longest body.
  package var total: Int
  /// The longest body that is held in memory; a longer one comes as `Request.storedBody`.
  package var inMemory: Int

  package init(total: Int = 10 << 20, inMemory: Int = .max) {
    self.total = total
    self.inMemory = inMemory
  }
}
