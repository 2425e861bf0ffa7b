import { type CommandShape, listValues, listWords, quote } from './describe-commands.ts';

/** A script for bash: words after the command that is typed, values after options, files elsewhere. */
export function writeBash(commands: readonly CommandShape[]): string {
  const below = commands.filter(({ path }) => path.includes(' ')).map(({ path }) => quote(path));
  const values = listValues(commands).map(({ before, choices }) => {
    const words = choices.length === 0 ? '-f' : `-W ${quote(choices.join(' '))}`;
    return `    ${before.map(quote).join(' | ')}) COMPREPLY=($(compgen ${words} -- "$current")); return ;;`;
  });
  const words = commands.map((command) => {
    const names = command.options.flatMap((option) => option.names);
    return `    ${quote(command.path)}) words=${quote([...listWords(command), ...names].join(' '))} ;;`;
  });
  return `# Completion of perigee for bash. To use it: source <(perigee completion bash)
_perigee() {
  local current=\${COMP_WORDS[COMP_CWORD]} at=perigee words= i
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$at \${COMP_WORDS[i]}" in
    ${below.join(' | ')}) at="$at \${COMP_WORDS[i]}" ;;
    esac
  done
  case "$at \${COMP_WORDS[COMP_CWORD - 1]}" in
${values.join('\n')}
  esac
  case "$at" in
${words.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _perigee perigee
`;
}
