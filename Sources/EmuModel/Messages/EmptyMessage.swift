/// A message without fields: whatever is in it is unknown.
package struct EmptyMessage: Codable, Sendable {
  private enum NoKeys: CodingKey {}

  package init() {}

  package init(from decoder: any Decoder) throws {
    // A decoder reports unknown fields of a container that was requested.
    _ = try decoder.container(keyedBy: NoKeys.self)
  }

  package func encode(to encoder: any Encoder) throws {
    _ = encoder.container(keyedBy: NoKeys.self)
  }
}
