/** Packages that are CommonJS inside an ESM bundle still call `require`: to be put on top of the bundle. */
export const requireForCommonJs = [
  "import { createRequire as perigeeCreateRequire } from 'node:module';",
  'const require = perigeeCreateRequire(import.meta.url);',
].join('\n');
