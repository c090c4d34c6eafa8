/// A value that several tests read and the first of them makes, because making it takes an emulator.
actor LazyValue<Value: Sendable> {
  private var task: Task<Value, any Error>?

  /// - Throws: what `make` has thrown, to each test.
  func value(_ make: @escaping @Sendable () async throws -> Value) async throws -> Value {
    let task = task ?? Task { try await make() }
    self.task = task
    return try await task.value
  }
}
