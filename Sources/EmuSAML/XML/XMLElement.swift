/// An element of a document, with all that it contains.
package struct XMLElement: Sendable, Hashable {
  /// Without a prefix.
  package var name: String
  /// The URI of its namespace; empty for none.
  package var namespace: String
  /// Those without a namespace, by name.
  package var attributes: [String: String] = [:]
  package var children: [XMLElement] = []
  /// The text directly inside it, without comments.
  package var text = ""

  package subscript(attribute: String) -> String? { attributes[attribute] }

  /// True if the element directly contains a signature.
  package var isSigned: Bool { children.contains { $0.namespace == XMLSignature.namespace } }

  package func all(_ name: String, in namespace: String) -> [XMLElement] {
    children.filter { $0.name == name && $0.namespace == namespace }
  }

  /// Returns the child of a name and namespace; nil if there are none or more than one.
  package func only(_ name: String, in namespace: String) -> XMLElement? {
    let all = all(name, in: namespace)
    return all.count == 1 ? all[0] : nil
  }
}
