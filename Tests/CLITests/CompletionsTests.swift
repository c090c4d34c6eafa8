import EmuTestTools
import Foundation
import Testing

@Suite final class `auth-emulator completions`: WorkspaceSuite {
  private static let scripts = Result {
    try Dictionary(
      uniqueKeysWithValues: ["bash", "zsh", "fish"].map {
        ($0, try Workspace().run("completions \($0)").output)
      })
  }

  @Test(
    .needs("bash"),
    arguments: [
      ("us", "users"), ("clock ad", "advance"), ("users create --em", "--email"),
      ("start --eph", "--ephemeral"), ("start --port 1 --dat", "--data"), ("faults --js", "--json"),
      ("codes --em", "--email"), ("import --wi", "--without-passwords"),
      ("import users.json --rep", "--replace"), ("seed export --pl", "--plain-passwords"),
      ("snapshots zzz", ""), ("scenarios show disabled", ""),
      ("help set", "settings"), ("start --profile p", "production"),
      ("seed ex", "export"), ("start --data -", ""),
      ("users --url -", ""), ("faults add --operation -", ""), ("exec -- npm --pro", ""),
    ])
  func `completions in bash fit the position`(line: String, offered: String) throws {
    let words = line.split(separator: " ")
    let script = try Self.scripts.get()["bash"] ?? ""
    let run = try Tool.run(
      "bash",
      [
        "-c",
        """
        PATH='\(Binary.url.deletingLastPathComponent().path)':$PATH
        \(script)
        COMP_WORDS=(auth-emulator \(line)); COMP_CWORD=\(words.count)
        _auth_emulator; printf '%s\\n' "${COMPREPLY[@]}"
        """,
      ])
    #expect(run.status == 0 && run.output.split(separator: "\n") == offered.split(separator: " "))
  }

  @Test(.needs("bash"), arguments: ["import", "export", "start --data", "start --seed"])
  func `completions in bash leave files to the shell`(line: String) throws {
    let script = try Self.scripts.get()["bash"] ?? ""
    let count = line.split(separator: " ").count
    let run = try Tool.run(
      "bash",
      [
        "-c",
        """
        PATH='\(Binary.url.deletingLastPathComponent().path)':$PATH
        \(script)
        COMP_WORDS=(auth-emulator \(line) ''); COMP_CWORD=\(count + 1)
        _auth_emulator; printf '%s' "${COMPREPLY[@]}"
        """,
      ])
    #expect(run.status == 0 && run.output == "")
  }

  @Test(arguments: ["zsh", "fish"])
  func `completions of other shells ask for the words of the line`(shell: String) throws {
    #expect(try Self.scripts.get()[shell]?.contains("auth-emulator completions words -- ") == true)
  }

  @Test(arguments: [
    ("clock adv", "advance\tmoves the time by 1d2h30m10s500ms; -5m moves it back\n"),
    ("snapshots save x --pro", "--project\tstores one project alone\n"),
    ("start --profile c", "compatible\n"), ("start --profile=p", "--profile=production\n"),
  ])
  func `completions have the meaning of each word`(line: String, words: String) throws {
    let arguments = line.split(separator: " ").map(String.init)
    #expect(try workspace.run("completions words --", arguments).output == words)
  }

  @Test(
    .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")),
    arguments: ["completions bash", "start --ephemeral --port 0 --json"])
  func `output that cannot be written is an error`(line: String) throws {
    let command = "'\(Binary.url.path)' \(line) 2>&1 >/dev/full"
    let run = try Tool.run("sh", ["-c", command])
    #expect(run.status == 1)
    #expect(run.output.contains("The output cannot be written ("), "\(run.output)")
  }

  @Test(.needs("python3"))
  func `output to a full pipe that does not block waits for its reader`() throws {
    let program = """
      import os, subprocess, sys, time
      read, write = os.pipe()
      os.set_blocking(write, False)
      filled = os.write(write, b" " * 63000)
      child = subprocess.Popen([sys.argv[1], "start", "--help"], stdout=write)
      os.close(write)
      time.sleep(0.5)
      text = b"".join(iter(lambda: os.read(read, 65536), b""))
      sys.stdout.buffer.write(text[filled:])
      sys.exit(child.wait())
      """
    let help = try Workspace().run("start --help").output
    #expect(help.utf8.count > 65536 - 63000)
    let run = try Tool.run("python3", ["-c", program, Binary.url.path])
    #expect(run.status == 0 && run.output == help)
  }
}
