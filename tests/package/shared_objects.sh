#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# shared_objects.sh FOLDER CCACHE COMPILER ARGUMENT...: compiles from FOLDER, so that ccache finds the objects of the build there also
# where it looks for relative paths (base_dir), which differ from generator to generator.
set -eu
here=$PWD
cd "$1"
shift
count=$#
before=
while [ "$count" -gt 0 ]; do
  argument=$1
  shift
  case $before in
  -o | -MF) case $argument in /*) ;; *) argument=$here/$argument ;; esac ;;
  esac
  before=$argument
  set -- "$@" "$argument"
  count=$((count - 1))
done
export CCACHE_NOHASHDIR=1 # as CMakeLists.txt
exec "$@"
