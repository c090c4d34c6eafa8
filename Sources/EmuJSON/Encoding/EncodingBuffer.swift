/// The text of an encoder and the container that is open in it.
///
/// Values are written in order. The end of a value closes its container.
struct EncodingBuffer {
  enum Container {
    case object, array
  }

  /// The container around a value, and the start of the value's text.
  struct Outer {
    fileprivate let container: Container?
    fileprivate let start: Int
  }

  var writer: JSONTextWriter
  /// The container that the current value has requested.
  private var container: Container?

  init(writer: JSONTextWriter) { self.writer = writer }

  mutating func beginValue() -> Outer {
    defer { container = nil }
    return Outer(container: container, start: writer.count)
  }

  /// Closes the container of the value and continues with the enclosing one.
  mutating func endValue(_ outer: Outer) {
    switch container {
    case .object: writer.endObject()
    case .array: writer.endArray()
    case nil:
      // A type that requests no container has no members.
      if writer.count == outer.start {
        writer.beginObject()
        writer.endObject()
      }
    }
    container = outer.container
  }

  /// Opens the container of the current value.
  ///
  /// A second request for the same value, as by a class and its superclass, continues the first.
  mutating func enter(_ requested: Container) {
    guard container != requested else { return }
    switch requested {
    case .object: writer.beginObject()
    case .array: writer.beginArray()
    }
    container = requested
  }

  /// Writes a member by one step of the writer.
  @inline(__always)
  mutating func add(_ key: String, _ write: (inout JSONTextWriter) -> Void) {
    writer.key(key)
    write(&writer)
  }
}
