import Testing

@Suite struct `Arguments that make no sense` {
  @Test(arguments: [
    (["strat"], "There is no command strat. Did you mean start?"),
    (["help", "nothing"], "There is no command or topic nothing."),
    (["start", "--prot", "1"], "There is no flag --prot. Did you mean --port?"),
    (["start", "-port=1"], "There is no flag -port=1."),
    (["start", "--allowed"], "Did you mean --allowed-host or --allowed-origin?"),
    (
      ["start", "--unheard-of"], "There is no flag --unheard-of. See `auth-emulator start --help`."
    ),
    (["start", "now"], "takes flags only, not \"now\""),
    (["start", "--port"], "--port takes a number from 0 to 65535: write --port PORT."),
    (["start", "--port", "--json"], "--port takes a number from 0 to 65535: write --port PORT."),
    (["start", "--port", "65536"], "--port takes a number from 0 to 65535, not \"65536\"."),
    (["start", "--port=-1"], "not \"-1\""),
    (["start", "--port="], "not \"\""),
    (["start", "--host="], "--host takes a name or an address of this machine"),
    (["start", "--project", "a/b"], "--project takes at most"),
    (["start", "--public-url", "localhost:9099"], "--public-url takes a URL that begins with"),
    (["start", "--public-url", "ftp://host"], "--public-url takes a URL that begins with"),
    (["start", "--public-url", "http://host?x"], "--public-url takes a URL that begins with"),
    (["start", "--profile", "prod"], "--profile takes compatible or production, not \"prod\"."),
    (["start", "--functions-host", "localhost"], "--functions-host takes a host and a port"),
    (["start", "--functions-host", "http://h:1"], "--functions-host takes a host and a port"),
    (["start", "--smtp-forward", "localhost"], "--smtp-forward takes a host and a port"),
    (["start", "--message-webhook", "h:1/x"], "--message-webhook takes a URL that begins with"),
    (["start", "--message-webhook", "http://h/#x"], "--message-webhook takes a URL that"),
    (["mcp", "--port", "1"], "--port needs --ephemeral beside it: add --ephemeral."),
    (["mcp", "--ephemeral", "--url", "http://h"], "--ephemeral and --url exclude each other."),
    (["mcp", "now"], "takes flags only, not \"now\""),
    (["start", "--single-project=off"], "--single-project takes warn or refuse, not \"off\"."),
    (["start", "--single-project="], "--single-project takes warn or refuse"),
    (["start", "--allowed-host", "http://a.b"], "--allowed-host takes a host name"),
    (["start", "--allowed-origin", "a.b"], "--allowed-origin takes an origin"),
    (["start", "--allowed-origin", "https://a.b/path"], "--allowed-origin takes an origin"),
    (["start", "--log-format", "xml"], "--log-format takes text or json, not \"xml\"."),
    (["start", "--quiet=yes"], "--quiet takes no value, not \"yes\"."),
    (["start", "--tls-port", "x"], "--tls-port takes a number from 0 to 65535, not \"x\"."),
    (["start", "--tls-cert", "a"], "--tls-cert needs --tls-key beside it: add --tls-key FILE."),
    (["start", "--tls-key=a", "--tls-port=0"], "--tls-key needs --tls-cert beside it"),
    (["start", "--tls-cert", "a", "--tls-key", "b"], "needs --tls-port beside it"),
    (["start", "--tls-port", "9099"], "--tls-port and --port are both 9099."),
    (["start", "--ephemeral", "--data", "x"], "--ephemeral and --data exclude each other."),
    (
      ["start", "--data", ":memory:"],
      "--data takes the path of a file (start --ephemeral stores nothing), not \":memory:\"."
    ),
    (["exec", "--data=:memory:", "--", "true"], "(start --ephemeral stores nothing)"),
    (["doctor", "--data", ":memory:"], "(start --ephemeral stores nothing)"),
    (["stop", "--data", ":memory:"], "(start --ephemeral stores nothing)"),
    (["users", "list", "--data", ":memory:"], "(start --ephemeral stores nothing)"),
    (["start", "--data", "-"], "--data takes the path of a file (start"),
    (["start", "--detach", "--log-file", "-"], "--log-file takes the path of a file, not \"-\"."),
    (["start", "--seed", "-"], "--seed takes the path of a file, not \"-\"."),
    (["start", "--export-on-exit", "-"], "--export-on-exit takes the path of a folder"),
    (
      ["start", "--export-on-exit=users.ndjson"],
      "with a slash at its end where its name is like a file's, not \"users.ndjson\"."
    ),
  ])
  func `arguments that make no sense are named, and 2 is the exit code`(
    _ arguments: [String], _ message: String
  ) throws {
    let run = try Invocation(arguments)
    #expect(try run.exitCode() == 2)
    #expect(run.output == "")
    #expect(run.errors.hasPrefix("auth-emulator: "))
    #expect(run.errors.contains(message), "\(run.errors)")
    #expect(try run.workspace.names() == ["tmp"])
  }
}
