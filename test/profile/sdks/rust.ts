import { join } from 'node:path';
import { compiledSdk } from './compiled.ts';

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
