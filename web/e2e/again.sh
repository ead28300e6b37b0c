#!/bin/sh
# Judges the browser tests that failed once more, one at a time on a machine that does nothing else. They measure sound while it
# plays, and a computer that stops for some seconds fails them. A test that passes only here is a defect to mend: its name and
# its error are above. More than five failures are not judged again. This second run records traces in test-results.
set -e
cd "$(dirname "$0")/.."
failed=$(node -p "require('./test-results/.last-run.json').failedTests.length")
echo "== $failed browser tests failed beside others"
[ "$failed" -gt 0 ] && [ "$failed" -le 5 ]
exec npx playwright test --last-failed --workers 1 --trace retain-on-failure
