#!/usr/bin/env node
'use strict';
// Runs the program with the arguments, and ends as it does.

const { spawn } = require('node:child_process');
const { constants } = require('node:os');
const { binary } = require('./binary.js');

function fail(message) {
  process.stderr.write(`auth-emulator: ${message}\n`);
  process.exit(1);
}

let child;
try {
  child = spawn(binary(), process.argv.slice(2), { stdio: 'inherit' });
} catch (error) {
  fail(error.message);
}
child.on('error', (error) => fail(error.message));
child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
// A terminal sends SIGINT to the program too: this process waits for it.
process.on('SIGINT', () => {});
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
