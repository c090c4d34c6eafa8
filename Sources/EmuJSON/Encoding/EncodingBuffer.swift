/// The text of an encoder and the containers that are open in it.
///
/// Values are written in order. A container is identified by its depth. Writing to it closes the
/// deeper ones, and the end of a value closes its containers.
struct EncodingBuffer {
  enum Container {
    case object, array
  }

  /// The base of the enclosing value, and the start of the current one's text.
  struct Outer {
    fileprivate let base: Int
    fileprivate let start: Int
  }

  var writer: JSONTextWriter
  private var open: [Container] = []
  private var base = 0

  init(writer: JSONTextWriter) {
    self.writer = writer
    open.reserveCapacity(8)
  }

  mutating func beginValue() -> Outer {
    let outer = Outer(base: base, start: writer.count)
    base = open.count
    return outer
  }

  /// Closes the containers of the value and continues with the enclosing one.
  mutating func endValue(_ outer: Outer) {
    close(to: base)
    // A type that requests no container has no members.
    if writer.count == outer.start {
      writer.beginObject()
      writer.endObject()
    }
    base = outer.base
  }

  /// Opens a container as the current value and returns its depth.
  ///
  /// A second request for the same value, as by a class and its superclass, continues the first.
  mutating func enter(_ container: Container) -> Int {
    if open.count > base, open[base] == container { return base + 1 }
    return push(container)
  }

  /// Opens a container in the one at a depth, as a member if there is a key.
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
