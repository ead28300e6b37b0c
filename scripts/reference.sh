#!/bin/sh
# Replaces Scalar, the reference at /api/docs, with another version from the npm registry:
#
#     scripts/reference.sh 1.72.1
#
# It is committed, because its package alone has hundreds of dependencies that nothing here needs.
set -eu
cd "$(dirname "$0")/.."
version=$1
docs=internal/edge/docs
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
(cd "$work" && npm pack --silent "@scalar/api-reference@$version" >/dev/null && tar -xzf ./*.tgz)
rm -f $docs/scalar-*.js.gz
gzip -9nc "$work/package/dist/browser/standalone.js" >"$docs/scalar-$version.js.gz"
sed -i "s/scalar-[0-9.]*\.js/scalar-$version.js/" $docs/page.html internal/edge/docs.go
