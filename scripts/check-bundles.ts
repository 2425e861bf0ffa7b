/**
 * Builds what is committed of it aside, and ends with 1 where the committed bundles or licences differ, or where a
 * licence is not permissive. Each bundle is made once.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Metafile } from 'esbuild';
import { bundles, listDifferences } from './build-action.ts';
import { requireGenerated } from './require-generated.ts';
import { listShipments, refuseShipments, renderShipment } from './third-party-licences.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

requireGenerated();
const faults: string[] = [];
const action = await checkBundle('action/dist');
const plugin = await checkBundle('buildkite-plugin/dist');
const shipments = await listShipments({ action, plugin });
faults.push(...refuseShipments(shipments));
for (const each of shipments) {
  const path = join(root, each.file);
  if (existsSync(path) && readFileSync(path, 'utf8') === renderShipment(each)) continue;
  faults.push(`${each.file} is not what the bundles contain: run npm run licences, and commit it`);
}
for (const fault of faults) console.error(fault);
process.exitCode = faults.length === 0 ? 0 : 1;

async function checkBundle(committed: keyof typeof bundles): Promise<Metafile[]> {
  const fresh = mkdtempSync(join(tmpdir(), 'perigee-bundle-'));
  try {
    const contents = await bundles[committed](fresh);
    const differing = listDifferences(fresh, join(root, committed));
    if (differing.length > 0) {
      faults.push(
        `${committed}/ is not what its sources make: ${differing.join(', ')}`,
        `run: npm run build:action, and commit ${committed}/ with your change`,
      );
    }
    return contents;
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}
