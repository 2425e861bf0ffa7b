import { join } from 'node:path';
import { compiledSdk } from './compiled.ts';

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
