internal import CXMLSec

/// XML as messages of SAML have it, read by libxml2.
///
/// Nothing but the given bytes is read: no network, no file, no document type and so no entity. What is
/// beyond an ``XMLLimit`` is refused before.
package enum XML {
  /// Returns the root element of a document.
  ///
  /// - Throws: ``XMLError/malformed``, ``XMLError/hasDoctype``, ``XMLError/exceeds(_:)``, and
  ///   ``XMLError/library(_:)`` where libxmlsec1 is missing.
  package static func read(_ bytes: [UInt8]) throws(XMLError) -> XMLElement {
    let bytes = try XMLScan.checked(bytes)
    try throwUnlessLibraryIsReady()
    let tree = XMLTree()
    let reader = emu_xml_reader(
      open: { XMLTree.of($0).open(String(cString: $1), $2.map { String(cString: $0) } ?? "") },
      attribute: { XMLTree.of($0).attribute(String(cString: $1), String(cString: $2)) },
      text: { XMLTree.of($0).text(String(cString: $1)) },
      close: { XMLTree.of($0).close() })
    let outcome = bytes.withUnsafeBytes { bytes in
      withExtendedLifetime(tree) {
        emu_xml_read(
          bytes.bindMemory(to: CChar.self).baseAddress ?? empty, CInt(bytes.count), reader,
          Unmanaged.passUnretained(tree).toOpaque())
      }
    }
    try XMLError.throwUnlessDone(outcome)
    guard let root = tree.root else { throw .malformed }
    return root
  }

  /// Returns a text with the five characters of markup escaped, for elements and attributes.
  package static func escaped(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x26: result += "&amp;".unicodeScalars
      case 0x3C: result += "&lt;".unicodeScalars
      case 0x3E: result += "&gt;".unicodeScalars
      case 0x22: result += "&quot;".unicodeScalars
      // White space that a parser would change, and what no document may contain (XML 1.0 §2.2).
      case 9, 10, 13: result += "&#\(scalar.value);".unicodeScalars
      case 0..<32, 0xFFFE, 0xFFFF: result.append("\u{FFFD}")
      default: result.append(scalar)
      }
    }
    return String(result)
  }

  // The pointer of an empty array, which may have none, where the library requires one. No byte is
  // read or written there, so every thread may have it.
  nonisolated(unsafe) static let empty = UnsafePointer(
    UnsafeMutablePointer<CChar>.allocate(capacity: 1))

  /// Loads the libraries at the first message of the process.
  package static func throwUnlessLibraryIsReady() throws(XMLError) {
    guard let problem = emu_xml_load() else { return }
    throw .library(String(cString: problem))
  }
}

/// The elements that are open while a document is read.
// Safety: the reader's callbacks get it unretained, only while the call that reads is running.
private final class XMLTree {
  private var open: [XMLElement] = []
  private(set) var root: XMLElement?

  static func of(_ context: UnsafeMutableRawPointer) -> XMLTree {
    Unmanaged<XMLTree>.fromOpaque(context).takeUnretainedValue()
  }

  func open(_ name: String, _ namespace: String) {
    open.append(XMLElement(name: name, namespace: namespace))
  }

  func attribute(_ name: String, _ value: String) { open[open.count - 1].attributes[name] = value }

  func text(_ text: String) { open[open.count - 1].text += text }

  func close() {
    let element = open.removeLast()
    if open.isEmpty { root = element } else { open[open.count - 1].children.append(element) }
  }
}
