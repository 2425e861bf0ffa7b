import { readIfThere } from './repository-files.ts';
import type { ToolchainFindings } from './findings.ts';

/** What a Go module offers; undefined when the repository is none. */
export async function inspectGo(directory: string): Promise<ToolchainFindings | undefined> {
  const text = await readIfThere(directory, 'go.mod');
  if (text === undefined) return undefined;
  const name = /^module\s+(\S+)/m.exec(text)?.[1]?.split('/').at(-1);
  const build = {
    command: ['go', 'build', './...'],
    because: 'downloads and compiles before anything is measured',
  };
  const benchmark = {
    name: 'go benchmarks',
    // A fixed number of rounds: by default Go runs faster code more often, and the time stays the same.
    command: ['go', 'test', '-run=^$', '-bench=.', '-benchtime=100x', './...'],
    because: 'the benchmarks of all packages, each a fixed number of times',
  };
  return { ...(name && { name }), setup: [build], benchmarks: [benchmark], tests: [] };
}
