/// Examples of each command, for the end of its help.
enum Examples {
  /// Those of a command by its name; none for a command without.
  static let all: [String: [(line: String, purpose: String)]] = [
    "start": [
      ("start --seed seed-data/demo.json", "with the demo users"),
      (
        "start --import ./data --export-on-exit", "with the users of a folder, written at the end"
      ),
      ("start --host 0.0.0.0 --tls-port 9443", "for phones in the network, and with https"),
      ("start --detach --ephemeral", "in the background, with nothing stored"),
    ],
    "status": [("status --json", "for scripts")],
    "exec": [
      ("exec -- npm test", "an emulator for one run of tests"),
      ("exec --seed users.json --project demo-app -- pytest -q", "with users"),
      ("exec --production-report production.xml -- npm test", "with a report for CI"),
    ],
    "stop": [("stop", "the emulator of this folder")],
    "doctor": [
      ("doctor", "what start would use here"),
      ("doctor --host 0.0.0.0", "and for phones in the network"),
    ],
    "init": [("init --project demo-app", "a seed for a project")],
    "scenarios": [
      ("scenarios show disabled-user", "what happens, and why"),
      ("scenarios run disabled-user", "runs it, and checks each answer"),
    ],
    "seed": [
      ("seed seed-data/demo.json", "the demo users"),
      ("seed export copy.json5", "the project as a seed"),
    ],
    "import": [
      ("import users.json --hash-algo SCRYPT --hash-key KEY", "users of auth:export"),
      ("import users.json --without-passwords --replace", "the same, where no key is known"),
      ("import ./data --replace", "an export folder, in place of the users"),
    ],
    "export": [
      ("export users.csv", "for firebase auth:import"),
      ("export ./data/", "for firebase emulators:start --import"),
    ],
    "settings": [
      ("settings set recentLogin=on", "an old sign-in may not delete the user"),
      ("settings set profile=production", "every check that production makes"),
    ],
    "providers": [
      ("providers set google.com --client-id my-client", "with the client that tokens are for"),
      ("providers set google.com --disabled", "every sign-in with it fails"),
    ],
    "users": [
      ("users create --email bo@example.com --password secret1", "a user"),
      ("users disable bo@example.com", "every sign-in fails from now on"),
    ],
    "codes": [
      ("codes --wait --phone +15555550100", "the code of a text message, as soon as it is sent")
    ],
    "tokens": [
      ("tokens mint apple.com --email ann@example.com --raw-nonce n1", "a native sign-in"),
      (
        "tokens mint google.com --email ann@example.com --defect expired",
        "a token that is rejected"
      ),
    ],
    "issuers": [
      ("issuers people google.com", "the people on the sign-in page"),
      ("issuers rotate apple.com", "a new signing key"),
      (
        #"issuers set google.com '{"idTokenLifetimeSeconds":60}'"#, "ID tokens that live a minute"
      ),
    ],
    "requests": [
      ("requests --refused", "what was refused"),
      ("requests show last", "the newest request, with its reasons and what to change"),
      ("requests --app --limit 5", "what the app sent last"),
    ],
    "clock": [
      ("clock advance 1h", "ID tokens have expired"),
      ("clock reset", "the time of this machine"),
    ],
    "faults": [
      ("faults add --operation accounts:signUp --status 503 --times 2", "two failures"),
      ("faults remove", "removes every fault"),
    ],
    "snapshots": [
      ("snapshots save ready", "before the tests"),
      ("snapshots restore ready", "before each test"),
    ],
    "open": [("open", "the console of the emulator of this folder")],
    "mcp": [
      ("mcp", "as a coding agent starts it, for the emulator of its folder"),
      ("mcp --ephemeral", "with a temporary emulator"),
    ],
  ]
}
