'use strict';
// Completes a sign-in that a page of Playwright has begun; `signIn` in index.d.ts describes it.

const { AuthEmulatorError, part } = require('./calls.js');

// Returns the subject of a person, who is added or changed to be alike; or `new`.
async function sub({ emulator, id }, provider, person) {
  if (person === undefined) return 'new';
  const account = typeof person === 'string' ? { email: person } : person;
  const path = `issuers/${part(provider)}/accounts`;
  const query = { project: id };
  const { sub: subject, email, ...more } = account;
  const keys = Object.entries({ sub: subject, email: email?.toLowerCase() }).filter(([, value]) => value);
  const { accounts } = await emulator.call('GET', path, undefined, query);
  const known = accounts.find((each) => keys.length && keys.every(([key, value]) => each[key] === value));
  if (!known) return (await emulator.call('POST', path, account, query)).sub;
  if (Object.keys(more).length) await emulator.call('PATCH', `${path}/${part(known.sub)}`, more, query);
  return known.sub;
}

async function signIn(project, page, provider, person, { fail, timeout = 30_000 } = {}) {
  const answer = fail ? { emulator_fail: fail } : { emulator_auto: await sub(project, provider, person) };
  const wait = async (found, missing) => {
    const limit = Date.now() + timeout;
    for (;;) {
      const value = found();
      if (value) return value;
      if (Date.now() > limit) throw new AuthEmulatorError(missing);
      await page.waitForTimeout(20);
    }
  };
  const isOf = (url) =>
    url.pathname.startsWith(`/issuers/${provider}/`) ||
    (url.pathname.endsWith('/auth/handler') && url.searchParams.get('providerId') === provider);
  const window = await wait(
    () => page.context().pages().find((each) => URL.canParse(each.url()) && isOf(new URL(each.url()))),
    `The app opened no sign-in page of ${provider}. Begin the sign-in in the app first.`);
  // Behind both pages there are only addresses of the emulator until the app has the result.
  const { origin } = new URL(window.url());
  await window.evaluate((added) => {
    const url = new URL(location.href);
    for (const [name, value] of Object.entries(added)) url.searchParams.set(name, value);
    setTimeout(() => location.replace(url));
  }, answer);
  await wait(
    () => window.isClosed() || new URL(window.url()).origin !== origin,
    `The sign-in page of ${provider} did not return to the app. explain() has the reason.`);
}

module.exports = { signIn };
