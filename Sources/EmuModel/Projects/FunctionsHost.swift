/// Where functions are told of accounts that are made and deleted; each address is `host:port`.
package enum FunctionsHost: Sendable, Hashable {
  /// The Functions emulator itself.
  case functions(String)
  /// The emulator hub, which knows where the Functions emulator is.
  case hub(String)
}
