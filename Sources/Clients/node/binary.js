'use strict';
// Finds the program: AUTH_EMULATOR_BINARY, the one that npm installed as an optional dependency, or on PATH.

const { accessSync, constants, realpathSync } = require('node:fs');
const { delimiter, join } = require('node:path');

// A link to cli.js would run itself.
function isProgram(file) {
  try {
    accessSync(file, constants.X_OK);
    return !realpathSync(file).endsWith('.js');
  } catch {
    return false;
  }
}

function binary() {
  if (process.env.AUTH_EMULATOR_BINARY) return process.env.AUTH_EMULATOR_BINARY;
  const name = `@auth-emulator/${process.platform}-${process.arch}`;
  try {
    return require.resolve(`${name}/bin/auth-emulator`);
  } catch {
    const found = (process.env.PATH ?? '').split(delimiter)
      .filter((folder) => folder && !folder.endsWith(join('node_modules', '.bin')))
      .map((folder) => join(folder, 'auth-emulator')).find(isProgram);
    if (found) return found;
    throw new Error(
      `The package ${name} is not installed. Install auth-emulator without --no-optional, add the` +
        ' program to PATH, or set AUTH_EMULATOR_BINARY to its path. Linux needs glibc 2.35 or later.');
  }
}

module.exports = { binary };
