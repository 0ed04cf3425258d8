# SPDX-License-Identifier: Apache-2.0
#
# Functions that the scripts share. Sourced, with `set -eu` on, from the repository's root.

PREFIX=$PWD/.prefix
BUILD=${GRIDCALL_BUILD_DIR:-$PWD/build}
SKIPS=$PREFIX/skipped # one line for each thing left out: NAME<tab>WHY

mkdir -p "$PREFIX"

# --help prints the comment at the script's top.
help_if_asked() {
  if [ "${1:-}" != --help ]; then return 0; fi
  sed -n '/^# SPDX/d; 2,/^[^#]/s/^#\( \|$\)//p' "scripts/$(basename "$0")"
  exit 0
}

say() { printf '%s\n' "== $*"; }
die() {
  printf '%s\n' "$*" >&2
  exit 1
}

# Leaves something out, loudly. The list is printed again at the end, and scripts/test counts it.
skip() {
  printf '%s\n' "-- SKIPPED: $1: $2"
  printf '%s\t%s\n' "$1" "$2" >>"$SKIPS"
}
skipped() { grep -q "^$1	" "$SKIPS" 2>/dev/null; }
print_skips() {
  [ -s "$SKIPS" ] || return 0
  say "left out on this machine"
  while IFS='	' read -r name why; do printf '   %s: %s\n' "$name" "$why"; done <"$SKIPS"
}

# at_least 1.70 1.95.0: whether the second version is not older than the first.
at_least() { [ "$(printf '%s\n%s\n' "$1" "$2" | sort -V | head -n 1)" = "$1" ]; }

# step TEXT COMMAND...: says what it does and how long it took; the command's own output goes to a log that is
# shown only when it fails.
step() {
  local text=$1 log="$PREFIX/log.$BASHPID" start
  shift
  start=$(date +%s)
  printf '%s' "   $text ... "
  if "$@" >"$log" 2>&1; then
    printf 'done (%s s)\n' $(($(date +%s) - start))
    rm "$log"
  else
    printf 'FAILED\n'
    tail -n 40 "$log"
    rm "$log"
    return 1
  fi
}

# Adds the tools that scripts/setup put into the private prefix, and the library this tree builds.
use_prefix() {
  [ -x "$PREFIX/julia/bin/julia" ] && PATH=$PATH:$PREFIX/julia/bin
  [ -x "$PREFIX/go/bin/go" ] && PATH=$PREFIX/go/bin:$PATH
  if [ -s "$PREFIX/nvrtc/library" ]; then
    GRIDCALL_NVRTC=${GRIDCALL_NVRTC:-$(cd "$PREFIX/nvrtc" && realpath "$(cat library)")}
    export GRIDCALL_NVRTC
  fi
  export PATH
  export PKG_CONFIG_PATH="$BUILD/lib/pkgconfig${PKG_CONFIG_PATH:+:$PKG_CONFIG_PATH}"
  export LD_LIBRARY_PATH="$BUILD/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
}

# once DIRECTORY: the option that compiles each folder of sources as one file, in a third of the time; a folder that somebody has configured
# for work stays as it is, whatever the preset says.
once() { sed -n 's/^GRIDCALL_UNITY:BOOL=/-D&/p' "$1/CMakeCache.txt" 2>/dev/null | grep . || echo -DGRIDCALL_UNITY=ON; }
build() {
  say "build"
  # Each time: setup may have installed what was missing before.
  cmake --preset "${PRESET:-release}" -B "$BUILD" -DGRIDCALL_BUILD_CC="$(have_cc && echo ON || echo OFF)" $(once "$BUILD") ||
    die "configuring failed"
  # On a terminal ninja shows one moving line; elsewhere its lines are the progress.
  cmake --build "$BUILD" "$@" || die "the build failed"
}
have_cc() { ! skipped gridcall-cc; }
