/**
 * The classes of Kafka as Java has read and checked them once: with these a broker starts with little more than
 * half of the CPU time. They are made once for each user, and kept beside the jars.
 */
import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { cacheFolder } from '../cache-folder.ts';
import { findFreePorts } from '../free-ports.ts';
import { endProcess, spawnBroker } from './broker-process.ts';
import { prepareKafkaFolder } from './kafka-folder.ts';

/** @returns the option of Java; another Java than the one that wrote them starts without, and as well */
export async function keepClasses(jars: string): Promise<string> {
  const kept = join(cacheFolder(), `${basename(jars)}-classes.jsa`);
  if (!existsSync(kept)) await makeClasses(jars, kept);
  return `-XX:SharedArchiveFile=${kept}`;
}

/** Java writes them when it ends in order. One that is killed, on a busy machine, leaves that to the next. */
async function makeClasses(jars: string, kept: string): Promise<void> {
  const work = mkdtempSync(join(cacheFolder(), 'classes-'));
  try {
    const [plain = 0, secure = 0, controller = 0] = await findFreePorts(3);
    const folder = join(work, 'broker');
    prepareKafkaFolder(folder, jars, [{ plain, secure, controller }], 1);
    const written = join(work, 'classes.jsa');
    const broker = await spawnBroker(jars, folder, `-XX:ArchiveClassesAtExit=${written}`);
    await endProcess(broker, 'SIGTERM');
    // Another process may have been faster; its classes are as good.
    if (existsSync(written)) renameSync(written, kept);
  } finally {
    rmSync(work, { recursive: true, force: true, maxRetries: 5 });
  }
}
