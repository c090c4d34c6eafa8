/// A text as one word of a POSIX shell's command.
package enum ShellWord {
  /// Returns the text in single quotes, within which only the single quote is special.
  ///
  /// Invisible characters are written as their bytes, `$'\033'`, as bash, zsh and POSIX.1-2024 read
  /// them. Scalars are compared: a quote followed by a combining accent is one character, but still
  /// ends a word.
  package static func quoted(_ text: String) -> String {
    let scalars = text.unicodeScalars
    guard scalars.contains(where: VisibleText.isInvisible) else {
      return "'" + scalars.map { $0 == "'" ? #"'\''"# : String($0) }.joined() + "'"
    }
    return "$'"
      + scalars.map { scalar in
        if scalar == "'" || scalar == "\\" { return "\\\(scalar)" }
        guard VisibleText.isInvisible(scalar) else { return String(scalar) }
        return String(scalar).utf8.map { byte in
          "\\" + String(0o1000 + Int(byte), radix: 8).dropFirst()
        }.joined()
      }.joined() + "'"
  }

  /// Returns the text in quotes where a shell would read it otherwise.
  package static func argument(_ text: String) -> String {
    let isPlain = text.unicodeScalars.allSatisfy { scalar in
      scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
        || "-._/:@%+=,".unicodeScalars.contains(scalar)
    }
    return isPlain && !text.isEmpty ? text : quoted(text)
  }
}
