internal import CXMLSec

/// Enveloped signatures of elements with an ID (XML Signature §6.6.4), by libxmlsec1.
///
/// RSA with SHA-256, SHA-384 or SHA-512. The key comes from the caller, never from the document.
package enum XMLSignature {
  package static let namespace = "http://www.w3.org/2000/09/xmldsig#"

  /// Returns the element that a signature signs, read from the very bytes that were signed.
  ///
  /// Other parts of the document are not in it, so that no wrapped copy is read.
  ///
  /// - Parameters:
  ///   - id: the value of the element's attribute `ID`. Its signature is its own child.
  ///   - keys: public keys in PEM, of which one must have signed.
  /// - Throws: the error of the last key; ``XMLError/badKey`` without keys.
  package static func verified(
    _ document: [UInt8], id: String, keys: [String]
  ) throws(XMLError) -> XMLElement {
    var failure = XMLError.badKey
    for key in keys {
      do throws(XMLError) {
        let bytes = try call(document) { emu_xml_verify($0, $1, id, key, &$2) }
        let element = try XML.read(bytes)
        guard element["ID"] == id else { throw .foreignReference }
        return element
      } catch {
        failure = error
      }
    }
    throw failure
  }

  /// Returns a document with the signature of the element with an ID.
  ///
  /// - Parameters:
  ///   - document: with ``template(id:certificate:)`` inside the element.
  ///   - key: of RSA, in PEM.
  /// - Throws: as ``XML/read(_:)``, and ``XMLError/ambiguousID``, ``XMLError/unsigned``,
  ///   ``XMLError/badKey`` or ``XMLError/invalid``.
  package static func signed(
    _ document: String, id: String, key: String
  ) throws(XMLError) -> String {
    let bytes = try call(Array(document.utf8)) { emu_xml_sign($0, $1, id, key, &$2) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the empty signature of an element: exclusive canonical form, RSA with SHA-256.
  ///
  /// - Parameter certificate: DER as Base64.
  package static func template(id: String, certificate: String) -> String {
    let canonical = "http://www.w3.org/2001/10/xml-exc-c14n#"
    return """
      <ds:Signature xmlns:ds="\(namespace)"><ds:SignedInfo>\
      <ds:CanonicalizationMethod Algorithm="\(canonical)"/>\
      <ds:SignatureMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"/>\
      <ds:Reference URI="#\(XML.escaped(id))"><ds:Transforms>\
      <ds:Transform Algorithm="\(namespace)enveloped-signature"/>\
      <ds:Transform Algorithm="\(canonical)"/></ds:Transforms>\
      <ds:DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"/>\
      <ds:DigestValue/></ds:Reference></ds:SignedInfo><ds:SignatureValue/>\
      <ds:KeyInfo><ds:X509Data><ds:X509Certificate>\(certificate)</ds:X509Certificate>\
      </ds:X509Data></ds:KeyInfo></ds:Signature>
      """
  }

  /// Calls a function of the library with a document, and returns its bytes.
  private static func call(
    _ document: [UInt8],
    _ body: (UnsafePointer<CChar>, CInt, inout emu_xml_bytes) -> emu_xml_outcome
  ) throws(XMLError) -> [UInt8] {
    let document = try XMLScan.checked(document)
    try XML.throwUnlessLibraryIsReady()
    var out = emu_xml_bytes()
    let outcome = document.withUnsafeBytes { bytes in
      body(bytes.bindMemory(to: CChar.self).baseAddress ?? XML.empty, CInt(bytes.count), &out)
    }
    defer { emu_xml_free(out) }
    try XMLError.throwUnlessDone(outcome)
    return Array(UnsafeRawBufferPointer(start: out.start, count: Int(out.count)))
  }
}
