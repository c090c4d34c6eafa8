/// The version that `--version`, the banner and `health` tell.
package let emulatorVersion = "0.1.0"
