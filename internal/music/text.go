package music

import (
	"net/url"
	"path"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Tidy trims a text and normalizes its line breaks.
func Tidy(text string) string {
	return strings.TrimSpace(strings.ReplaceAll(text, "\r\n", "\n"))
}

// OneLine returns the first limit characters, 0 for all, of a text from outside as one
// line that is safe to show. White space becomes single spaces. Control characters,
// invalid characters, and those that are invisible or change the writing direction are
// removed; joiners stay, because scripts and emoji need them. Markup stays: whatever
// shows the text escapes it.
func OneLine(text string, limit int) string {
	text = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case unicode.IsControl(r), r >= 0xfff0 && r <= 0xffff, unicode.Is(unicode.Cf, r) && r != zeroWidthJoiner && r != zeroWidthNonJoiner:
			return -1
		}
		return r
	}, text)
	text = strings.Join(strings.Fields(text), " ")
	if limit > 0 && len(text) > limit {
		runes := []rune(text)
		text = strings.TrimSpace(string(runes[:min(len(runes), limit)]))
	}
	return text
}

const (
	zeroWidthNonJoiner = '\u200c'
	zeroWidthJoiner    = '\u200d'
)

// Shorten returns the first limit characters of a text, and … if there are more.
func Shorten(text string, limit int) string {
	count := 0
	for i := range text {
		if count++; count > limit {
			return strings.TrimSpace(text[:i]) + "…"
		}
	}
	return text
}

// CheckLine adds an error if a single-line text breaks a rule or is longer than
// limit characters.
func (f FieldErrors) CheckLine(field, text string, limit int) {
	switch {
	case utf8.RuneCountInString(text) > limit:
		f.Add(field, "Ensure this field has no more than %d characters.", limit)
	case strings.ContainsFunc(text, notAllowed):
		f.Add(field, "Control characters are not allowed.")
	}
}

// CheckText is CheckLine for a text of several lines.
func (f FieldErrors) CheckText(field, text string, limit int) {
	f.CheckLine(field, strings.ReplaceAll(text, "\n", " "), limit)
}

// Require adds an error if a text is empty.
func (f FieldErrors) Require(field, text, sentence string) {
	if text == "" {
		f.Add(field, sentence)
	}
}

// Within adds an error unless a number is between low and high, inclusive.
func (f FieldErrors) Within(field string, v, low, high float64) {
	if !(v >= low && v <= high) { // false for NaN
		f.Add(field, "Enter a number from %v to %v.", low, high)
	}
}

// notAllowed reports whether a character is forbidden in texts: control
// characters, invalid UTF-8, unusual line breaks, and characters that change
// the writing direction.
func notAllowed(r rune) bool {
	return unicode.IsControl(r) || r == utf8.RuneError || r == '\u2028' || r == '\u2029' ||
		r >= '\u202a' && r <= '\u202e' || r >= '\u2066' && r <= '\u2069'
}

// maxAddress is the maximum length of a URL, in characters.
const maxAddress = 1000

// CheckAddress adds an error unless a text is empty, a web address or, if ours
// is set, a path of this server's media.
func (f FieldErrors) CheckAddress(field, text string, ours bool) {
	f.CheckLine(field, text, maxAddress)
	if len(f[field]) == 0 && text != "" && !IsWebAddress(text) && (!ours || !isMediaPath(text)) {
		f.Add(field, "Enter a valid URL.")
	}
}

// mediaPath matches the paths of this server's sound and pictures. Percent
// signs are not allowed, because browsers treat %2e%2e like two dots.
var mediaPath = regexp.MustCompile(`^/(media|api/tracks|api/covers|api/mixes|api/radios)/[A-Za-z0-9._/-]+$`)

func isMediaPath(text string) bool { return mediaPath.MatchString(text) && path.Clean(text) == text }

// IsWebAddress reports whether a text is an http or https URL without
// credentials, which could disguise it as another site.
func IsWebAddress(text string) bool {
	if strings.ContainsAny(text, " \"'<>\\`{}|^") {
		return false
	}
	u, err := url.Parse(text)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.User == nil && IsHost(u.Hostname())
}

// IsHost reports whether a text is a host name, in any script, or an IP
// address.
func IsHost(host string) bool {
	if strings.Contains(host, ":") { // url.Parse accepted it as an IPv6 address
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
