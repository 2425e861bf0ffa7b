import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Stack } from '../../contract/execution.ts';
import type { Explainer, ProfiledPair, Question } from '../../contract/explainer.ts';
import type { Bench } from '../bench.ts';
import { nameLog } from '../journal/log-path.ts';
import { refuseLinks } from '../worktrees/state-directory.ts';

interface Asked {
  explainer: Explainer;
  question: Question;
}

interface Sampled {
  count: number;
  /** Nanoseconds or bytes. */
  size: number;
}

/** Writes the samples of each side, as flame graphs are made of and as speedscope reads them. */
export function keepProfiles(
  { root, runDirectory, sides }: Bench,
  { explainer, question }: Asked,
  pairs: readonly ProfiledPair[],
): void {
  for (const side of sides) {
    const all = new Map<Stack, Sampled>();
    for (const { samples, weight } of pairs.flatMap((pair) => pair[side])) {
      for (const [stack, count] of samples) {
        const known = all.get(stack) ?? { count: 0, size: 0 };
        all.set(stack, { count: known.count + count, size: known.size + count * weight });
      }
    }
    const log = nameLog(question.test, question.index, side, question.of);
    const name = log.replace(/^logs/, 'profiles').replace(/\.log$/, '');
    const file = join(explainer.folder ?? runDirectory, name);
    refuseLinks(root, dirname(file));
    mkdirSync(dirname(file), { recursive: true });
    const lines = [...all].map(([stack, { count }]) => `${stack} ${count}\n`);
    write(`${file}.collapsed.txt`, lines.join(''));
    const title = `${question.test}, ${side}`;
    write(`${file}.speedscope.json`, JSON.stringify(describeProfile(title, question.of, all)));
  }
}

function write(file: string, text: string): void {
  rmSync(file, { recursive: true, force: true });
  writeFileSync(file, text, { flag: 'wx' });
}

/** https://www.speedscope.app/file-format-schema.json */
function describeProfile(name: string, of: Question['of'], all: ReadonlyMap<Stack, Sampled>) {
  const frames = new Map<string, number>();
  const samples = [...all.keys()].map((stack) =>
    stack.split(';').map((frame) => {
      const index = frames.get(frame) ?? frames.size;
      frames.set(frame, index);
      return index;
    }),
  );
  const weights = [...all.values()].map(({ size }) => size);
  const endValue = weights.reduce((sum, size) => sum + size, 0);
  const unit = of === 'time' ? 'nanoseconds' : 'bytes';
  return {
    $schema: 'https://www.speedscope.app/file-format-schema.json',
    shared: { frames: [...frames.keys()].map((frame) => ({ name: frame })) },
    profiles: [{ type: 'sampled', name, unit, startValue: 0, endValue, samples, weights }],
  };
}
