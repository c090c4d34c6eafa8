'use strict';
// Fixtures of Playwright Test: `const test = base.extend(fixtures)`; playwright.d.ts describes them.

const { Emulator } = require('./index.js');

const fixtures = {
  authEmulatorOptions: [{}, { option: true }],

  authEmulatorServer: [
    async ({}, use) => {
      const isRunning = process.env.AUTH_EMULATOR_URL || process.env.FIREBASE_AUTH_EMULATOR_HOST;
      const emulator = isRunning ? await Emulator.join() : await Emulator.launch();
      await use(emulator);
      await emulator.stop();
    },
    { scope: 'worker' },
  ],

  authEmulator: async ({ authEmulatorServer, authEmulatorOptions: { own, profile } }, use, testInfo) => {
    const emulator = own ? await Emulator.launch() : authEmulatorServer;
    try {
      const project = await emulator.project();
      if (profile) await project.set({ profile });
      await use(project);
      if (testInfo.status !== testInfo.expectedStatus) {
        const body = (await project.explain(3)) || 'The app sent none.';
        await testInfo.attach('auth-emulator: the last requests', { body, contentType: 'text/plain' });
      }
      if (!own) {
        await project.faults.removeAll();
        await project.removeUsers();
      }
    } finally {
      if (own) await emulator.stop();
    }
  },
};

module.exports = { fixtures };
