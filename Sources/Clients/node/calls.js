'use strict';
// Errors and parts of calls of the control API.

const { randomBytes } = require('node:crypto');

class AuthEmulatorError extends Error {
  constructor(message, status) {
    super(message);
    this.name = 'AuthEmulatorError';
    this.status = status;
  }
}

const part = encodeURIComponent;
const unique = () => `test-${randomBytes(6).toString('hex')}`;

// Returns the result of the body after a cleanup, whose error does not replace that of the body.
async function withCleanup(body, cleanup) {
  let result;
  try {
    result = await body();
  } catch (error) {
    await cleanup().catch(() => {});
    throw error;
  }
  await cleanup();
  return result;
}

module.exports = { AuthEmulatorError, part, unique, withCleanup };
