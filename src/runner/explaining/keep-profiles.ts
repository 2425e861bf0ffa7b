import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Stack } from '../../contract/execution.ts';
import type { Explainer, ProfiledPair, Question } from '../../contract/explainer.ts';
import type { Bench } from '../bench.ts';
import { nameLog } from '../journal/log-path.ts';
import { refuseLinks } from '../worktrees/state-directory.ts';
import {
  formatCollapsed,
  formatCpuProfile,
  formatPprof,
  formatSpeedscope,
  type Sampled,
} from './profile-formats.ts';

interface Asked {
  explainer: Explainer;
  question: Question;
}

/** Writes the samples of each side, once in each format. */
export function keepProfiles(
  { root, runDirectory, sides }: Bench,
  { explainer, question }: Asked,
  pairs: readonly ProfiledPair[],
): void {
  const { index, of, test } = question;
  for (const side of sides) {
    const stacks = new Map<Stack, Sampled>();
    for (const { samples, weight } of pairs.flatMap((pair) => pair[side])) {
      for (const [stack, count] of samples) {
        const known = stacks.get(stack) ?? { count: 0, size: 0 };
        stacks.set(stack, { count: known.count + count, size: known.size + count * weight });
      }
    }
    const log = nameLog(test, index, side, of);
    const name = log.replace(/^logs/, 'profiles').replace(/\.log$/, '');
    const file = join(explainer.folder ?? runDirectory, name);
    refuseLinks(root, dirname(file));
    mkdirSync(dirname(file), { recursive: true });
    const sampled = { title: `${test}, ${side}`, of, stacks };
    write(`${file}.collapsed.txt`, formatCollapsed(sampled));
    write(`${file}.speedscope.json`, formatSpeedscope(sampled));
    write(`${file}.pb.gz`, formatPprof(sampled));
    if (of === 'time') write(`${file}.cpuprofile`, formatCpuProfile(sampled));
  }
}

function write(file: string, content: string | Uint8Array): void {
  rmSync(file, { recursive: true, force: true });
  writeFileSync(file, content, { flag: 'wx' });
}
