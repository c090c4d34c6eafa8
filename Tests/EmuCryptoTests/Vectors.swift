import EmuCrypto
import Foundation
import Testing

func vector(_ name: String) throws -> String {
  let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Vectors")
  return try String(contentsOf: folder.appending(path: name), encoding: .utf8)
}

/// Bytes written as hexadecimal digits, spaces and line breaks for the reader.
func hex(_ text: String) throws -> [UInt8] {
  try #require(Hex.decode(text.filter { !$0.isWhitespace }))
}

func base64(_ text: String) throws -> [UInt8] { Array(try #require(Data(base64Encoded: text))) }

func utf8(_ text: String) -> [UInt8] { Array(text.utf8) }
