'use strict';
// Finds the program of this platform, which npm installs as an optional dependency.

function binary() {
  if (process.env.AUTH_EMULATOR_BINARY) return process.env.AUTH_EMULATOR_BINARY;
  const name = `@auth-emulator/${process.platform}-${process.arch}`;
  try {
    return require.resolve(`${name}/bin/auth-emulator`);
  } catch {
    throw new Error(
      `The package ${name} is not installed. Install auth-emulator without --no-optional, or set` +
        ' AUTH_EMULATOR_BINARY to the path of the program. Linux needs glibc 2.35 or later.');
  }
}

module.exports = { binary };
