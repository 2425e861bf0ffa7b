import { expect, test } from 'vitest';
import { type Installation, openInstallation } from '../../action/src/install-profilers.ts';
import { linuxOnly } from '../linux-only.ts';

function open(more: Partial<Installation>, fault?: string) {
  const said: string[] = [];
  const install = openInstallation({
    ...{ choice: 'auto', runner: 'github-hosted', say: (sentence) => said.push(sentence) },
    run: async (program, args) => {
      said.push([program, ...args].join(' '));
      return fault;
    },
    ...more,
  });
  return { install, said };
}

test('only a runner that ends with its job is changed, and none where sudo is never to be used', () => {
  expect(open({ runner: 'self-hosted' }).install).toBeUndefined();
  expect(open({ runner: undefined }).install).toBeUndefined();
  expect(open({ choice: 'never' }).install).toBeUndefined();
});

linuxOnly(
  'it installs perf and strace through sudo without a password, and says if that fails',
  async () => {
    const { install, said } = open({}, 'no network');
    await install?.();
    expect(said[0]).toContain('`sudo: never`');
    expect(said[1]).toMatch(
      /^sudo --non-interactive -- sh -c [^]*strace "linux-tools-\$\(uname -r\)"$/,
    );
    expect(said[2]).toContain('no network');
  },
);
