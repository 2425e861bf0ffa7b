// What `npm install` runs here, and `npm pack`. Plain JavaScript, since npm may run it on whatever Node it has.
import { readdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = dirname(import.meta.dirname ?? process.cwd());

if (Number(process.versions.node.split('.')[0]) >= 24) {
  const { buildAll } = await import('./build.ts');
  const began = Date.now();
  await buildAll();
  // What former builds left would go into the package. Where a build fails, the one before it stays.
  for (const name of readdirSync(join(root, 'dist'), { recursive: true })) {
    const file = statSync(join(root, 'dist', name));
    if (file.isFile() && file.mtimeMs < began) rmSync(join(root, 'dist', name));
  }
} else {
  console.error(
    `perigee: ${root} has not been installed itself yet (this is Node ${process.version})\n` +
      '  to do: run `npm install` in that folder first; it brings the Node that builds Perigee',
  );
  process.exitCode = 1;
}
