/**
 * The way from a workflow that measures to an app that judges, in short.
 * @param program how the person calls Perigee
 */
export function listBotSteps(program: string): string[] {
  return [
    '  # then the app, where the service will run; docs/bot.md has every step:',
    `  ${program} bot setup --webhook-url https://perigee.example.com   # your address for it`,
    '  # install the app where the pull requests are: setup shows the address',
    `  ${program} serve           # judges from now on; in another terminal:`,
    `  ${program} bot check       # whether the app has all it needs, and webhooks arrive`,
    '  # open a pull request: its check "perigee" appears within seconds',
  ];
}
