/// Which folders of EmuAPI may name the types of which others: a boundary that is not worth a target.
///
/// All may name what stands beside the folders: the operation, its context, the services. Configuration
/// resources (projects, providers, tenants) know nothing of accounts, and passkeys and second factors
/// are known to few.
enum FolderTable {
  static let allowed: [String: Set<String>] = [
    // What everything stands on.
    "Errors": [],
    "Answers": ["Access"],
    "Input": ["Errors"],
    "CallOuts": ["Errors"],
    "Tokens": ["Errors", "Input"],
    "Triggers": [],
    "Access": ["Errors", "Tokens"],
    // Configuration resources.
    "Configuration": ["Answers", "Errors", "Input"],
    // Where sign-ins end, and who is asked on the way.
    "BlockingFunctions": ["CallOuts", "Errors", "SignIn"],
    "ExternalIssuers": ["CallOuts", "Errors"],
    "SignIn": ["BlockingFunctions", "CallOuts", "Errors", "SecondFactors", "Tokens"],
    // Second factors and passkeys.
    "SecondFactors": ["Accounts", "Errors", "Input", "SignIn", "Tokens"],
    "Passkeys": ["Errors", "Input", "Tokens"],
    // Operations.
    "Accounts": [
      "Admin", "BlockingFunctions", "CallOuts", "Configuration", "Errors", "ExternalIssuers",
      "Input", "SignIn", "Tokens",
    ],
    "Admin": ["Errors", "Input", "SecondFactors", "Tokens"],
    "CustomToken": ["Errors", "Input", "Tokens"],
    "SecureToken": ["Errors", "Input", "Tokens"],
    "SessionCookie": ["Errors", "Input"],
    "Emulator": ["Access", "Accounts", "CustomToken", "Errors", "Input"],
    // What is served, for whoever asks for a description.
    "Description": ["Configuration", "SessionCookie"],
  ]
}
