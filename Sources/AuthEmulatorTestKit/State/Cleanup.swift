/// Returns the result of a closure after a cleanup, which also follows an error.
///
/// The cleanup runs in a separate task: in a cancelled one, such as that of a test after its time
/// limit, each call fails.
///
/// - Throws: the error of the closure, otherwise that of the cleanup.
package func withCleanup<Value: Sendable>(
  _ body: () async throws -> Value, cleanup: @escaping @Sendable () async throws -> Void
) async throws -> Value {
  let result: Result<Value, any Error>
  do { result = .success(try await body()) } catch { result = .failure(error) }
  let cleaned = await Task { try await cleanup() }.result
  let value = try result.get()
  try cleaned.get()
  return value
}
