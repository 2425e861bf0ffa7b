import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { keep, placeOfKept } from '../../servers/built-or-source.ts';
import { root } from '../execute-here.ts';
import type { Scenario, Sdk } from './sdk.ts';

interface Compiled {
  name: string;
  /** Each prints its version with this; the first is the compiler. */
  needs: readonly (readonly [program: string, argument: string])[];
  /** Files and folders, from the root: what is compiled anew when it changes. */
  sources: readonly string[];
  /** @param target a folder to write into */
  compile(target: string): readonly string[];
  run(target: string, scenario: Scenario): string[];
}

/** An SDK whose programs are compiled once, and kept for as long as nothing that they are made of changes. */
export function compiledSdk({ name, needs, sources, compile, run }: Compiled): Sdk {
  const versions = needs.map(([program, argument]) => {
    const { status, stdout } = spawnSync(program, [argument], { encoding: 'utf8' });
    return { program, version: status === 0 ? stdout : undefined };
  });
  const lacking = versions.find(({ version }) => version === undefined);
  if (lacking !== undefined) {
    return { name, missing: `no ${lacking.program} on this machine`, program: () => [] };
  }
  const target = placeOfKept(`sdks/${name}`, sources, JSON.stringify([versions, compile('')]));
  return {
    name,
    program: (scenario) => run(target, scenario),
    build: () =>
      keep(target, (draft) => {
        const [program = '', ...args] = compile(draft);
        const { status, stderr, stdout } = spawnSync(program, args, {
          cwd: root,
          encoding: 'utf8',
        });
        if (status !== 0) throw new Error(`${program} ${args.join(' ')}:\n${stdout}${stderr}`);
      }),
  };
}

const conformance = 'test/profile/sdks/conformance.c';
const ofC = ['sdk/c', conformance];
const flags = ['-Wall', '-Wextra', '-Werror', '-pedantic', '-O1', '-Isdk/c', '-pthread'];

export const c = compiledSdk({
  name: 'c',
  needs: [['cc', '--version']],
  sources: ofC,
  compile: (target) => [
    ...['cc', '-std=c99', '-D_POSIX_C_SOURCE=200809L', ...flags],
    ...['-o', join(target, 'program'), conformance],
  ],
  run: (target, scenario) => [join(target, 'program'), scenario],
});

/** The same header, with what it adds for C++. */
export const cpp = compiledSdk({
  name: 'c++',
  needs: [['c++', '--version']],
  sources: ofC,
  compile: (target) => [
    ...['c++', '-x', 'c++', '-std=c++11', ...flags],
    ...['-o', join(target, 'program'), conformance],
  ],
  run: (target, scenario) => [join(target, 'program'), scenario],
});

export const go = compiledSdk({
  name: 'go',
  needs: [['go', 'version']],
  sources: ['sdk/go', 'test/profile/sdks/go'],
  compile: (target) => [
    ...['sh', '-c', 'cd test/profile/sdks/go && go vet ./... && exec go build -o "$1" .', 'sh'],
    join(target, 'program'),
  ],
  run: (target, scenario) => [join(target, 'program'), scenario],
});

export const rust = compiledSdk({
  name: 'rust',
  needs: [['cargo', '--version']],
  sources: ['sdk/rust', 'test/profile/sdks/rust'],
  compile: (target) => [
    ...['cargo', 'build', '--quiet', '--release', '--offline', '--target-dir', target],
    ...['--manifest-path', 'test/profile/sdks/rust/Cargo.toml'],
  ],
  run: (target, scenario) => [join(target, 'release/conformance'), scenario],
});

const ofJava = ['sdk/java/src/main/java/perigee', 'test/profile/sdks/java'];

export const java = compiledSdk({
  name: 'java',
  needs: [
    ['javac', '--version'],
    ['java', '--version'],
  ],
  sources: ofJava,
  compile: (target) => [
    ...[
      'sh',
      '-c',
      `exec javac --release 16 -Xlint:all -Werror -d "$1" ${ofJava.map((one) => `${one}/*.java`).join(' ')}`,
    ],
    ...['sh', target],
  ],
  run: (target, scenario) => [
    'java',
    '-XX:TieredStopAtLevel=1',
    '-XX:+UseSerialGC',
    '-cp',
    target,
    'Conformance',
    scenario,
  ],
});
