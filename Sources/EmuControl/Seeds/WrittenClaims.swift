internal import EmuJSON
internal import EmuModel

/// Custom claims in a seed: an object, or the text of one, which is stored byte for byte.
struct WrittenClaims: JSONDescribed, Encodable, Sendable {
  static let jsonSchema: JSON = ["type": ["object", "string"]]
  static let jsonExample: JSON = [:]

  let object: JSONObject
  /// The text as users store it.
  let text: String

  /// - Throws: the problem of a text that is not an object, without a field.
  init(text: String) throws(DocumentError) {
    self.text = text
    let tree: JSON
    do throws(JSONError) { tree = try JSON(parsing: text) } catch {
      throw DocumentError(
        message: "the text is not a JSON object (\(error.description)); \(Self.advice)")
    }
    guard case .object(let object) = tree else {
      throw DocumentError(
        message: "the text is not a JSON object; \(Self.advice)")
    }
    self.object = object
  }

  private static let advice =
    #"write the text {"role": "admin"}, and escape its quotes as the file's form does"#

  init(from decoder: any Decoder) throws {
    let tree = try JSON(from: decoder)
    if case .string(let text) = tree {
      do throws(DocumentError) {
        self = try WrittenClaims(text: text)
        return
      } catch {
        throw DecodingError.dataCorrupted(
          DecodingError.Context(
            codingPath: decoder.codingPath, debugDescription: error.message))
      }
    }
    object = try JSONObject(from: decoder)
    text = tree.serialized()
  }

  /// Writes an object where its text comes back from it, else the text.
  func encode(to encoder: any Encoder) throws {
    let isCompact = JSON.object(object).serializedBytes().elementsEqual(text.utf8)
    try isCompact ? object.encode(to: encoder) : text.encode(to: encoder)
  }
}
