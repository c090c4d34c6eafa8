internal import EmuModel

/// The step by which one platform trusts the local CA.
struct TrustStep: Sendable, Hashable {
  var platform: String
  /// A command or an instruction.
  var step: String

  static func all(caFile: String) -> [TrustStep] {
    // In single quotes, a shell reads everything but a single quote literally.
    let file = ShellWord.quoted(caFile)
    return [
      TrustStep(
        platform: "macOS",
        step: "security add-trusted-cert -r trustRoot "
          + "-k ~/Library/Keychains/login.keychain-db \(file)"),
      TrustStep(
        platform: "Debian, Ubuntu",
        step: "sudo cp \(file) /usr/local/share/ca-certificates/auth-emulator.crt "
          + "&& sudo update-ca-certificates"),
      TrustStep(
        platform: "Fedora, RHEL",
        step: "sudo cp \(file) /etc/pki/ca-trust/source/anchors/auth-emulator.pem "
          + "&& sudo update-ca-trust"),
      TrustStep(
        platform: "iOS simulator", step: "xcrun simctl keychain booted add-root-cert \(file)"),
      TrustStep(
        platform: "Android emulator",
        step: "adb push \(file) /sdcard/Download/auth-emulator.crt, install it under Settings, "
          + "Security, Install a certificate, and let the app's debug build trust user "
          + "certificates in its network_security_config; with adb reverse tcp:PORT tcp:PORT "
          + "localhost is this machine"),
      TrustStep(platform: "Node", step: "export NODE_EXTRA_CA_CERTS=\(file)"),
      TrustStep(
        platform: "Python", step: "export REQUESTS_CA_BUNDLE=\(file) SSL_CERT_FILE=\(file)"),
      TrustStep(
        platform: "Java",
        step: "keytool -importcert -noprompt -cacerts -storepass changeit -alias auth-emulator "
          + "-file \(file)"),
      TrustStep(platform: "curl", step: "curl --cacert \(file) …"),
    ]
  }
}
