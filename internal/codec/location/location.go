// Package location reads where files say that tracks are: paths of any operating
// system, and file URLs (RFC 8089). Locations are only compared, never opened.
package location

import (
	"net/url"
	"path"
	"regexp"
	"strings"

	"golang.org/x/text/unicode/norm"
)

var drive = regexp.MustCompile(`^/?[A-Za-z]:`)

// Parts returns the parts of a path or file URL in Unicode normalization form
// C, or false for a web address.
func Parts(location string) ([]string, bool) {
	if location == "" {
		return nil, false
	}
	escaped := location
	if scheme, rest, ok := strings.Cut(location, "://"); ok && !strings.ContainsAny(scheme, `/\`) {
		if !strings.EqualFold(scheme, "file") {
			return nil, false
		}
		escaped = rest
	}
	if plain, err := url.PathUnescape(escaped); err == nil && (escaped != location || !strings.ContainsAny(location, ` \`)) {
		escaped = plain
	}
	clean := path.Clean("/" + strings.TrimPrefix(strings.ReplaceAll(drive.ReplaceAllString(escaped, ""), `\`, "/"), "/"))
	var parts []string
	for part := range strings.SplitSeq(norm.NFC.String(clean), "/") {
		if part != "" {
			parts = append(parts, part)
		}
	}
	return parts, len(parts) > 0
}

// Tail returns the number of matching parts at the end of a location's parts
// and a path with slashes.
func Tail(parts []string, of string) int {
	own := strings.Split(norm.NFC.String(of), "/")
	n := 0
	for n < len(parts) && n < len(own) && strings.EqualFold(parts[len(parts)-1-n], own[len(own)-1-n]) {
		n++
	}
	return n
}
