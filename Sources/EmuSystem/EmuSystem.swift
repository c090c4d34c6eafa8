// No attribute without an underscore re-exports a module yet.
#if canImport(Glibc)
  @_exported import Glibc
#elseif canImport(Musl)
  @_exported import Musl
#else
  @_exported import Darwin
#endif

/// Returns a variable of the environment; nil for one that is empty or not set.
package func environmentVariable(_ name: String) -> String? {
  // getenv(3): the text belongs to the environment, which does not change here; copied immediately.
  guard let value = getenv(name), value.pointee != 0 else { return nil }
  return String(cString: value)
}
