package ingest

import (
	"bytes"
	"slices"
	"strings"
)

// speech is the protocol that a client speaks.
type speech int

const (
	unclear   speech = iota // more bytes are needed
	web                     // HTTP, or anything unknown: for http.Server
	source                  // SOURCE, or PUT to a mount
	shoutcast               // a bare password, or !POKE
)

// maxFirst limits how many bytes are inspected. usualFirst, which most clients
// stay below, is allocated for every silent connection.
const (
	maxFirst   = 4 << 10
	usualFirst = 1 << 10
)

// maxBare is the maximum length of a bare password, with a user name before it.
const maxBare = 200

// sniff returns the protocol of a connection's first bytes. isMount reports
// whether the target of a PUT is a mount.
func sniff(first []byte, isMount func(target string) bool) speech {
	if len(first) == 0 {
		return unclear
	}
	line, _, whole := bytes.Cut(first, []byte("\n"))
	method, target, spaced := bytes.Cut(bytes.TrimSuffix(line, []byte("\r")), []byte(" "))
	switch {
	case !printable(method):
		return web
	case !spaced && !whole:
		return undecided(len(line) <= maxBare)
	case !spaced:
		return bare(method)
	case string(method) == "SOURCE":
		return source
	case string(method) != "PUT":
		return web
	}
	target, _, complete := bytes.Cut(target, []byte(" "))
	if !complete && !whole {
		return undecided(len(first) < maxFirst)
	}
	if isMount(string(target)) {
		return source
	}
	return web
}

func undecided(mayGoOn bool) speech {
	if mayGoOn {
		return unclear
	}
	return web
}

// bare classifies a first line that is a single word.
func bare(line []byte) speech {
	if len(line) == 0 || len(line) > maxBare {
		return web
	}
	return shoutcast
}

func printable(line []byte) bool {
	for _, b := range line {
		if b < ' ' || b == 0x7f {
			return false
		}
	}
	return true
}

// mountOf returns the name of a station in a URL path: /NAME or /radio/NAME,
// with an optional file extension.
func mountOf(target string) string {
	name, _, _ := strings.Cut(target, "?")
	name = strings.TrimPrefix(strings.Trim(name, "/"), "radio/")
	for _, ending := range []string{".mp3", ".aac", ".ogg", ".opus", ".flac", ".webm"} {
		name = strings.TrimSuffix(name, ending)
	}
	return name
}

// notMounts are paths of the main port that cannot be the mount of a PUT.
var notMounts = []string{"api", "health", "metrics"}

// looksLikeMount reports whether a PUT on the main port goes to a station. The
// API uses none of these paths.
func looksLikeMount(target string) bool {
	name, _, _ := strings.Cut(target, "?")
	name, found := strings.CutPrefix(name, "/")
	name = strings.TrimPrefix(name, "radio/")
	return found && name != "" && !slices.Contains(notMounts, name) && !strings.Contains(name, "/")
}

func anyTarget(string) bool { return true }
