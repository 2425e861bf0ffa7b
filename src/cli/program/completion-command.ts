import { Argument, type Command } from 'commander';

/** `perigee completion`, which describes the whole program, so it comes last. */
export function addCompletion(
  program: Command,
  end: (command: Promise<number>) => Promise<void>,
): void {
  program
    .command('completion')
    .description('write a script that completes commands and options in your shell')
    .addArgument(new Argument('<shell>', 'which one').choices(['bash', 'zsh', 'fish']))
    .addHelpText(
      'after',
      `
bash: source <(perigee completion bash), in ~/.bashrc
zsh:  perigee completion zsh > "\${fpath[1]}/_perigee"
fish: perigee completion fish > ~/.config/fish/completions/perigee.fish

If Perigee is a dependency of your repository, give the shell a command for it:
bash, zsh: perigee() { npx perigee "$@"; }
fish:      function perigee; npx perigee $argv; end`,
    )
    .action(async (shell: 'bash' | 'zsh' | 'fish') =>
      end((await import('../commands/completion.ts')).completion(shell, program)),
    );
}
