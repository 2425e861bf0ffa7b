import { expect, test } from 'vitest';
import { Refused, Unavailable } from '../../../src/transport/platform-errors.ts';
import { dayMs, noonMs } from '../ledger/open-test-ledger.ts';
import { makeRed, openStage, type Stage } from './command-stage.ts';

const accept = '/perigee accept all because x';

function openRed(): Stage {
  const stage = openStage();
  stage.judge([makeRed()]);
  return stage;
}

function countAccepts({ ledger }: Stage): number {
  return ledger.listAccepts(42, noonMs, { all: true }).length;
}

test.each(['eve', 'nobody'])(
  '%s, who may not write, gets a polite no and nothing else',
  async (author) => {
    const stage = openRed();
    for (const line of [accept, '/perigee rerun', '/perigee revoke A1']) {
      expect(await stage.say(line, { author })).toContain(`Sorry, \`@${author}\``);
    }
    expect([countAccepts(stage), stage.reruns, stage.woken]).toEqual([0, [], []]);
  },
);

test('the author of a fork cannot accept their own regression', async () => {
  const stage = openRed();
  Object.assign(stage.pull, { fork: true, author: 'mallory', headRepositoryId: 77 });
  Object.assign(stage.run, { headRepositoryId: 77 });
  expect(await stage.say(accept, { author: 'mallory' })).toContain('Sorry');
  expect(countAccepts(stage)).toBe(0);
  await stage.say(accept, { author: 'bob' });
  expect(countAccepts(stage)).toBe(1);
});

test('a right that was taken away counts no more, and one that GitHub does not tell is none', async () => {
  const stage = openRed();
  stage.permissions.set('ada', 'read');
  expect(await stage.say(accept)).toContain('Sorry');
  stage.failures.set('readPermission', new Refused('ci-not-allowed', '404'));
  expect(await stage.say(accept, { author: 'bob' })).toContain('Sorry');
  expect(countAccepts(stage)).toBe(0);
});

test.each([
  ['another bot', { author: 'other[bot]', authorIsBot: true }],
  ['our own comment', { author: 'perigee[bot]', authorIsBot: true }],
  ['a bot that is not called one', { author: 'ada', authorIsBot: true }],
  ['a name of a bot', { author: 'ada[bot]', authorIsBot: false }],
])('%s is not heard', async (_what, words) => {
  const stage = openRed();
  expect(await stage.say(accept, words)).toBe('');
  expect([countAccepts(stage), stage.replies.size]).toEqual([0, 0]);
});

test('a comment or a press that is delivered again acts once and is answered once', async () => {
  const stage = openRed();
  for (let time = 0; time < 3; time += 1) await stage.say(accept, { commentId: 7 });
  expect([countAccepts(stage), stage.replies.size]).toEqual([1, 1]);
  await stage.say('/perigee revoke A1', { commentId: 8 });
  await stage.say('/perigee accept all because of another reason', { commentId: 7 });
  expect(countAccepts(stage)).toBe(1);
  expect(stage.ledger.listAccepts(42, noonMs)).toEqual([]);
  for (let time = 0; time < 3; time += 1) {
    await stage.press({ button: 'rerun' }, 'same press');
    Object.assign(stage.run, { status: 'completed' });
  }
  expect(stage.reruns).toHaveLength(1);
});

test.each(['reply', 'readPermission', 'readPullRequest', 'readFile', 'listWorkflowRuns'])(
  'where %s fails for a while the command is done later, and once',
  async (method) => {
    const stage = openRed();
    stage.failures.set(method, new Unavailable('502'));
    await expect(stage.say(accept, { commentId: 7 })).rejects.toBeInstanceOf(Unavailable);
    stage.failures.clear();
    expect(await stage.say(accept, { commentId: 7 })).toContain('**A1**');
    expect(countAccepts(stage)).toBe(1);
    expect(stage.woken.length).toBeGreaterThan(0);
  },
);

test('an accept that was written down before a crash is told, though the head has moved on', async () => {
  const stage = openRed();
  stage.ledger.keepAnswer = () => {
    throw new Error('killed');
  };
  await expect(stage.say(accept, { commentId: 7 })).rejects.toThrow('killed');
  Object.assign(stage.pull, { head: 'd'.repeat(40) });
  stage.ledger.keepAnswer = () => undefined;
  expect(await stage.say(accept, { commentId: 7 })).toContain('**A1**: accepted by');
  expect(countAccepts(stage)).toBe(1);
});

test('a locked conversation stops nothing', async () => {
  const stage = openRed();
  stage.failures.set('reply', new Refused('ci-not-allowed', 'locked'));
  await stage.say(accept);
  expect([countAccepts(stage), stage.woken]).toEqual([1, ['acme/sync#12']]);
});

test('outsiders get five answers a day on one pull request; others are heard all the same', async () => {
  const stage = openRed();
  for (let time = 0; time < 9; time += 1) await stage.say('/perigee help', { author: `x${time}` });
  expect(stage.replies.size).toBe(5);
  expect(await stage.say('/perigee help')).not.toBe('');
  stage.setNow(noonMs + 2 * dayMs);
  expect(await stage.say('/perigee help', { author: 'eve' })).not.toBe('');
});

test('whoever may not write is asked about a few times a minute, however much they say', async () => {
  const stage = openRed();
  const { get } = stage.permissions;
  let asked = 0;
  stage.permissions.get = (login) => {
    asked += 1;
    return get.call(stage.permissions, login);
  };
  for (let time = 0; time < 200; time += 1) await stage.say('/perigee rerun', { author: 'eve' });
  expect([asked, stage.replies.size]).toEqual([5, 5]);
});

test('a reason cannot act on the page: no mention, no reference, no markup, no marker', async () => {
  const stage = openRed();
  const reason =
    '@acme/all #1 <img src=x onerror=y> <!-- perigee --> [a](http://evil.example) \u202e| `x';
  const answer = await stage.say(`/perigee accept all because ${reason}`);
  const outside = answer.replace(/(`+)[\s\S]*?[^`]\1(?!`)/g, '');
  expect(outside).not.toMatch(/@|#\d|<|\]\(|\u202e/);
  expect(stage.ledger.listAccepts(42, noonMs)).toMatchObject([{ because: reason }]);
});
