/// A limit of a document, checked before a library reads it.
///
/// The cost of libxml2 and libxmlsec1 grows with the square of several of these: the attributes of an
/// element, the namespaces in scope, and the transforms, each of which writes the whole element.
/// Messages of identity providers have a tenth of each.
package enum XMLLimit: Sendable, Hashable, CaseIterable {
  case bytes
  case nodes
  case depth
  case attributes
  case namespaces
  case namespaceBytes
  case prefixes
  case references
  case transforms

  /// The largest accepted value.
  package var value: Int { row.0 }

  /// The reason of a refusal, as a sentence without its end.
  var message: String { "the message has more than \(row.0) \(row.1)" }

  private var row: (Int, String) {
    switch self {
    case .bytes: (1 << 20, "bytes")
    case .nodes: (10_000, "elements, attributes, comments and instructions")
    case .depth: (32, "levels of elements")
    case .attributes: (64, "attributes and namespaces on one element")
    case .namespaces: (32, "namespaces declared around one element")
    case .namespaceBytes: (256, "bytes in the name of a namespace")
    case .prefixes: (16, "prefixes in one PrefixList")
    case .references: (4, "references of signatures")
    case .transforms: (8, "transforms of signatures")
    }
  }
}
