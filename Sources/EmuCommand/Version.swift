/// The version that `--version` and the banner tell.
package let version = "0.1.0"
