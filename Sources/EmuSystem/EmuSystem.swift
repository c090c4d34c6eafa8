// No attribute without an underscore re-exports a module yet.
#if canImport(Glibc)
  @_exported import Glibc
#elseif canImport(Musl)
  @_exported import Musl
#else
  @_exported import Darwin
#endif

// The types of sockets, which Glibc has as an enumeration.
#if canImport(Glibc)
  package let streamSocket = Int32(SOCK_STREAM.rawValue)
  package let datagramSocket = Int32(SOCK_DGRAM.rawValue)
#else
  package let streamSocket = SOCK_STREAM
  package let datagramSocket = SOCK_DGRAM
#endif

/// Returns a variable of the environment; nil for one that is empty or not set.
package func environmentVariable(_ name: String) -> String? {
  // getenv(3): the text belongs to the environment, which does not change here; copied immediately.
  guard let value = getenv(name), value.pointee != 0 else { return nil }
  return String(cString: value)
}
