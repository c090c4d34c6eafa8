/// The version that `--version`, the banner and `health` return.
package let emulatorVersion = "0.1.0"
