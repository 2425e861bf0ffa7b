import type { DashboardSettings } from './settings.ts';

/** The readers of the dashboard, in one line for the log and `--check`. */
export function describeReaders({ github, isEnabled, local, proxy }: DashboardSettings): string {
  if (!isEnabled) return 'nobody: dashboard.enabled is false';
  const readers = [
    ...(local ? ['programs on this machine'] : []),
    ...(github === undefined ? [] : [`people who sign in with GitHub at ${github.publicUrl}`]),
    ...(proxy === undefined
      ? []
      : [`people whom a proxy at ${proxy.addresses.join(', ')} names in ${proxy.header}`]),
  ];
  if (readers.length === 0) {
    return 'nobody: set dashboard.github, dashboard.proxy or dashboard.local';
  }
  const alone = github === undefined && proxy === undefined;
  return `${readers.join('; ')}${alone ? ' alone; dashboard.github or dashboard.proxy let others in' : ''}`;
}
