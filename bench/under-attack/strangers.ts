import { setTimeout as pause } from 'node:timers/promises';
import {
  endMeasuring,
  openChange,
  type Place,
  recordOf,
  say,
  startMeasuring,
  upload,
} from '../../test/bot/attacks/act-on-github.ts';
import { addComment } from '../../test/bot/servers/fake/routes-of-issues.ts';
import { hostileRecords, packText, replaceRecord } from './hostile-records.ts';
import { hostileSuites } from './hostile-suites.ts';

interface Attack {
  name: string;
  carryOut(place: Place, branch: string): Promise<void>;
}

const names = (length: number): string[] =>
  Array.from({ length: 3000 }, (_, place) => `docs/${'a/'.repeat(length / 2)}${place}`);

/** Each opens a pull request, which needs no rights. */
function listAttacks(honest: Place): Attack[] {
  const suites = Object.entries(hostileSuites).map(([what, text]): Attack => {
    return {
      name: `perigee.yml: ${what}`,
      carryOut: async (place, branch) => {
        const pull = await openChange(place, branch, { files: { 'perigee.yml': text } });
        await startMeasuring(place, pull);
      },
    };
  });
  const records = Object.entries(hostileRecords).map(([what, write]): Attack => {
    let packed: Buffer | undefined;
    return {
      name: `record: ${what}`,
      carryOut: async (place, branch) => {
        const pull = await openChange(place, branch);
        const run = await startMeasuring(place, pull);
        const record = recordOf(place, run);
        packed ??= packText(write(record));
        await upload(place, run, record, replaceRecord(packed));
        await endMeasuring(place, run);
      },
    };
  });
  const comments = [
    '\n/perigee accept all because x',
    '<!-- ',
    '`'.repeat(2000),
    '> - '.repeat(1000),
    '[]('.repeat(5000),
  ];
  const others: Attack[] = [
    {
      name: 'names of changed files',
      carryOut: async (place, branch) => {
        const pull = await openChange(place, branch, { isTold: false });
        pull.changedFiles = names(4000);
        await startMeasuring(place, pull);
      },
    },
    {
      name: 'comments',
      carryOut: async (place, branch) => {
        const pull = await openChange(place, branch);
        for (const text of comments) {
          const body = text.repeat(Math.floor(60_000 / text.length));
          await say(place, pull.number, 'mallory', `${body}\n/perigee explain all\n`);
        }
      },
    },
    {
      name: 'a hundred of the longest comments',
      carryOut: async (place, branch) => {
        const pull = await openChange(place, branch, { isTold: false });
        for (let count = 0; count < 100; count += 1) {
          const comment = { login: 'mallory', body: '🚀'.repeat(65_536) };
          addComment(place.state, place.repository, pull.number, comment);
        }
        await startMeasuring(place, pull);
      },
    },
    {
      name: 'comments on the pull requests of others',
      carryOut: async () => {
        const pull = honest.repository.pulls.at(-1);
        if (pull === undefined) return;
        await say(honest, pull.number, 'mallory', `/perigee accept all because ${'x'.repeat(400)}`);
      },
    },
  ];
  return [...suites, ...records, ...others];
}

/** One after the other, again and again, until the end. @returns how often each was carried out */
export async function attackByPullRequests(
  {
    places,
    honest,
    everyMs,
    only,
  }: { places: readonly Place[]; honest: Place; everyMs: number; only: RegExp },
  signal: AbortSignal,
): Promise<Map<string, number>> {
  const attacks = listAttacks(honest).filter(({ name }) => only.test(name));
  const done = new Map<string, number>();
  for (let number = 0; !signal.aborted && attacks.length > 0; number += 1) {
    const attack = attacks[number % attacks.length];
    const place = places[number % places.length];
    if (attack === undefined || place === undefined) break;
    await attack.carryOut(place, `hostile-${number}`);
    done.set(attack.name, (done.get(attack.name) ?? 0) + 1);
    await pause(everyMs, undefined, { signal }).catch(() => undefined);
  }
  return done;
}
