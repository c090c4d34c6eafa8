internal import EmuCrypto
internal import EmuModel

/// An e-mail as a mail server receives it: RFC 5322, with MIME for texts beyond ASCII.
struct MailText: Sendable {
  var sender: String
  var senderName: String?
  var recipient: String
  var replyTo: String?
  var subject: String
  var body: String
  var isHTML: Bool
  var date: Timestamp
  /// A text that no other e-mail has.
  var id: String

  /// The header and the body, with the line ends of SMTP.
  var bytes: [UInt8] {
    let name = senderName.flatMap { $0.isEmpty ? nil : Self.words($0) + " " } ?? ""
    var lines = [
      "From: \(name)<\(sender)>", "To: <\(recipient)>", "Subject: \(Self.words(subject))",
      "Date: \(date.rfc5322)", "Message-ID: <\(id)@auth-emulator>", "MIME-Version: 1.0",
      "Content-Type: text/\(isHTML ? "html" : "plain"); charset=utf-8",
      "Content-Transfer-Encoding: base64",
    ]
    if let replyTo, Self.isAddress(replyTo) { lines.append("Reply-To: <\(replyTo)>") }
    lines.append("")
    var rest = Base64URL.encodePadded(Array(body.utf8))[...]
    while !rest.isEmpty {
      lines.append(String(rest.prefix(76)))
      rest = rest.dropFirst(76)
    }
    return Array((lines.joined(separator: "\r\n") + "\r\n").utf8)
  }

  /// The address that cannot be written into commands and header lines; nil for none.
  var unsendable: String? {
    Self.isAddress(sender) ? Self.isAddress(recipient) ? nil : "recipient" : "sender"
  }

  private static func isAddress(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7f && !"<>".utf8.contains($0) }
  }

  /// Returns a text as encoded words, one a line of at most 76 characters (RFC 2047 §2).
  private static func words(_ text: String) -> String {
    var words: [[UInt8]] = [[]]
    for character in text.unicodeScalars.map({ Array(String($0).utf8) }) {
      if words[words.count - 1].count + character.count > 39 { words.append([]) }
      words[words.count - 1] += character
    }
    return words.map { "=?utf-8?B?\(Base64URL.encodePadded($0))?=" }.joined(separator: "\r\n ")
  }
}
