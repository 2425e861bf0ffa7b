import { makePlain } from '../report/plain-text.ts';
import type { MigratedWorkflow } from '../suite/starter/migrate/migrate-workflow.ts';

const widest = 50;

/** What became of each line of an old workflow. */
export function tellMigration({ file, fates }: MigratedWorkflow): string {
  const shown = fates.map(({ line, text, fate }) => {
    const plain = makePlain(text);
    const cut = plain.length > widest ? `${plain.slice(0, widest - 1)}…` : plain;
    const reason = /^(not needed|no counterpart)$/.test(fate.kind) ? ' because' : '';
    return `  ${String(line).padStart(4)}  ${cut.padEnd(widest)}  ${fate.kind}${reason}: ${makePlain(fate.what)}`;
  });
  return [
    `${makePlain(file)}, line by line (it stays as it is; delete it when you no longer need it):`,
    ...shown,
  ].join('\n');
}
