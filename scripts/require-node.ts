export const oldestNode = 24;

/**
 * Ends the program when its Node is too old.
 * @param command how to call it so that it is not
 */
export function requireNode(command: string): void {
  if (Number(process.versions.node.split('.')[0]) >= oldestNode) return;
  console.error(
    `this is Node ${process.version}, expected ${oldestNode} or newer.\n` +
      `  to do: call it as \`${command}\`; npm then takes the Node of the package \`node\`.`,
  );
  process.exit(2);
}
