/**
 * Writes the licences of everything that Perigee ships and others wrote: THIRD_PARTY_LICENSES for the
 * package, action/THIRD_PARTY_LICENSES for the action, and one beside the plugin. What the bundles contain,
 * esbuild says while it makes them.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Metafile } from 'esbuild';
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

/** @param contents what the bundles of action and plugin contain */
export async function listShipments(contents: {
  action: Metafile[];
  plugin: Metafile[];
}): Promise<Shipment[]> {
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
      packages: readPackages(root, listBundledFolders(contents.action)),
    },
    {
      file: 'buildkite-plugin/THIRD_PARTY_LICENSES',
      intro: [
        'The Buildkite plugin of Perigee ships the following software, in buildkite-plugin/dist/.',
        '`npm run licences` writes this file.',
      ],
      packages: readPackages(root, listBundledFolders(contents.plugin)),
    },
  ];
}

/** The faults of the licences, a line each. */
export function refuseShipments(shipments: readonly Shipment[]): string[] {
  return [...new Set(shipments.flatMap(({ packages }) => refuseLicences(packages)))];
}

export function renderShipment({ intro, packages }: Shipment): string {
  return renderLicences(intro, packages);
}

if (import.meta.main) {
  requireNode('npm run licences');
  requireGenerated();
  const aside = mkdtempSync(join(tmpdir(), 'perigee-licences-'));
  try {
    const [action, plugin] = [await buildAction(aside), await buildPlugin(aside)];
    const shipments = await listShipments({ action, plugin });
    for (const each of shipments) writeFileSync(join(root, each.file), renderShipment(each));
    for (const fault of refuseShipments(shipments)) {
      console.error(fault);
      process.exitCode = 1;
    }
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
}
