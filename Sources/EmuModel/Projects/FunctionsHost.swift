/// The hosts of functions that receive created and deleted accounts; each address is `host:port`.
package enum FunctionsHost: Sendable, Hashable {
  /// The Functions emulator itself.
  case functions(String)
  /// The emulator hub, which returns the address of the Functions emulator.
  case hub(String)
}
