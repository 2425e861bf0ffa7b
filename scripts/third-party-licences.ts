/**
 * Writes the licences of everything that Perigee ships and others wrote: THIRD_PARTY_LICENSES for the
 * package, action/THIRD_PARTY_LICENSES for the action, and one beside the plugin. What the bundles contain,
 * esbuild says while it makes them. `--check` writes nothing and fails when a licence is not permissive or a file differs.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildAction, buildPlugin } from './build-action.ts';
import { bundleDashboard, bundlePage } from './build-page.ts';
import { bundlePrograms } from './build.ts';
import { listBundledFolders, readPackages, type ThirdParty } from './licences/find-packages.ts';
import { refuseLicences } from './licences/refuse-licences.ts';
import { renderLicences } from './licences/render-licences.ts';
import { requireGenerated } from './require-generated.ts';
import { requireNode } from './require-node.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Not in a bundle: npm installs it beside dist/, and the collector loads it. */
const besideBundles = ['node_modules/koffi'];

interface Shipment {
  /** Relative to the root. */
  file: string;
  intro: string[];
  packages: ThirdParty[];
}

export async function listShipments(): Promise<Shipment[]> {
  const programs = await bundlePrograms({ write: false });
  const [page, dashboard] = [await bundlePage(), await bundleDashboard()];
  const inPackage = listBundledFolders([programs.metafile, page.metafile, dashboard.metafile]);
  return [
    {
      file: 'THIRD_PARTY_LICENSES',
      intro: [
        'Perigee ships the following software. Its code is in dist/, that of the charts in every HTML report',
        'too. npm installs koffi beside it, where it can. `npm run licences` writes this file.',
      ],
      packages: readPackages(root, [...inPackage, ...besideBundles]),
    },
    {
      file: 'action/THIRD_PARTY_LICENSES',
      intro: [
        'The GitHub Action of Perigee ships the following software, in action/dist/.',
        '`npm run licences` writes this file.',
      ],
      packages: readPackages(root, listBundledFolders(await bundleAside(buildAction))),
    },
    {
      file: 'buildkite-plugin/THIRD_PARTY_LICENSES',
      intro: [
        'The Buildkite plugin of Perigee ships the following software, in buildkite-plugin/dist/.',
        '`npm run licences` writes this file.',
      ],
      packages: readPackages(root, listBundledFolders(await bundleAside(buildPlugin))),
    },
  ];
}

async function bundleAside(make: typeof buildAction) {
  const aside = mkdtempSync(join(tmpdir(), 'perigee-licences-'));
  try {
    return await make(aside);
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
}

async function run(isCheck: boolean): Promise<string[]> {
  const faults: string[] = [];
  for (const { file, intro, packages } of await listShipments()) {
    faults.push(...refuseLicences(packages));
    const text = renderLicences(intro, packages);
    if (!isCheck) writeFileSync(join(root, file), text);
    else if (readIfThere(join(root, file)) !== text) {
      faults.push(`${file} is not what the bundles contain: run npm run licences, and commit it`);
    }
  }
  return faults;
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

if (import.meta.main) {
  requireNode('npm run licences');
  requireGenerated();
  const faults = await run(process.argv.includes('--check'));
  for (const fault of new Set(faults)) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
}
