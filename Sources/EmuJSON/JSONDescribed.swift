/// A type that reads itself in a way of its own, and so has to say what it reads.
///
/// Types whose decoding the compiler makes need nothing of the kind: they are asked.
package protocol JSONDescribed: Decodable {
  /// A JSON schema of what is read.
  static var jsonSchema: JSON { get }
  /// A value that can be read.
  static var jsonExample: JSON { get }
}
