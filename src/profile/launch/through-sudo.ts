import { findProgram } from './isolation.ts';

/**
 * sudo hands over neither the environment nor further descriptors. So the environment goes through a file, and what a
 * launcher says and hears through two pipes with names.
 * Parameters: a folder, what root is to run in a namespace of its own, and the command.
 */
const before = `
mask=$(umask)
umask 077
at=$(mktemp -d "$1/sudo-XXXXXX") || exit 125
script=$2
shift 2
{ export -p; echo "umask $mask"; } >"$at/environment"
if [ -e /proc/$$/fd/3 ] && [ -e /proc/$$/fd/4 ]; then
  mkfifo "$at/reports" "$at/orders"
  cat "$at/reports" >&3 &
  reports=$!
  cat <&4 >"$at/orders" 3>&- &
  orders=$!
fi
sudo --non-interactive -- "$unshare" --mount --propagation private -- \
  /bin/sh -c "$script" perigee "$at" "$(id -u)" "$(id -g)" "$@" 3>&- 4<&-
status=$?
if [ -n "$reports" ]; then
  exec 5<>"$at/reports" 5>&-
  wait "$reports"
  kill "$orders" 2>/dev/null
  # Perigee would never wait for it.
  wait "$orders"
fi
rm -rf "$at"
exit "$status"
`;

/** As the user again. Its parameters are the folder and the command. */
const after = `
at=$1
shift
. "$at/environment"
if [ -p "$at/reports" ]; then exec 3>"$at/reports" 4<"$at/orders"; fi
exec "$@"
`;

/** Root reports here if it cannot go on. */
export const reportBySudo = '[ ! -p "$at/reports" ] || echo no-view >"$at/reports"';

/**
 * Runs a script as root in a mount namespace of its own, and then a command there as the user.
 * @param folder that the user can write to, and the script leaves as it is
 * @param script shell text
 */
export function throughSudo(folder: string, script: string, command: readonly string[]): string[] {
  const [unshare, setpriv, env] = ['unshare', 'setpriv', 'env'].map(findProgram);
  const asUser = `${setpriv} --reuid "$user" --regid "$group" --init-groups -- ${env} -i /bin/sh -c '${after.replaceAll("'", `'\\''`)}' perigee`;
  const asRoot = `at=$1 user=$2 group=$3\nshift 3\n${script}\nexec ${asUser} "$at" "$@"`;
  return ['/bin/sh', '-c', `unshare=${unshare}\n${before}`, 'perigee', folder, asRoot, ...command];
}
