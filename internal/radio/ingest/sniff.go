package ingest

import (
	"bytes"
	"slices"
	"strings"
)

// speech is what somebody turns out to speak.
type speech int

const (
	unclear   speech = iota // more bytes will tell
	web                     // HTTP, or nothing we know: for http.Server
	source                  // SOURCE, or PUT to a mount
	shoutcast               // a bare password, or !POKE
)

// maxFirst bounds how much is looked at before it is decided. Most say all
// they have to in usualFirst, which every connection has while it is silent.
const (
	maxFirst   = 4 << 10
	usualFirst = 1 << 10
)

// maxBare is how long a bare password can be, with a user name before it.
const maxBare = 200

// sniff says what the first bytes of a connection are. isMount tells targets
// of PUT that are mounts from others.
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

// bare is a first line of one word.
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

// mountOf takes the name of a station out of an address: /NAME or
// /radio/NAME, with what a form of sound is called behind it.
func mountOf(target string) string {
	name, _, _ := strings.Cut(target, "?")
	name = strings.TrimPrefix(strings.Trim(name, "/"), "radio/")
	for _, ending := range []string{".mp3", ".aac", ".ogg", ".opus", ".flac", ".webm"} {
		name = strings.TrimSuffix(name, ending)
	}
	return name
}

// notMounts are addresses of the main port that a PUT would be wrong for.
var notMounts = []string{"api", "health", "metrics"}

// looksLikeMount reports whether PUT on the main port goes to a station: the
// API has none of these addresses.
func looksLikeMount(target string) bool {
	name, _, _ := strings.Cut(target, "?")
	name, found := strings.CutPrefix(name, "/")
	name = strings.TrimPrefix(name, "radio/")
	return found && name != "" && !slices.Contains(notMounts, name) && !strings.Contains(name, "/")
}

func anyTarget(string) bool { return true }
