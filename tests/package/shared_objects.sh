#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# shared_objects.sh FOLDER OWN CCACHE COMPILER ARGUMENT...: compiles from FOLDER, so that ccache finds the objects of the build there
# also where it looks for relative paths (base_dir), which differ from generator to generator. A file of the build folder OWN that is
# equal in FOLDER is taken from there: a folder of src as one file has its own name in each build.
set -eu
here=$PWD
folder=$1
own=$2
cd "$folder"
shift 2
count=$#
before=
while [ "$count" -gt 0 ]; do
  argument=$1
  shift
  case $before in
  -o | -MF) case $argument in /*) ;; *) argument=$here/$argument ;; esac ;;
  -MT) ;;
  -isystem) case $argument in "$own"/*) argument=$folder${argument#"$own"} ;; esac ;;
  *)
    case $argument in
    -I"$own"*) argument=-I$folder${argument#-I"$own"} ;;
    "$own"/*) if cmp -s "$argument" "$folder${argument#"$own"}"; then argument=$folder${argument#"$own"}; fi ;;
    esac
    ;;
  esac
  before=$argument
  set -- "$@" "$argument"
  count=$((count - 1))
done
# As CMakeLists.txt.
export CCACHE_NOHASHDIR=1
CCACHE_BASEDIR=$(cd "${0%/*}/../.." && pwd)
export CCACHE_BASEDIR
exec "$@"
