/// The text of an encoder and the containers that are open in it.
///
/// Values are written in order. A container is known by its depth; writing to it closes the ones
/// that were opened deeper, and the end of a value closes what the value opened.
struct OpenText {
  /// The kind of a container.
  enum Container {
    case object, array
  }

  /// Where the value around the current one stands, and where the current one's text starts.
  struct Outer {
    fileprivate let base: Int
    fileprivate let start: Int
  }

  var writer: JSONTextWriter
  private var open: [Container] = []
  /// The depth at which the current value stands.
  private var base = 0

  init(writer: JSONTextWriter) {
    self.writer = writer
    open.reserveCapacity(8)
  }

  /// Notes that a value starts here that will write itself.
  mutating func beginValue() -> Outer {
    let outer = Outer(base: base, start: writer.count)
    base = open.count
    return outer
  }

  /// Closes what the value opened and goes on with the one around it.
  mutating func endValue(_ outer: Outer) {
    close(to: base)
    // A type that asks for no container has no members.
    if writer.count == outer.start {
      writer.beginObject()
      writer.endObject()
    }
    base = outer.base
  }

  /// Writes a record as the current value.
  mutating func write(_ record: some JSONRecord) throws {
    var members = JSONMembers(to: writer.take())
    defer { writer = members.writer }
    try members.write(record)
  }

  /// Opens a container as the current value and gives its depth.
  ///
  /// Asked again for the same value, as by a class and its superclass, goes on with the first.
  mutating func enter(_ container: Container) -> Int {
    if open.count > base, open[base] == container { return base + 1 }
    return push(container)
  }

  /// Opens a container within the one at a depth, as a member if there is a key.
  mutating func push(_ container: Container, key: String?, in depth: Int) -> Int {
    start(key, in: depth)
    return push(container)
  }

  /// Gets ready for a member, or an element, of the container at a depth.
  mutating func start(_ key: String?, in depth: Int) {
    if open.count > depth { close(to: depth) }
    if let key { writer.key(key) }
  }

  /// Writes a member, or an element, by one step of the writer.
  @inline(__always)
  mutating func add(_ key: String?, in depth: Int, _ write: (inout JSONTextWriter) -> Void) {
    start(key, in: depth)
    write(&writer)
  }

  private mutating func push(_ container: Container) -> Int {
    switch container {
    case .object: writer.beginObject()
    case .array: writer.beginArray()
    }
    open.append(container)
    return open.count
  }

  private mutating func close(to depth: Int) {
    while open.count > depth {
      switch open.removeLast() {
      case .object: writer.endObject()
      case .array: writer.endArray()
      }
    }
  }
}
