internal import EmuCrypto
internal import EmuModel

extension User {
  /// Sets a plaintext password.
  mutating func setPassword(_ text: String, in context: OperationContext) {
    password = .clear(
      text, salt: "fakeSalt" + context.ids.alphanumeric(20), at: context.now)
  }
}
