#!/bin/sh
# Marks spans in a shell script and records numbers. Copy this file into your repository and source it:
#   . ./perigee.sh
#   perigee span upload --annotate num_files=100 -- ./upload 100
#   perigee record throughput 120.5 --unit files/s
# Without Perigee, `perigee span` only runs its command and `perigee record` does nothing.
perigee() {
  if [ -n "${PERIGEE_SOCKET-}" ]; then
    node "$PERIGEE_HOME/bin/perigee.mjs" "$@"
    return
  fi
  [ "${1-}" = span ] || return 0
  while [ $# -gt 0 ] && [ "$1" != -- ]; do shift; done
  if [ $# -eq 0 ]; then
    echo 'perigee: write perigee span <name> -- <command>' >&2
    return 2
  fi
  shift
  "$@"
}
