#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# run_ir.sh CC_OPT FILECHECK FILE.ll...: runs the passes that a file's first line names and checks the
# output against its CHECK lines. Writes TAP.
opt=$1 filecheck=$2
shift 2
echo "1..$#"
number=0 failed=0
for file; do
  number=$((number + 1))
  passes=$(sed -n '1s/^; PASSES: //p' "$file")
  name=$(basename "$file" .ll)
  if [ -n "$passes" ] && output=$("$opt" "-passes=$passes" "$file" 2>&1) &&
    report=$(printf '%s\n' "$output" | "$filecheck" "$file" 2>&1); then
    echo "ok $number - $name"
  else
    failed=1
    printf '%s\n%s\n' "$output" "$report" | sed 's/^/# /'
    echo "not ok $number - $name"
  fi
done
exit $failed
