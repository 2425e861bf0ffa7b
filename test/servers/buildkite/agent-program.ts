/** The agent of Buildkite itself, the newest that can be built from what the Go module proxy has. */
import { fetchGoProgram, type GoProgram, missingForGo } from '../go-program.ts';

const agent: GoProgram = {
  name: 'buildkite-agent',
  package: 'github.com/buildkite/agent/v3',
  version: '3.78.0',
  builtAs: 'agent',
  go: '1.22',
};

export const missingForAgent = (): string | undefined => missingForGo(agent);
export const fetchAgent = (): string => fetchGoProgram(agent);
