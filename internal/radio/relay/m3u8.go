package relay

import (
	"net/url"
	"strconv"
	"strings"
	"time"
)

// segment is a segment of an HLS stream (RFC 8216).
type segment struct {
	seq     int64
	address *url.URL
	length  time.Duration
}

// mediaList is an HLS media playlist.
type mediaList struct {
	segments []segment
	target   time.Duration // maximum length of a segment
	first    *url.URL      // the initialization section of fragmented MP4; nil for none
	ended    bool
	locked   bool // encrypted
}

// variant is a variant stream of an HLS stream.
type variant struct {
	address   *url.URL
	bandwidth int
	video     bool
}

const maxSegments = 10_000

// attributes parses an attribute list such as BANDWIDTH=1,CODECS="a,b".
func attributes(text string) map[string]string {
	found := map[string]string{}
	for text != "" && len(found) < 50 {
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

// tag returns the value of a line such as #EXTINF:4, whose name is EXTINF.
func tag(line, name string) (string, bool) { return strings.CutPrefix(line, "#"+name+":") }

// variantsOf returns the variants of a master playlist; none for a media
// playlist.
func variantsOf(base *url.URL, list []byte) []variant {
	var found []variant
	var next *variant
	for line := range strings.Lines(string(list)) {
		line = strings.TrimSpace(line)
		if value, ok := tag(line, "EXT-X-STREAM-INF"); ok {
			a := attributes(value)
			bandwidth, _ := strconv.Atoi(a["BANDWIDTH"])
			next = &variant{bandwidth: bandwidth, video: a["RESOLUTION"] != "" || hasVideo(a["CODECS"])}
		} else if value, ok := tag(line, "EXT-X-MEDIA"); ok {
			a := attributes(value)
			if address := join(base, a["URI"]); a["TYPE"] == "AUDIO" && a["URI"] != "" && address != nil {
				found = append(found, variant{address: address})
			}
		} else if next != nil && line != "" && line[0] != '#' {
			if next.address = join(base, line); next.address != nil {
				found = append(found, *next)
			}
			next = nil
		}
	}
	return found
}

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

// bestOf returns the best variant, preferring those with audio only.
func bestOf(variants []variant) *url.URL {
	best := variants[0]
	for _, v := range variants[1:] {
		if best.video && !v.video || best.video == v.video && (!v.video && v.bandwidth > best.bandwidth || v.video && v.bandwidth < best.bandwidth) {
			best = v
		}
	}
	return best.address
}

func join(base *url.URL, text string) *url.URL {
	relative, err := url.Parse(text)
	if err != nil {
		return nil
	}
	address := base.ResolveReference(relative)
	if address.Scheme != "http" && address.Scheme != "https" || address.Hostname() == "" {
		return nil
	}
	return address
}

// parseMedia parses a media playlist.
func parseMedia(base *url.URL, list []byte) *mediaList {
	m := &mediaList{target: 10 * time.Second}
	var seq int64
	length := time.Duration(0)
	for line := range strings.Lines(string(list)) {
		line = strings.TrimSpace(line)
		switch {
		case line == "":
		case line[0] != '#':
			if address := join(base, line); address != nil && len(m.segments) < maxSegments {
				m.segments = append(m.segments, segment{seq, address, length})
			}
			seq, length = seq+1, 0
		case line == "#EXT-X-ENDLIST":
			m.ended = true
		default:
			m.read(line, base, &seq, &length)
		}
	}
	return m
}

func (m *mediaList) read(line string, base *url.URL, seq *int64, length *time.Duration) {
	if value, ok := tag(line, "EXT-X-TARGETDURATION"); ok {
		if n, err := strconv.Atoi(value); err == nil && n > 0 && n <= 60 {
			m.target = time.Duration(n) * time.Second
		}
	} else if value, ok := tag(line, "EXT-X-MEDIA-SEQUENCE"); ok {
		if n, err := strconv.ParseInt(value, 10, 64); err == nil && n >= 0 {
			*seq = n
		}
	} else if value, ok := tag(line, "EXTINF"); ok {
		number, _, _ := strings.Cut(value, ",")
		if s, err := strconv.ParseFloat(strings.TrimSpace(number), 64); err == nil && s > 0 && s < 600 {
			*length = time.Duration(s * float64(time.Second))
		}
	} else if value, ok := tag(line, "EXT-X-KEY"); ok {
		m.locked = attributes(value)["METHOD"] != "NONE"
	} else if value, ok := tag(line, "EXT-X-MAP"); ok {
		m.first = join(base, attributes(value)["URI"])
	}
}
