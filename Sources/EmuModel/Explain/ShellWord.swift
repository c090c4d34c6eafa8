/// A text as one word of a POSIX shell's command.
package enum ShellWord {
  /// The text in single quotes, within which only the single quote means something.
  ///
  /// By scalars: a quote with an accent behind it is one character, but still ends a word.
  package static func quoted(_ text: String) -> String {
    "'" + text.unicodeScalars.map { $0 == "'" ? #"'\''"# : String($0) }.joined() + "'"
  }
}
