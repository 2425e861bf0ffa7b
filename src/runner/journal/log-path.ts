import type { Side } from '../../contract/documents.ts';

/**
 * The path of one execution's output, relative to the run's folder. The number of the test makes it unique for every
 * name, and only letters, digits and dashes of the name are kept.
 * @param index of the test in the run, from 0
 */
export function nameLog(
  test: string,
  index: number,
  side: Side,
  repeat: number | 'warm-up' | 'observed' | 'profiled' | 'time' | 'memory' | `counted-${number}`,
): string {
  const readable = makeReadable(test);
  const number = String(index + 1).padStart(2, '0');
  const folder = readable === '' ? number : `${number}-${readable}`;
  const suffix = typeof repeat === 'number' ? String(repeat).padStart(3, '0') : repeat;
  return `logs/${folder}/${side}-${suffix}.log`;
}

/**
 * The path of the output of a service that runs beside an execution.
 * @param log of the execution
 * @param index of the service in the suite, from 0
 */
export function nameServiceLog(log: string, service: string, index: number): string {
  const readable = makeReadable(service);
  const name = readable === '' ? index + 1 : `${index + 1}-${readable}`;
  return log.replace(/\.log$/, `.service-${name}.log`);
}

function makeReadable(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 48);
}
