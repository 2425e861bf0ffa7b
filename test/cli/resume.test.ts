import { beforeEach, expect, test } from 'vitest';
import { atNight } from '../nightly.ts';
import {
  draftSameWork,
  draftSuite,
  draftWork,
  makeRepository,
  type UserRepository,
} from './repository.ts';

let repository: UserRepository;
beforeEach(() => {
  repository = makeRepository();
  repository.write('work.sh', draftWork(1));
  repository.write('perigee.yml', draftSuite({ repeats: 2 }));
  repository.commit('Start');
});

const idOf = (output: string): string | undefined => /\breport (\d{8}-\d{6}-\w+)/.exec(output)?.[1];

test('a run that came to its end has nothing left to do, and its verdict is shown as usual', async () => {
  repository.write('work.sh', draftSameWork(1));
  const first = await repository.perigee('patch');
  for (const command of ['run', 'patch']) {
    const again = await repository.perigee(command, '--resume');
    expect(again.stderr).toBe(`run ${idOf(first.stdout)} came to its end: nothing is left to do\n`);
    expect(again.stdout).toBe(first.stdout);
    expect(again.exitCode).toBe(first.exitCode);
  }
});

atNight('compare goes on too, and takes no revisions then', async () => {
  const stopped = await repository.perigeeStoppedAt('pair 2', 'compare', 'HEAD', 'HEAD');
  const resumed = await repository.perigee('compare', '--resume');
  expect(idOf(resumed.stdout)).toBe(idOf(stopped.stdout));
  const named = await repository.perigee('compare', 'HEAD', 'HEAD', '--resume');
  expect(named.stderr).toContain('a run that is resumed keeps its revisions');
  expect(named.exitCode).toBe(2);
  const half = await repository.perigee('compare', 'HEAD');
  expect(half.stderr).toContain('`perigee compare <before> <after>`');
  expect(half.exitCode).toBe(2);
});

atNight('where no test can be started there is no verdict, and each says why', async () => {
  const suite = draftSuite({ repeats: 2 }).replace('[sh, work.sh]', '[no-such-program]');
  repository.write('perigee.yml', suite);
  const { exitCode, stderr } = await repository.perigee('patch');
  expect(stderr).toContain('no test could be started');
  expect(stderr).toContain('also: keep busy: it could not be started on either side');
  expect(exitCode).toBe(3);
});

atNight(
  'config check reads the newest run that came to its end, and tells mistakes first',
  async () => {
    const rules = [
      '    - { match: { span: misspelt }, worse: 5% }',
      '    - { match: { branch: "release/*" }, worse: 5% }\n',
    ];
    repository.write('perigee.yml', draftSuite({ repeats: 2, rules: rules.join('\n') }));
    const whole = await repository.perigee('patch', '--affected', 'all');
    await repository.perigeeStoppedAt('pair 2', 'patch', '--affected', 'all');
    const { exitCode, stdout, stderr } = await repository.perigee('config', 'check');
    expect(stdout).toContain(`The series of run ${idOf(whole.stdout)}`);
    expect(stderr).toContain('perigee.yml:15:7: this rule matches no series of run');
    expect(stdout).toContain('Did not apply here (platform linux-x64, target branch main):\n');
    expect(stdout).toContain('perigee.yml:16:7  branch "release/*"');
    expect(exitCode).toBe(2);
  },
);
