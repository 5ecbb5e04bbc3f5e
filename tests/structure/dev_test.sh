#!/usr/bin/env bash
# ./dev on machines that lack things. Every command it may call is a stand-in that writes down how it was called.
# usage: dev_test.sh PATH_OF_DEV
set -u
shopt -s extglob
dev=$1
failures=0
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT

# machine: a project and a PATH of their own, with nothing to complain of.
machine() {
  rm -rf -- "$work"
  project="$work/a project" bin="$work/bin" calls="$work/calls"
  mkdir -p "$project/build/release/cli" "$bin"
  : >"$calls"
  cp -- "$dev" "$project/dev"
  local tool
  for tool in bash cat dirname env grep mkdir; do ln -s "$(command -v "$tool")" "$bin/$tool"; done
  stand_in dpkg-query 'echo installed'
  stand_in apt-get
  stand_in cmake 'echo cmake was here'
  stand_in id 'echo 0'
  printf '#!/bin/bash\nprintf "<%%s>" "$PWD" "$@"\n' >"$project/build/release/cli/tilewright"
  chmod +x "$project/build/release/cli/tilewright"
}

# stand_in NAME [SCRIPT]
stand_in() {
  printf '#!/bin/bash\necho "${0##*/} $*" >>"%s"\n%s\n' "$calls" "${2-}" >"$bin/$1"
  chmod +x "$bin/$1"
}

lacks() { stand_in dpkg-query "[[ \"\$*\" == *' $1' ]] || echo installed"; }

# run ARGUMENT...: fills out, err and code.
run() {
  out=$(cd / && PATH=$bin "$project/dev" "$@" 2>"$work/err")
  code=$?
  err=$(<"$work/err")
}

# expect WHAT ACTUAL PATTERN
expect() {
  [[ $2 == $3 ]] && return
  printf 'FAILED: %s\n  is:       %s\n  expected: %s\n' "$1" "$2" "$3"
  failures=$((failures + 1))
}

machine
run run 'a b' '' '*'
expect 'arguments and folder reach the program as they are' "$code $out" '0 </><a b><><\*>'
expect 'nothing is installed where all is there' "$(<"$calls")" '!(*apt-get*)'
run run
expect 'the reference run is the default' "$out" '</><tune><--gpu><rtx3070><--shape><4096x4096x4096>*<--top-k><8>'

machine
lacks ninja-build
run run
expect 'what is installed is said in one line' "$err" $'dev: installing with apt: ninja-build\ndev: building *'
expect 'the list of packages is renewed first' "$(<"$calls")" $'*apt-get update\n*apt-get * install * ninja-build\n*'
expect 'stdout is the program'\''s' "$out" '</><tune>*'

machine
lacks ninja-build
stand_in id 'echo 1000'
run run
expect 'no root, no sudo' "$code $err" '1 dev: needs root or sudo to install what is missing: ninja-build'
stand_in sudo 'shift; "$@"'
run run
expect 'sudo installs' "$(<"$calls")" $'*sudo -- apt-get update\n*sudo -- env DEBIAN_FRONTEND=noninteractive apt-get*'

machine
lacks ninja-build
rm "$bin/apt-get"
run run
expect 'no apt' "$code $err" '1 dev: there is no apt-get to install what is missing: ninja-build'

machine
rm "$bin/dpkg-query"
run run
expect 'another distribution builds with what it has' "$code $out" '0 </><tune>*'

machine
stand_in cmake 'echo no compiler; exit 1'
run run
expect 'a failed build shows its log' "$code $out|$err" $'1 |*no compiler\ndev: failed: cmake --preset release *'

machine
run nothing
expect 'an unknown command' "$code $out|$err" "2 |dev: unknown command 'nothing'; ./dev help lists them"

exit $((failures > 0))
