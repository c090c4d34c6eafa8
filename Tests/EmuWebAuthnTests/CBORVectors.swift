import EmuCrypto
import Foundation
import Testing

/// The examples of RFC 8949 appendix A: bytes in hexadecimal and their diagnostic notation.
let appendixA: [(hex: String, diagnostic: String)] = {
  let file = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Vectors/rfc8949-appendix-a.txt")
  let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
  return text.split(separator: "\n").compactMap { line in
    let parts = line.split(separator: " ", maxSplits: 1)
    return parts.count == 2 ? (hex: String(parts[0]), diagnostic: String(parts[1])) : nil
  }
}()

/// Bytes written as hexadecimal digits, with spaces for the reader.
func hex(_ text: String) throws -> [UInt8] {
  try #require(Hex.decode(text.filter { !$0.isWhitespace }))
}
