# What the hooks share. Bash finds Node and calls the program; the program reads the options and decides.
# shellcheck shell=bash

perigee_plugin="$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)"

# Calls the program for hook $1 and returns its exit status.
perigee() {
  local version major
  command -v node >/dev/null || perigee_refuse 'there is no Node.js on the PATH of this agent'
  version="$(node --version)" || perigee_refuse "$(command -v node) does not start"
  major="${version#v}"
  major="${major%%.*}"
  [[ "$major" =~ ^[0-9]+$ && "$major" -ge 20 ]] ||
    perigee_refuse "$(command -v node) is Node.js $version"
  # A cancelled job: bash waits for the program, which has its own signal and uploads what was measured.
  trap : INT TERM
  node "$perigee_plugin/dist/index.js" "$1"
}

# Ends the job as every wrong configuration does. $1: what is wrong with Node.
perigee_refuse() {
  printf 'perigee: %s, and Perigee needs Node.js 20 or newer: install it on the agent, or let a hook or plugin that runs earlier put it on the PATH.\n' "$1" >&2
  exit 2
}
