// src/profile/cases/require-through.ts
import { createRequire } from "node:module";
import { join } from "node:path";
function resolveThrough(names, directory) {
  let from = join(directory, "package.json");
  for (const name of names) {
    const wanted = name === names.at(-1) ? name : `${name}/package.json`;
    try {
      from = createRequire(from).resolve(wanted);
    } catch (error) {
      if (error.code === "MODULE_NOT_FOUND") return void 0;
      throw error;
    }
  }
  return from;
}
function requireThrough(names, directory) {
  const file = resolveThrough(names, directory);
  if (file === void 0) throw new Error(`Perigee: ${names.join(" > ")} is not installed`);
  return createRequire(file)(file);
}

export {
  resolveThrough,
  requireThrough
};
