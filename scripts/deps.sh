#!/bin/sh
# Installs what is missing for the given purposes:
#
#     run       ffmpeg
#     test      ffmpeg, a browser, PostgreSQL, a C compiler for the race detector, and clients of the Subsonic API
#     s3        an S3 server for the tests
#     stripe    a server that checks requests to Stripe, for the tests
#     web       the packages of the web app
#     generate  the generator of the web client's types
#
# It does nothing if everything is there, and says what to do if it may not install packages.
set -eu
cd "$(dirname "$0")/.."
step=./scripts/step

# need COMMAND PACKAGE...: records the Debian packages if the command is missing.
missing=""
need() {
	command=$1
	shift
	command -v "$command" >/dev/null 2>&1 || missing="$missing $*"
}

# install_missing installs the recorded packages.
install_missing() {
	[ -n "$missing" ] || return 0
	if [ "$(id -u)" = 0 ]; then
		as_root=""
	elif command -v sudo >/dev/null 2>&1 && sudo -n true 2>/dev/null; then
		as_root="sudo"
	else
		echo "These packages are missing, and this account may not install them. As root:" >&2
		echo "    apt-get install --no-install-recommends$missing" >&2
		return 1
	fi
	# shellcheck disable=SC2086 # $missing is a list, $as_root may be empty
	$step -q "install$missing" sh -c "$as_root apt-get update -qq &&
		$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing"
}

# npm_ci FOLDER: installs node_modules if the lock file has changed.
npm_ci() {
	stamp="$1/node_modules/.installed"
	cmp -s "$1/package-lock.json" "$stamp" && return 0
	$step -q "npm ci in $1" npm --prefix "$1" ci --no-audit --no-fund --loglevel=error
	cp "$1/package-lock.json" "$stamp"
}

# go_tool NAME VERSION PACKAGE: builds a pinned program from the Go module proxy into .cache/tools.
go_tool() {
	tool=".cache/tools/$1-$2"
	[ -x "$tool" ] && return 0
	mkdir -p .cache/tools/new
	# Ignore the caller's flags, because some do not work for a program of another module.
	$step -q "build $1" env GOBIN="$PWD/.cache/tools/new" GOFLAGS=-trimpath go install "$3@v$2"
	mv ".cache/tools/new/$1" "$tool"
}

for purpose in "$@"; do
	case $purpose in
	run)
		need ffmpeg ffmpeg
		install_missing || echo "Sonora runs without ffmpeg, but pictures stay JPEG. \`sonora doctor\` tells what else is missing." >&2
		;;
	test)
		need ffmpeg ffmpeg
		need chromium-headless-shell chromium-headless-shell
		need gcc gcc libc6-dev # the race detector is linked with it
		ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || missing="$missing postgresql"
		install_missing
		npm_ci test/clients/javascript
		;;
	s3)
		go_tool versitygw 1.8.0 github.com/versity/versitygw/cmd/versitygw
		;;
	stripe)
		go_tool stripe-mock 0.203.0 github.com/stripe/stripe-mock
		;;
	web)
		npm_ci web
		;;
	generate)
		npm_ci web/tools/openapi
		;;
	*)
		echo "unknown purpose: $purpose" >&2
		exit 2
		;;
	esac
	missing=""
done
