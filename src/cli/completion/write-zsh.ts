import { type CommandShape, listValues, quote } from './describe-commands.ts';

/** A script for zsh, with the descriptions of commands and options beside them. */
export function writeZsh(commands: readonly CommandShape[]): string {
  const descriptions = new Map(commands.map(({ description, path }) => [path, description]));
  const below = commands.filter(({ path }) => path.includes(' ')).map(({ path }) => quote(path));
  const values = listValues(commands).map(({ before, choices }) => {
    const offer = choices.length === 0 ? '_files' : `compadd -- ${choices.map(quote).join(' ')}`;
    return `    (${before.map(quote).join('|')}) ${offer}; return ;;`;
  });
  const words = commands.map((command) => {
    const names = command.commands.map((name) =>
      describe(name, descriptions.get(`${command.path} ${name}`) ?? ''),
    );
    const options = command.options.flatMap((option) =>
      option.names.map((name) => describe(name, option.description)),
    );
    return `    (${quote(command.path)})
      names=(${[...names, ...command.choices.map(quote)].join(' ')})
      options=(${options.join(' ')}) ;;`;
  });
  return `#compdef perigee
# Completion of perigee for zsh. To use it: perigee completion zsh > "\${fpath[1]}/_perigee"
_perigee() {
  local at=perigee i
  local -a names options
  for ((i = 2; i < CURRENT; i++)); do
    case "$at $words[i]" in
    (${below.join('|')}) at="$at $words[i]" ;;
    esac
  done
  case "$at $words[CURRENT-1]" in
${values.join('\n')}
  esac
  case "$at" in
${words.join('\n')}
  esac
  (( $#names )) && _describe 'command' names
  _describe -o 'option' options
  (( $#names )) || _files
}
if [ "$funcstack[1]" = _perigee ]; then _perigee "$@"; else compdef _perigee perigee; fi
`;
}

/** Up to the first colon is the word; what follows describes it. */
function describe(name: string, description: string): string {
  return quote(`${name.replaceAll(':', '\\:')}:${description}`);
}
