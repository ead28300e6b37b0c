package hls

import (
	"strconv"
	"strings"
	"time"
)

const (
	// MaxSegments is the maximum number of segments or variants that are read
	// from a playlist.
	MaxSegments = 10_000

	maxAttributes = 50  // of one tag
	maxTarget     = 60  // seconds
	maxLength     = 600 // seconds of a segment
)

// Parse reads a media playlist. It skips unknown tags and values out of range.
func Parse(list []byte) *Playlist {
	p := &Playlist{}
	var length time.Duration
	for line := range strings.Lines(string(list)) {
		line = strings.TrimSpace(line)
		switch {
		case line == "":
		case line[0] != '#':
			if len(p.Segments) < MaxSegments {
				p.Segments = append(p.Segments, Segment{URI: line, Length: length})
			}
			length = 0
		case line == "#EXT-X-ENDLIST":
			p.HasEnded = true
		default:
			p.read(line, &length)
		}
	}
	return p
}

// read reads a tag. It sets length to the length of the next segment if the tag
// states one.
func (p *Playlist) read(line string, length *time.Duration) {
	name, value, ok := strings.Cut(line, ":")
	if !ok {
		return
	}
	switch name {
	case "#EXT-X-TARGETDURATION":
		if n, err := strconv.Atoi(value); err == nil && n > 0 && n <= maxTarget {
			p.Target = time.Duration(n) * time.Second
		}
	case "#EXT-X-MEDIA-SEQUENCE":
		if n, err := strconv.ParseInt(value, 10, 64); err == nil && n >= 0 {
			p.Sequence = n
		}
	case "#EXTINF":
		number, _, _ := strings.Cut(value, ",")
		if s, err := strconv.ParseFloat(strings.TrimSpace(number), 64); err == nil && s > 0 && s < maxLength {
			*length = time.Duration(s * float64(time.Second))
		}
	case "#EXT-X-KEY":
		p.IsEncrypted = attributes(value)["METHOD"] != "NONE"
	case "#EXT-X-MAP":
		p.Map = attributes(value)["URI"]
	}
}

// Variant is a variant stream, or an audio rendition, in a master playlist
// (section 4.3.4).
type Variant struct {
	URI       string
	Bandwidth int // bit/s; 0 for a rendition
	HasVideo  bool
}

// Variants reads a master playlist. A media playlist has none.
func Variants(list []byte) []Variant {
	var found []Variant
	var next *Variant // its URI is the next line without a tag
	for line := range strings.Lines(string(list)) {
		line = strings.TrimSpace(line)
		if line == "" || len(found) == MaxSegments {
			continue
		}
		name, value, _ := strings.Cut(line, ":")
		switch {
		case name == "#EXT-X-STREAM-INF":
			a := attributes(value)
			bandwidth, err := strconv.Atoi(a["BANDWIDTH"])
			if err != nil {
				bandwidth = 0
			}
			next = &Variant{Bandwidth: bandwidth, HasVideo: a["RESOLUTION"] != "" || hasVideo(a["CODECS"])}
		case name == "#EXT-X-MEDIA":
			if a := attributes(value); a["TYPE"] == "AUDIO" && a["URI"] != "" {
				found = append(found, Variant{URI: a["URI"]})
			}
		case line[0] != '#' && next != nil:
			next.URI = line
			found, next = append(found, *next), nil
		}
	}
	return found
}

// hasVideo reports whether a list of codecs (RFC 6381) names a video codec.
func hasVideo(codecs string) bool {
	for codec := range strings.SplitSeq(codecs, ",") {
		kind, _, _ := strings.Cut(strings.TrimSpace(codec), ".")
		switch kind {
		case "avc1", "avc3", "hvc1", "hev1", "vp09", "av01", "mp4v":
			return true
		}
	}
	return false
}

// attributes parses an attribute list such as BANDWIDTH=1,CODECS="a,b"
// (section 4.2).
func attributes(text string) map[string]string {
	found := map[string]string{}
	for text != "" && len(found) < maxAttributes {
		name, rest, ok := strings.Cut(text, "=")
		if !ok {
			break
		}
		var value string
		if strings.HasPrefix(rest, `"`) {
			value, rest, _ = strings.Cut(rest[1:], `"`)
			_, rest, _ = strings.Cut(rest, ",")
		} else {
			value, rest, _ = strings.Cut(rest, ",")
		}
		found[strings.ToUpper(strings.TrimSpace(name))] = value
		text = rest
	}
	return found
}
