/// A large value that copies of its owner share.
@propertyWrapper
package struct Shared<Value: Sendable & Hashable>: Sendable, Hashable {
  private final class Storage: Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
  }

  private var storage: Storage

  package init(wrappedValue: Value) { storage = Storage(wrappedValue) }

  package var wrappedValue: Value {
    get { storage.value }
    set { storage = Storage(newValue) }
  }

  package static func == (left: Self, right: Self) -> Bool {
    left.storage === right.storage || left.wrappedValue == right.wrappedValue
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue) }
}
