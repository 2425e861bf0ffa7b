import type { CommandShape } from './describe-commands.ts';

/** A script for fish, with the descriptions of commands and options beside them. */
export function writeFish(commands: readonly CommandShape[]): string {
  const descriptions = new Map(commands.map(({ description, path }) => [path, description]));
  const below = commands.filter(({ path }) => path.includes(' ')).map(({ path }) => quote(path));
  const lines = commands.flatMap((command) => {
    const start = `complete -c perigee -n ${quote(`__perigee_at ${quote(command.path)}`)}`;
    const names = command.commands.map((name) => {
      const description = descriptions.get(`${command.path} ${name}`) ?? '';
      return `${start} -f -a ${quote(name)} -d ${quote(description)}`;
    });
    const choices = command.choices.map((choice) => `${start} -f -a ${quote(choice)}`);
    const options = command.options.map((option) => {
      const flags = option.names.map((name) =>
        name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`,
      );
      const value = option.takesValue ? ' -r' : '';
      const offer = option.choices.length === 0 ? '' : ` -f -a ${quote(option.choices.join(' '))}`;
      return `${start} ${flags.join(' ')}${value}${offer} -d ${quote(option.description)}`;
    });
    return [...names, ...choices, ...options];
  });
  return `# Completion of perigee for fish. To use it: perigee completion fish > ~/.config/fish/completions/perigee.fish
function __perigee_at
    set -l at perigee
    set -l words (commandline -opc)
    set -e words[1]
    for word in $words
        switch "$at $word"
            case ${below.join(' ')}
                set at "$at $word"
        end
    end
    test "$at" = "$argv[1]"
end
${lines.join('\n')}
`;
}

/** In single quotes: of what is inside only the backslash and the quote mean anything to fish. */
function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
