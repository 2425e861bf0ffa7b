import { createHash } from 'node:crypto';
import { observerVersion, type Observer } from '../../contract/observation.ts';
import { readFact } from '../host/read-facts.ts';
import { readGit } from '../revisions/repository.ts';
import { environmentOf, type RunUnderWay } from '../run-under-way.ts';

/** A shell sets them anew for each command. */
const ofTheShell: ReadonlySet<string> = new Set(['_', 'OLDPWD', 'SHLVL']);
/** Who a process is and what it may do; the rest of these files changes all the time. */
const ofTheUser = /^(Uid|Gid|Groups|Umask|Cap\w+|NoNewPrivs|Seccomp)\s*:/;

/**
 * SHA-256 of what setup and tests are started with. Where any of it differs they may read other files, so that what was
 * seen says nothing. The day is part of it: a test may go by it, and no observation gets old.
 */
export async function describeConditions(
  { record, repository, request }: Pick<RunUnderWay, 'record' | 'repository' | 'request'>,
  observer: Observer,
): Promise<string> {
  const { home, ports, suite, tests } = request;
  const environments = [undefined, ...tests].map((test) =>
    Object.entries(environmentOf({ record, request }, 0, test))
      .filter(([name]) => !ofTheShell.has(name))
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
  const started = new Date(record.startedAt);
  const status = (await readFact('/proc/self/status')) ?? '';
  const facts = [
    [observerVersion, observer.means, home, ports.isolation, ports.tier, ports.views?.rights],
    [suite, tests, [...suite.shards.pins]],
    environments,
    [record.host.fingerprint, record.host.kernel, record.host.cpu, process.arch],
    status.split('\n').filter((line) => ofTheUser.test(line)),
    await readFact('/proc/self/limits'),
    await readFact('/proc/sys/kernel/random/boot_id'),
    await readFact('/proc/sys/kernel/hostname'),
    // Git checks files out by its settings.
    await readGit(repository, ['config', '--list', '-z']),
    [started.toDateString(), started.toISOString().slice(0, 10)],
  ];
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex');
}
