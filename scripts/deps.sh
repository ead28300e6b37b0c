#!/bin/sh
# Installs what is missing for the given purposes: run, web, generate, test.
# Does nothing when all is there; says what to do where it may not install.
set -eu
cd "$(dirname "$0")/.."

# need COMMAND PACKAGE PURPOSE: collects the Debian package when the command is missing.
missing=""
need() {
	command -v "$1" >/dev/null 2>&1 || [ -x "$1" ] || missing="$missing $2"
}

install_missing() {
	[ -n "$missing" ] || return 0
	if [ "$(id -u)" = 0 ]; then
		as_root=""
	elif command -v sudo >/dev/null 2>&1 && sudo -n true 2>/dev/null; then
		as_root="sudo"
	else
		echo "Not installed, and this account may not install it. As root:" >&2
		echo "    apt-get install --no-install-recommends$missing" >&2
		return 1
	fi
	echo "Installing$missing"
	$as_root apt-get update -qq &&
		$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing >/dev/null
}

# npm_ci FOLDER: node_modules as the lock file says, only when that changed.
npm_ci() {
	stamp="$1/node_modules/.installed"
	if ! cmp -s "$1/package-lock.json" "$stamp"; then
		echo "Installing the packages of $1"
		(cd "$1" && npm ci --no-audit --no-fund --loglevel=error)
		cp "$1/package-lock.json" "$stamp"
	fi
}

# go_tool NAME VERSION PACKAGE: a pinned program in .cache/tools, built from the Go module proxy.
go_tool() {
	tool=".cache/tools/$1-$2"
	[ -x "$tool" ] && return 0
	echo "Building $1 $2 for the tests; this takes a minute, once"
	mkdir -p .cache/tools/new
	GOBIN="$PWD/.cache/tools/new" GOFLAGS= go install "$3@v$2"
	mv ".cache/tools/new/$1" "$tool"
}

for purpose in "$@"; do
	case $purpose in
	run)
		need ffmpeg ffmpeg
		install_missing || echo "Going on without ffmpeg: pictures stay JPEG; \`sonora doctor\` tells more." >&2
		;;
	web)
		npm_ci web
		;;
	generate)
		npm_ci web/tools/openapi
		;;
	test)
		need ffmpeg ffmpeg
		need chromium chromium
		need gcc "gcc libc6-dev" # the race detector links with it
		ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || missing="$missing postgresql"
		install_missing
		go_tool versitygw 1.8.0 github.com/versity/versitygw/cmd/versitygw # an S3 server
		;;
	*)
		echo "unknown purpose: $purpose" >&2
		exit 2
		;;
	esac
	missing=""
done
