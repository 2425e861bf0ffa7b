import { expect, test } from 'vitest';
import { neededEvents, neededPermissions } from '../../../src/cli/bot/app-rights.ts';
import type { RegisteredApp } from '../../../src/cli/bot/ask-app.ts';
import { judgeApp } from '../../../src/cli/bot/judge-app.ts';
import type { Rights } from '../../../src/cli/bot/read-rights.ts';

const publicUrl = 'https://perigee.example.com';

function makeRights(): { permissions: Map<string, 'read' | 'write'>; events: Set<string> } {
  return {
    permissions: new Map(neededPermissions.map(({ name, level }) => [name, level])),
    events: new Set(neededEvents.map(({ name }) => name)),
  };
}

function makeApp(changes: Partial<RegisteredApp> = {}): RegisteredApp {
  return {
    name: 'perigee-acme',
    url: 'https://github.com/apps/perigee-acme',
    rights: makeRights(),
    webhook: {
      ...{ url: `${publicUrl}/api/github/webhooks`, isJson: true },
      ...{ hasSecret: true, isSecure: true },
    },
    installations: [installed()],
    deliveries: [],
    ...changes,
  };
}

function installed(rights: Rights = makeRights(), isSuspended = false) {
  return { account: 'acme', url: 'https://github.com/installations/1', isSuspended, rights };
}

/** The kinds of all findings, and the lines of those that are not right. */
function judge(app: RegisteredApp, url: string | undefined = publicUrl) {
  const findings = judgeApp(app, url);
  const lines = findings.flatMap(({ kind, what, remedies }) =>
    kind === 'right' ? [] : [`${kind}: ${what}`, ...remedies],
  );
  return { kinds: findings.map(({ kind }) => kind), lines };
}

test('an app with all it needs has no fault', () => {
  const deliveries = [{ event: 'ping', status: 202 }];
  expect(judge(makeApp({ deliveries }))).toEqual({ kinds: Array(4).fill('right'), lines: [] });
});

test('each permission that it needs is named when the app lacks it, with the level it has', () => {
  for (const { name, level, without } of neededPermissions) {
    const rights = makeRights();
    rights.permissions.delete(name);
    const { lines, kinds } = judge(makeApp({ rights }));
    expect(lines[1]).toContain(`permission ${name}: ${level} (it has none), to `);
    expect(kinds[0]).toBe(without?.least === 'none' ? 'hint' : 'wrong');
  }
});

test('each event that it needs is named when it does not hear of it', () => {
  for (const { name } of neededEvents) {
    const rights = makeRights();
    rights.events.delete(name);
    expect(judge(makeApp({ rights })).lines[1]).toContain(`event ${name}, for `);
  }
});

test('without the right to run jobs again the bot works, and says what it leaves out', () => {
  const rights = makeRights();
  rights.permissions.set('actions', 'read');
  const { kinds, lines } = judge(makeApp({ installations: [installed(rights)] }));
  expect(kinds).not.toContain('wrong');
  expect(lines.join('\n')).toMatch(/^hint: installed for acme\n.*nothing is confirmed before red/);
});

test('new permissions that the owner has not accepted are a fault of that installation', () => {
  const rights = makeRights();
  rights.permissions.set('checks', 'read');
  const { lines } = judge(makeApp({ installations: [installed(), installed(rights)] }));
  expect(lines).toEqual([
    'wrong: installed for acme, with less than is needed',
    'permission checks: write (it has read), to set its check',
    'accept that at https://github.com/installations/1',
  ]);
});

test('nowhere installed, and suspended, are faults', () => {
  expect(judge(makeApp({ installations: [] })).lines[0]).toBe('wrong: it is installed nowhere');
  const suspended = makeApp({ installations: [installed(makeRights(), true)] });
  expect(judge(suspended).lines[0]).toBe('wrong: installed for acme, and suspended');
});

test('a webhook that is missing, unsigned, a form or unverified is a fault', () => {
  const { webhook } = makeApp();
  const rows: [Partial<RegisteredApp['webhook']>, string][] = [
    [{ isJson: false }, 'content type'],
    [{ hasSecret: false }, 'no secret'],
    [{ isSecure: false }, 'SSL verification'],
  ];
  for (const [change, words] of rows) {
    const { lines } = judge(makeApp({ webhook: { ...webhook, ...change } }));
    expect(lines.join(' ')).toContain(words);
  }
  const none = { isJson: true, hasSecret: false, isSecure: true };
  expect(judge(makeApp({ webhook: none })).lines[0]).toBe('wrong: it has no webhook');
});

test('webhooks that go elsewhere are right with a relay, so that is a hint', () => {
  const { lines } = judge(makeApp(), 'https://other.example.com');
  expect(lines[0]).toMatch(/^hint: webhooks go to https:\/\/perigee\.example\.com/);
  expect(judge(makeApp(), undefined).lines).toEqual([]);
});

test.each([
  [400, 'this secret is not that of the app'],
  [404, 'leads to something else'],
  [503, 'check its logs'],
  [502, 'GitHub does not reach the service'],
  [0, 'GitHub does not reach the service'],
])('a newest delivery that was answered with %i is explained', (status, words) => {
  const taken = { event: 'ping', status: 200 };
  const { lines } = judge(makeApp({ deliveries: [{ event: 'push', status }, taken] }));
  expect(lines[0]).toContain('1 of the last 2 deliveries were taken; the newest (push');
  expect(lines[1]).toContain(words);
});

test('a failure before the newest delivery is no fault any more', () => {
  const deliveries = [
    { event: 'push', status: 202 },
    { event: 'push', status: 502 },
  ];
  expect(judge(makeApp({ deliveries })).lines).toEqual([]);
});
