import { createHash } from 'node:crypto';
import { arch, cpus, platform, release, totalmem } from 'node:os';
import type { Host } from '../../contract/documents.ts';
import { detectVirtualisation } from './detect-virtualisation.ts';
import { findField, readFact, type ReadFact } from './read-facts.ts';

const gibibyte = 2 ** 30;

/** This machine, as Node.js names it: `linux-x64`, `darwin-arm64`, `win32-x64`. */
export const platformHere = `${platform()}-${arch()}`;

/**
 * Describes this machine. Facts that cannot be read are absent.
 * @param environment of the job: runners of GitHub name their image there
 * @param read where the facts come from; the files of this machine unless a test says otherwise
 * @param settings what is set on it while tests run
 */
export async function fingerprintHost(
  environment: Readonly<Record<string, string | undefined>>,
  read: ReadFact = readFact,
  settings?: Host['settings'],
): Promise<Host> {
  const cpuinfo = (await read('/proc/cpuinfo')) ?? '';
  const flags = findField(cpuinfo, 'flags') ?? findField(cpuinfo, 'Features');
  const virtualisation = await detectVirtualisation(read);
  const facts: Omit<Host, 'fingerprint'> = {
    platform: platformHere,
    cpu: {
      model: (findField(cpuinfo, 'model name') ?? cpus()[0]?.model ?? 'unknown').slice(0, 200),
      cores: Math.max(1, cpus().length),
      ...present('flagsSha256', flags === undefined ? undefined : digestFlags(flags)),
      ...present('microcode', findField(cpuinfo, 'microcode')?.slice(0, 64)),
      ...present('governor', await readGovernor(read)),
    },
    kernel: release().slice(0, 200),
    ...present('image', await readImage(environment, read)),
    memoryBytes: await readMemoryBytes(read),
    ...present('virtualisation', virtualisation),
    node: process.version,
    ...(settings === undefined ? {} : { settings }),
  };
  return { ...facts, fingerprint: digestFacts(facts) };
}

/**
 * SHA-256 over the facts that make two hosts comparable. Memory counts in whole GiB: the same machine
 * reports some pages more or less after a kernel update. Perigee's own Node does not count.
 */
function digestFacts({
  platform,
  cpu,
  kernel,
  image,
  memoryBytes,
  virtualisation,
  settings,
}: Omit<Host, 'fingerprint'>): string {
  const memoryGib = Math.round(memoryBytes / gibibyte);
  const facts = [
    platform,
    cpu.model,
    cpu.cores,
    cpu.flagsSha256,
    cpu.microcode,
    cpu.governor,
    kernel,
    image,
    memoryGib,
    virtualisation,
  ].map((fact) => fact ?? null);
  return sha256(JSON.stringify(settings === undefined ? facts : [...facts, settings]));
}

/** Kernels list the same flags in different orders. */
function digestFlags(flags: string): string {
  return sha256(flags.split(/\s+/).sort().join(' '));
}

async function readGovernor(read: ReadFact): Promise<string | undefined> {
  const text = await read('/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor');
  return text === undefined || text === '' ? undefined : text.slice(0, 64);
}

async function readImage(
  { ImageOS, ImageVersion }: Readonly<Record<string, string | undefined>>,
  read: ReadFact,
): Promise<string | undefined> {
  if (ImageOS !== undefined && ImageVersion !== undefined) {
    return `${ImageOS} ${ImageVersion}`.slice(0, 200);
  }
  const system = (await read('/etc/os-release')) ?? '';
  return /^PRETTY_NAME="?([^"\n]+)"?$/m.exec(system)?.[1]?.slice(0, 200);
}

async function readMemoryBytes(read: ReadFact): Promise<number> {
  const match = /^(\d+) kB$/.exec(findField((await read('/proc/meminfo')) ?? '', 'MemTotal') ?? '');
  return match === null ? totalmem() : Number(match[1]) * 1024;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function present<K extends string>(key: K, value: string | undefined): Partial<Record<K, string>> {
  return value === undefined ? {} : ({ [key]: value } as Partial<Record<K, string>>);
}
