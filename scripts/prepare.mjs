// What `npm install` runs here. Plain JavaScript, since another project that installs this folder before
// its own packages are there runs it on whatever Node it has.
import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = dirname(import.meta.dirname ?? process.cwd());

if (Number(process.versions.node.split('.')[0]) >= 24) {
  // Chunks of former builds would go into the package.
  rmSync(join(root, 'dist'), { recursive: true, force: true });
  const { buildAll } = await import('./build.ts');
  await buildAll();
} else {
  console.error(
    `perigee: ${root} has not been installed itself yet (this is Node ${process.version})\n` +
      '  to do: run `npm install` in that folder first; it brings the Node that builds Perigee',
  );
  process.exitCode = 1;
}
