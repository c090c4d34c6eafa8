/// The folders of EmuAPI whose types each folder may name: a boundary that is not worth a target.
///
/// All may name the types outside the folders: the operation, its context, the services.
/// Configuration resources (projects, providers, tenants) do not use accounts; few folders use
/// passkeys and second factors.
enum FolderTable {
  static let allowed: [String: Set<String>] = [
    // The foundation of all others.
    "Errors": [],
    "Answers": ["Access"],
    "Input": ["Errors"],
    "CallOuts": ["Errors"],
    "Tokens": ["Errors", "Input"],
    "Triggers": [],
    "Access": ["Errors", "Tokens"],
    // Configuration resources.
    "Configuration": ["Errors", "Input"],
    // The end of sign-ins, and the functions called before it.
    "BlockingFunctions": ["CallOuts", "Errors", "SignIn", "Triggers"],
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
    // The description of served operations.
    "Description": ["Configuration", "Emulator", "SessionCookie"],
  ]
}
