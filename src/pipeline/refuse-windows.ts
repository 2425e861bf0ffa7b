import { UserError } from '../contract/user-error.ts';

/**
 * Reading, judging and reporting work on Windows; running tests takes processes and files as POSIX has them.
 * @param platform as the entry point has it
 * @param command as its user called it; undefined for a job of a CI
 * @throws UserError on Windows
 */
export function refuseWindows(platform: NodeJS.Platform, command?: string): void {
  if (platform !== 'win32') return;
  const what = command === undefined ? 'this job' : `\`${command}\``;
  throw new UserError({
    seen: `${what} runs tests, which needs Linux or macOS, and this is Windows`,
    remedy:
      command === undefined
        ? 'move it to another machine (`runs-on` of GitHub, `agents` of Buildkite); only a job with mode report can stay'
        : explainWsl(command),
  });
}

export function explainWsl(command: string): string {
  return `run it in WSL 2: \`wsl --install\` once, clone the repository inside it, and there \`${command}\`; docs/laptops.md has each step`;
}
