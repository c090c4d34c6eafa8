/// Where functions receive accounts that are made and deleted; each address is `host:port`.
package enum FunctionsHost: Sendable, Hashable {
  /// The Functions emulator itself.
  case functions(String)
  /// The emulator hub, which returns where the Functions emulator is.
  case hub(String)
}
