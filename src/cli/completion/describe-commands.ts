import type { Command } from 'commander';

/** A command as a shell has to know it. */
export interface CommandShape {
  /** How it is called: `perigee store ls`. */
  path: string;
  description: string;
  options: OptionShape[];
  /** What may stand for its first argument, where that is a choice. */
  choices: readonly string[];
  /** The names of the commands below it. */
  commands: readonly string[];
}

export interface OptionShape {
  /** `--format`, `-V`. */
  names: string[];
  description: string;
  takesValue: boolean;
  /** Choices of its value; empty if it may be anything. */
  choices: readonly string[];
}

/** The command and all commands below it, as the program itself defines them. */
export function describeCommands(command: Command, path = command.name()): CommandShape[] {
  const help = command.createHelp();
  const shape: CommandShape = {
    path,
    description: firstLine(command.description()),
    options: help.visibleOptions(command).map((option) => ({
      names: [option.long, option.short].filter((name) => name !== undefined),
      description: firstLine(option.description),
      takesValue: option.required || option.optional,
      choices: option.argChoices ?? [],
    })),
    choices: command.registeredArguments[0]?.argChoices ?? [],
    commands: help.visibleCommands(command).map((below) => below.name()),
  };
  const below = command.commands.flatMap((one) => describeCommands(one, `${path} ${one.name()}`));
  return [shape, ...below];
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}

/** What may stand next after a command, but for options. */
export function listWords({ choices, commands }: CommandShape): readonly string[] {
  return [...commands, ...choices];
}

/** Every option with a value, as a shell meets it: the command, then the option. */
export function listValues(
  commands: readonly CommandShape[],
): { before: string[]; choices: readonly string[] }[] {
  return commands.flatMap(({ options, path }) =>
    options
      .filter(({ takesValue }) => takesValue)
      .map(({ choices, names }) => ({ before: names.map((name) => `${path} ${name}`), choices })),
  );
}

/** In single quotes for bash and zsh, where nothing inside means anything. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
