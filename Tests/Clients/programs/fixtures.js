const assert = require('node:assert');
const [kit, app] = process.argv.slice(2);
const { DRIVER, CHROMIUM: executablePath } = process.env;
const { chromium } = require(DRIVER);
const { fixtures } = require(`${kit}/playwright.js`);

(async () => {
  const options = executablePath ? { executablePath } : { channel: 'chrome' };
  const browser = await chromium.launch({ ...options, args: ['--no-sandbox'] });
  const attached = [];
  const addresses = [];
  const test = (authEmulatorServer, authEmulatorOptions, status, body) =>
    fixtures.authEmulator({ authEmulatorServer, authEmulatorOptions }, body, {
      status, expectedStatus: 'passed', attach: async (name, { body }) => attached.push(name, body) });
  const address = (project) => project.url.replace('127.0.0.1', 'localhost');
  const open = async (page, project) => {
    await page.goto(`${app}?apiKey=${project.apiKey}`);
    await page.evaluate((url) => app.start(url), address(project));
  };
  const [server, { scope }] = fixtures.authEmulatorServer;
  assert.equal(scope, 'worker');

  await server({}, async (emulator) => {
    await test(emulator, {}, 'passed', async (project) => {
      const page = await (await browser.newContext()).newPage();
      await open(page, project);
      const popup = (provider, query) => page.evaluate(([provider, query]) => {
        window.pending = app.signInWithPopup(provider, { query });
      }, [provider, query]);
      for (const query of [{}, { emulator_page: 'issuer' }]) {
        await popup('apple.com', query);
        await project.signIn(page, 'apple.com', 'ann@example.com');
        assert.equal((await page.evaluate(() => window.pending)).email, 'ann@example.com');
      }
      assert.equal((await project.users()).length, 1);
      await popup('google.com', {});
      await project.signIn(page, 'google.com', undefined, { fail: 'access_denied' });
      assert.equal((await page.evaluate(() => window.pending)).error.code, 'auth/user-cancelled');
      await assert.rejects(
        project.signIn(page, 'github.com', undefined, { timeout: 100 }), /no sign-in page of github.com/);

      await page.evaluate(() => app.redirect('signInViaRedirect', 'saml.acme'));
      await project.signIn(page, 'saml.acme', 'sam@example.com');
      await page.waitForURL(/index.html/);
      await page.evaluate(async (url) => app.finish(await app.start(url)), address(project));
      assert.deepEqual((await project.users()).map((user) => user.email).sort(), [
        'ann@example.com', 'sam@example.com']);

      await page.evaluate(() => { setTimeout(() =>
        app.call('sendVerificationCode', { phoneNumber: '+12025550100' }), 300); });
      assert.equal((await project.code('+12025550100', { timeout: 60000 })).code.length, 6);
      addresses.push(project.url);
    });
    assert.deepEqual(attached, []);
    await test(emulator, {}, 'failed', async (project) => {
      assert.deepEqual(await project.users(), []);
      await fetch(project.endpoint('accounts:signUp'), {
        method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"email": "ann@example.com"}' });
    });
    assert.match(attached.join(' '), /the last requests .*MISSING_PASSWORD/s);
    await test(emulator, { own: true, profile: 'production' }, 'passed', async (project) => {
      await project.clock.advance({ days: 1 });
      assert.equal((await emulator.clock.state()).offsetMilliseconds, 0);
      assert.equal((await project.settings()).profile, 'production');
      addresses.push(project.url);
    });
    assert.equal(new Set(addresses).size, 2);
  });
  await browser.close();
})().catch((error) => { console.error(error); process.exit(1); });
