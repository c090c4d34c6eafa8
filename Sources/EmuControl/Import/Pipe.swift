internal import EmuThread

/// A bounded queue from one thread to another.
final class Pipe<Element: Sendable>: Sendable {
  private struct State {
    var waiting: [Element] = []
    /// True after the last element.
    var isOver = false
    /// True if the reader accepts no more.
    var isClosed = false
  }

  /// The capacity.
  private static var room: Int { 4 }

  private let state = Monitor(State())

  /// Adds an element; waits for space.
  ///
  /// - Returns: false if the reader accepts no more.
  func put(_ element: Element) -> Bool {
    state.wait(until: { $0.waiting.count < Self.room || $0.isClosed }, then: { _ in })
    return state.update { state in
      guard !state.isClosed else { return false }
      state.waiting.append(element)
      return true
    }
  }

  /// Ends the queue after the last element.
  func finish() { state.update { $0.isOver = true } }

  /// Ends the queue from the reader's side.
  func close() { state.update { $0.isClosed = true } }

  /// Removes and returns the next element; waits for it. Nil at the end.
  func take() -> Element? {
    let element: Element? = state.wait(until: { !$0.waiting.isEmpty || $0.isOver }) { state in
      state.waiting.isEmpty ? nil : state.waiting.removeFirst()
    }
    state.update { _ in }
    return element
  }
}
