import EmuSystem

/// The environment variables of other tools.
enum Environment {
  /// Returns every variable as `NAME=value`; others replace those of the same name.
  static func merged(with others: [String: String]) -> [String] {
    var list: [String] = []
    // environ(7): a list of texts that a null pointer ends; it does not change here.
    var next = unsafe all
    while let entry = unsafe next, let text = unsafe entry.pointee {
      let variable = unsafe String(cString: text)
      let name = variable.prefix { $0 != "=" }
      if others[String(name)] == nil { list.append(variable) }
      unsafe next = unsafe entry.successor()
    }
    return list + others.map { "\($0.key)=\($0.value)" }.sorted()
  }

  private static var all: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
    #if os(Linux)
      unsafe environ
    #else
      unsafe _NSGetEnviron().pointee
    #endif
  }
}
