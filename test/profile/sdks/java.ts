import { compiledSdk } from './compiled.ts';

const sources = ['sdk/java/src/main/java/perigee', 'test/profile/sdks/java'];

export const java = compiledSdk({
  name: 'java',
  needs: [
    ['javac', '--version'],
    ['java', '--version'],
  ],
  sources,
  compile: (target) => [
    ...[
      'sh',
      '-c',
      `exec javac --release 16 -Xlint:all -Werror -d "$1" ${sources.map((one) => `${one}/*.java`).join(' ')}`,
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
