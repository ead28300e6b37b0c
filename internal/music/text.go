package music

import (
	"net/url"
	"path"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Tidy is a text as it is kept: trimmed, with one kind of line break.
func Tidy(text string) string {
	return strings.TrimSpace(strings.ReplaceAll(text, "\r\n", "\n"))
}

// CheckLine notes what is wrong with a text of one line.
func (f FieldErrors) CheckLine(field, text string, most int) {
	switch {
	case utf8.RuneCountInString(text) > most:
		f.Add(field, "Ensure this field has no more than %d characters.", most)
	case strings.ContainsFunc(text, notAllowed):
		f.Add(field, "Control characters are not allowed.")
	}
}

// CheckText is CheckLine for a text that may have several.
func (f FieldErrors) CheckText(field, text string, most int) {
	f.CheckLine(field, strings.ReplaceAll(text, "\n", " "), most)
}

// Require notes that a text is missing.
func (f FieldErrors) Require(field, text, sentence string) {
	if text == "" {
		f.Add(field, sentence)
	}
}

// Within notes a number that is too small, too large or none.
func (f FieldErrors) Within(field string, v, least, most float64) {
	if !(v >= least && v <= most) { // so that NaN is not within
		f.Add(field, "Enter a number from %v to %v.", least, most)
	}
}

// notAllowed is what no text may hold: control characters, what did not
// arrive as text, other line breaks, and what makes a text read backwards.
func notAllowed(r rune) bool {
	return unicode.IsControl(r) || r == utf8.RuneError || r == '\u2028' || r == '\u2029' ||
		r >= '\u202a' && r <= '\u202e' || r >= '\u2066' && r <= '\u2069'
}

// maxAddress is how long an address may be, in characters.
const maxAddress = 1000

// CheckAddress notes an address that is neither on the web nor, where ours
// allows it, a place of this server's media. An empty one is fine.
func (f FieldErrors) CheckAddress(field, text string, ours bool) {
	f.CheckLine(field, text, maxAddress)
	if len(f[field]) == 0 && text != "" && !IsWebAddress(text) && (!ours || !isMediaPath(text)) {
		f.Add(field, "Enter a valid URL.")
	}
}

// mediaPath is where this server has sound and pictures. Nothing is escaped
// in it: browsers follow %2e%2e as they do two dots.
var mediaPath = regexp.MustCompile(`^/(media|api/tracks|api/covers|api/mixes|api/radios)/[A-Za-z0-9._/-]+$`)

func isMediaPath(text string) bool { return mediaPath.MatchString(text) && path.Clean(text) == text }

// IsWebAddress admits http and https addresses people can follow. One with a
// password in it can pass for another site's.
func IsWebAddress(text string) bool {
	if strings.ContainsAny(text, " \"'<>\\`{}|^") {
		return false
	}
	u, err := url.Parse(text)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.User == nil && IsHost(u.Hostname())
}

// IsHost admits names and addresses, also names in other scripts.
func IsHost(host string) bool {
	if strings.Contains(host, ":") { // url.Parse took it for an IPv6 address
		return true
	}
	for label := range strings.SplitSeq(strings.TrimSuffix(host, "."), ".") {
		odd := func(r rune) bool {
			return r != '-' && !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r)
		}
		if label == "" || strings.HasPrefix(label, "-") || strings.HasSuffix(label, "-") || strings.ContainsFunc(label, odd) {
			return false
		}
	}
	return true
}
