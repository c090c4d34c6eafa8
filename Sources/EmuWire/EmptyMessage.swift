/// A message without fields: whatever is in it is unknown.
package struct EmptyMessage: Codable, Sendable {
  private enum NoKeys: CodingKey {}

  package init() {}

  package init(from decoder: any Decoder) throws {
    // A reader that was asked for the fields can report unknown ones.
    _ = try decoder.container(keyedBy: NoKeys.self)
  }

  package func encode(to encoder: any Encoder) throws {
    _ = encoder.container(keyedBy: NoKeys.self)
  }
}
