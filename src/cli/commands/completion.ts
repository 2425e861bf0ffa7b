import type { Command } from 'commander';
import { exitCode, type ExitCode } from '../../contract/user-error.ts';
import { describeCommands } from '../completion/describe-commands.ts';
import { writeBash } from '../completion/write-bash.ts';
import { writeFish } from '../completion/write-fish.ts';
import { writeZsh } from '../completion/write-zsh.ts';

const writers = { bash: writeBash, zsh: writeZsh, fish: writeFish };

/** `perigee completion`: a script that completes every command and option that `program` has. */
export async function completion(shell: keyof typeof writers, program: Command): Promise<ExitCode> {
  process.stdout.write(writers[shell](describeCommands(program)));
  return exitCode.nothingRegressed;
}
