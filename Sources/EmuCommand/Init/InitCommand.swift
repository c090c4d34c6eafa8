import EmuJSON
import EmuServer

/// `auth-emulator init`: writes a commented seed, and prints lines for the files of a project.
enum InitCommand {
  static let name = "seed.yaml"

  static let command = Command(
    name: "init", summary: "writes a commented seed, and prints lines for the files of a project",
    about: """
      Writes \(name), a commented seed with a few users, and prints the lines for firebase.json,
      .firebaserc, package.json and CI that use it. An existing file is not changed: init says what
      start reads there.
      """,
    flags: [
      .value(
        "--project", .project,
        "the project of the users (default: that of .firebaserc, else demo-project)"
      ) { $0.project = $1 }
    ], options: ClientInput(), run: run)

  private static func run(_ input: ClientInput) throws -> ExitCode {
    let files = try ProjectFiles.discovered()
    let project = input.project.map(files.project(named:)) ?? files.project ?? "demo-project"
    guard LocalFile.kind(of: name) == nil else {
      throw CommandFailure(
        "\(name) is there already and is left alone. Move it away, or edit it.")
    }
    let seed = Array(seed(of: project).utf8)
    try CommandFailure.ofFile(try LocalFile.replace(name, with: seed)) {
      "\(name) cannot be written (\($0.reason)). Run this in a folder of yours."
    }
    Output.print(lines(for: project, besides: files))
    return .ok
  }

  // MARK: - Texts

  private static func lines(for project: String, besides files: ProjectFiles) -> TerminalText {
    let found = files.origins(besides: []).map { TerminalText("Found: \($0).") + "\n\n" }
    return """
      Wrote \(name). Start with it:

        auth-emulator start --seed \(name)

      \(found ?? "")The members of \(files.configPath):

        {"emulators": {"auth": {"host": "127.0.0.1", "port": 9099}, "singleProjectMode": true}}

      and of \(files.projectPath):

        {"projects": {"default": "\(project)"}}

      package.json, in "scripts":

        "emulator": "auth-emulator start --seed \(name)",
        "test:emulator": "auth-emulator exec --seed \(name) -- npm test"

      A step of GitHub Actions:

        - run: auth-emulator exec --seed \(name) -- npm test

      """
  }

  private static func seed(of project: String) -> String {
    """
    # Users and people of the emulator: `auth-emulator start --seed \(name)` loads them.
    # Loading twice changes nothing. Every password here is for development alone.
    version: 1

    projects:
      \(project):
        users:
          # Signs in with a password.
          - localId: ann
            email: ann@example.com
            emailVerified: true
            password: secret-of-ann
            displayName: Ann Example
            # In every ID token of this user.
            customClaims:
              admin: true

          # Signs in with a text message; the code is in `auth-emulator codes`.
          - localId: bob
            phoneNumber: "+15555550123"

          # Signs in with Google: the person is below.
          - localId: greta
            email: greta@example.com
            emailVerified: true
            providers:
              - providerId: google.com
                rawId: "1001"
                email: greta@example.com

        # Checks requests as production does; without it, as the official emulator.
        # settings:
        #   profile: production

    # The people who can sign in at the fake providers.
    issuers:
      google.com:
        accounts:
          - sub: "1001"
            email: greta@example.com
            name: Greta Example

    """
  }
}
