#!/usr/bin/env bats
# The hooks, as an agent calls them: sourced by a wrapper, with Node and the shell of the step replaced by
# programs that write down how they were called.

bash="$(command -v bash)"

setup() {
  scratch="$(mktemp -d)/with spaces"
  plugin="$scratch/perigee plugin"
  bin="$scratch/bin"
  calls="$scratch/calls"
  mkdir -p "$plugin" "$bin" "$scratch/checkout"
  cp -R "$BATS_TEST_DIRNAME/../../buildkite-plugin/hooks" "$plugin/"
  cp "$BATS_TEST_DIRNAME/../../buildkite-plugin/perigee.bash" "$plugin/"
  for program in bash dirname chmod cat sleep; do ln -s "$(command -v "$program")" "$bin/"; done
  cd "$scratch/checkout" || return
  unset BUILDKITE_COMMAND BUILDKITE_COMMAND_EVAL BUILDKITE_SHELL
  : >"$calls"
  node_of v24.21.0 'exit 0'
}

teardown() {
  rm -rf "${scratch%/*}"
}

# $1: its version. $2: what it does as the program, in bash.
node_of() {
  cat >"$bin/node" <<SCRIPT
#!$bash
if [[ "\$1" == --version ]]; then echo $1; exit; fi
printf 'node' >>"$calls"
printf ' [%s]' "\$@" >>"$calls"
echo >>"$calls"
$2
SCRIPT
  chmod +x "$bin/node"
}

# $1: the hook. The agent's wrapper is a file elsewhere, so $0 says nothing about the plugin.
hook() {
  printf '. "%s"\nexit $?\n' "$plugin/hooks/$1" >"$scratch/wrapper"
  PATH="$bin" run bash "$scratch/wrapper"
}

remedy='and Perigee needs Node.js 20 or newer: install it on the agent, or let a hook or plugin that runs earlier put it on the PATH.'

@test "each hook calls the program with its name and nothing else" {
  for name in pre-command command post-command; do hook "$name"; done
  [ "$(cat "$calls")" = "node [$plugin/dist/index.js] [pre-command]
node [$plugin/dist/index.js] [command]
node [$plugin/dist/index.js] [post-command]" ]
}

@test "the job ends as the program does" {
  for expected in 0 1 2 3 4; do
    node_of v24.21.0 "exit $expected"
    for name in pre-command command post-command; do
      hook "$name"
      [ "$status" -eq "$expected" ]
    done
  done
}

@test "an agent without Node says so in one sentence, and nothing runs" {
  rm "$bin/node"
  BUILDKITE_COMMAND='echo ran' hook pre-command
  [ "$status" -eq 2 ]
  [ "$output" = "perigee: there is no Node.js on the PATH of this agent, $remedy" ]
}

@test "an agent with an older Node says which one, and nothing runs" {
  for version in v18.20.4 v8.17.0 v0.12.18; do
    node_of "$version" 'exit 0'
    hook pre-command
    [ "$status" -eq 2 ]
    [ "$output" = "perigee: $bin/node is Node.js $version, $remedy" ]
  done
  [ ! -s "$calls" ]
}

@test "Node 20 and all that follow will do" {
  for version in v20.0.0 v22.1.0 v100.0.0; do
    node_of "$version" 'exit 0'
    hook pre-command
    [ "$status" -eq 0 ]
  done
}

@test "a Node that cannot start on this agent is named" {
  printf '#!%s\necho "GLIBC_2.28 not found" >&2\nexit 1\n' "$bash" >"$bin/node"
  hook pre-command
  [ "$status" -eq 2 ]
  [ "$output" = "GLIBC_2.28 not found
perigee: $bin/node does not start, $remedy" ]
}

@test "without a command, or with an empty one, the program is the command" {
  for command in '' ' ' $'\n\t\n'; do
    : >"$calls"
    BUILDKITE_COMMAND="$command" hook command
    [ "$(cat "$calls")" = "node [$plugin/dist/index.js] [command]" ]
  done
}

# Runs the hook of a step. $1: its command. $2: with which status the shell of the agent ends.
step() {
  printf '#!%s\nprintf "[%%s]" "$@" >>"%s"\nexit %s\n' "$bash" "$calls" "$2" >"$bin/step-shell"
  chmod +x "$bin/step-shell"
  BUILDKITE_COMMAND="$1" BUILDKITE_SHELL='step-shell -e -c' hook command
}

@test "the step's own command runs in the shell of the agent, as it stands" {
  command=$'make "a  b"\necho $HOME *'
  step "$command" 0
  [ "$status" -eq 0 ]
  [ "$(cat "$calls")" = "[-e][-c][$command]" ]
}

@test "the job of a command that fails ends as the command does, and nothing is measured" {
  step 'make test' 42
  [ "$status" -eq 42 ]
  [ "$(cat "$calls")" = '[-e][-c][make test]' ]
}

@test "a command that is a file of the checkout runs as a script, even if its mode says otherwise" {
  mkdir ci
  echo 'echo ran' >'ci/run tests'
  step 'ci/run tests' 0
  [ "$(cat "$calls")" = '[-e][-c][./ci/run tests]' ]
  [ -x 'ci/run tests' ]
}

@test "without word from the agent the shell is bash, which stops at the first error" {
  BUILDKITE_COMMAND=$'echo one\nfalse\necho two' hook command
  [ "$status" -eq 1 ]
  [ "$output" = 'one' ]
}

@test "an agent that evaluates no commands does not get one evaluated by the plugin" {
  BUILDKITE_COMMAND_EVAL=false step 'make test' 0
  [ "$status" -eq 2 ]
  [[ "$output" == *'use Perigee in a step without a command.' ]]
  [ ! -s "$calls" ]
}

@test "hooks leave nothing in the environment of what runs after them" {
  cat >"$scratch/wrapper" <<SCRIPT
unset _
before="\$(export -p)"
. "$plugin/hooks/pre-command"
unset _
[[ "\$(export -p)" == "\$before" ]] && echo same
SCRIPT
  PATH="$bin" run bash "$scratch/wrapper"
  [ "$output" = 'same' ]
}

@test "a cancelled job waits for the program, and ends as it does" {
  node_of v24.21.0 "trap 'exit 3' TERM; kill -TERM 0; sleep 60; exit 9"
  printf '. "%s"\n' "$plugin/hooks/command" >"$scratch/wrapper"
  # In a process group of its own, as the agent starts a hook: the signal reaches all of it.
  set -m
  PATH="$bin" bash "$scratch/wrapper" 3>&- &
  set +m
  status=0
  wait $! || status=$?
  [ "$status" -eq 3 ]
}
