/// A shell, with the script by which it completes words: each asks `completions words` about the line.
enum Shell: String, CaseIterable {
  case bash, zsh, fish

  var script: String {
    switch self {
    case .bash:
      #"""
      # Completes auth-emulator in bash.
      _auth_emulator() {
        local line=("${COMP_WORDS[@]:1:COMP_CWORD}")
        # Without any word, readline completes files.
        COMPREPLY=($(auth-emulator completions words -- "${line[@]}" 2>/dev/null | cut -f 1))
      }
      complete -o default -F _auth_emulator auth-emulator

      """#
    case .zsh:
      #"""
      #compdef auth-emulator
      # Completes auth-emulator in zsh.
      _auth_emulator() {
        local -a offered
        offered=(${(f)"$(auth-emulator completions words -- "${(@)words[2,CURRENT]}" 2>/dev/null)"})
        # A colon ends the word, before its meaning.
        offered=("${(@)offered//:/\\:}")
        offered=("${(@)offered/$'\t'/:}")
        (( $#offered )) && _describe word offered || _files
      }
      _auth_emulator "$@"

      """#
    case .fish:
      #"""
      # Completes auth-emulator in fish.
      function __auth_emulator
        set -l line (commandline -opc)
        auth-emulator completions words -- $line[2..] (commandline -ct) 2>/dev/null
      end
      # Without any word, fish completes files.
      complete -c auth-emulator -n 'count (__auth_emulator) >/dev/null' -f -a '(__auth_emulator)'

      """#
    }
  }
}
