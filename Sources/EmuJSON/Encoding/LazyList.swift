/// A list whose elements are made as they are encoded, so that memory holds one of them at a time.
package struct LazyList<Element: Codable & Sendable>: Codable, Sendable {
  package let count: Int
  private let element: @Sendable (Int) -> Element

  package init<Source: Sendable>(
    _ sources: [Source], _ make: @escaping @Sendable (Source) -> Element
  ) {
    count = sources.count
    element = { make(sources[$0]) }
  }

  package init(from decoder: any Decoder) throws {
    self.init(try [Element](from: decoder)) { $0 }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for index in 0..<count { try container.encode(element(index)) }
  }
}
