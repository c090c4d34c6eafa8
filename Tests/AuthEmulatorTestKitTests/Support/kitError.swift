import AuthEmulatorTestKit
import Testing

func kitError<Value>(
  sourceLocation: SourceLocation = #_sourceLocation, _ body: () async throws -> Value
) async -> AuthEmulatorError? {
  await #expect(throws: AuthEmulatorError.self, sourceLocation: sourceLocation) {
    _ = try await body()
  }
}
