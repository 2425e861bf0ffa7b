// What `npm install` runs here, and `npm pack`. Plain JavaScript, since npm may run it on whatever Node it has.
import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = dirname(import.meta.dirname ?? process.cwd());

if (Number(process.versions.node.split('.')[0]) >= 24) {
  const { buildAll } = await import('./build.ts');
  // Chunks of former builds would go into the package.
  rmSync(join(root, 'dist'), { recursive: true, force: true });
  await buildAll();
} else {
  console.error(
    `perigee: ${root} has not been installed itself yet (this is Node ${process.version})\n` +
      '  to do: run `npm install` in that folder first; it brings the Node that builds Perigee',
  );
  process.exitCode = 1;
}
