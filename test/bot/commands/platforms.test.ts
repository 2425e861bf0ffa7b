/** A build of several platforms: each answer says which it is about, and what it shows can be pasted. */
import { expect, test } from 'vitest';
import { noonMs } from '../ledger/open-test-ledger.ts';
import { makeRed, openStage } from './command-stage.ts';

const onMac = makeRed({ platform: 'darwin-arm64', ratio: 1.38 });
const onWindows = makeRed({ platform: 'win32-x64', ratio: 1.5 });
const onLinux = makeRed({ platform: 'linux-x64', state: 'not-regressed', ratio: 1 });

test('an explanation names the platform, in what accepts it too', async () => {
  const stage = openStage();
  stage.judge([onMac, onLinux]);
  stage.judge([onMac, onLinux], { attempt: 2 });
  const answer = await stage.say('/perigee explain');

  expect(answer).toContain('#### latency of `upload › send` on macos-arm64');
  expect(answer).toContain('slower on macos-arm64 only');
  expect(answer).toContain('`/perigee accept upload/send/latency@macos-arm64 because <reason>`');
});

test('series of one name are listed apart, and one of them is accepted', async () => {
  const stage = openStage();
  stage.judge([onWindows, onMac, onLinux]);

  const refused = await stage.say('/perigee accept down because it is worth it');
  expect(refused).toContain('- `upload/send/latency@windows-x64`');
  expect(refused).toContain('- `upload/send/latency@macos-arm64`');
  await stage.say('/perigee accept upload/send/latency@macos-arm64 because it is worth it');
  expect(stage.ledger.listAccepts(42, noonMs).flatMap(({ series }) => series)).toMatchObject([
    { key: expect.stringContaining('darwin-arm64') },
  ]);
});

test('a build of one platform names none', async () => {
  const stage = openStage();
  stage.judge([onMac]);
  expect(await stage.say('/perigee explain')).not.toContain('macos');
});
