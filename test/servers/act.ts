/** act, which runs GitHub workflows on this machine, without a container engine. */
import { fetchGoProgram, type GoProgram, missingForGo } from './go-program.ts';

const act: GoProgram = {
  name: 'act',
  package: 'github.com/nektos/act',
  version: '0.2.89',
  builtAs: 'act',
  go: '1.24',
};

export const missingForAct = (): string | undefined => missingForGo(act);
export const fetchAct = (): string => fetchGoProgram(act);
