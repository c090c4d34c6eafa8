/// A type with its own decoding, which therefore describes its JSON.
///
/// Types with synthesized decoding need no description: their decoding is observed.
package protocol JSONDescribed: Decodable {
  static var jsonSchema: JSON { get }
  /// A value that can be read.
  static var jsonExample: JSON { get }
}
