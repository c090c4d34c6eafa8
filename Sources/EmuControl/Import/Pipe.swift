internal import EmuThread

/// Hands over what one thread makes to another, a little ahead of it.
final class Pipe<Element: Sendable>: Sendable {
  private struct State {
    var waiting: [Element] = []
    /// Nothing more comes.
    var isOver = false
    /// The reader takes no more.
    var isClosed = false
  }

  /// How many elements wait.
  private static var room: Int { 4 }

  private let state = Monitor(State())

  /// Hands over an element; waits until there is room.
  ///
  /// - Returns: false when the reader takes no more.
  func put(_ element: Element) -> Bool {
    state.wait(until: { $0.waiting.count < Self.room || $0.isClosed }, then: { _ in })
    return state.update { state in
      guard !state.isClosed else { return false }
      state.waiting.append(element)
      return true
    }
  }

  /// Says that nothing more comes.
  func finish() { state.update { $0.isOver = true } }

  /// Ends it from the reader's side.
  func close() { state.update { $0.isClosed = true } }

  /// The next element; waits for it. Nil at the end.
  func take() -> Element? {
    let element: Element? = state.wait(until: { !$0.waiting.isEmpty || $0.isOver }) { state in
      state.waiting.isEmpty ? nil : state.waiting.removeFirst()
    }
    state.update { _ in }
    return element
  }
}
