package hls

import (
	"fmt"
	"strings"

	"sonora/internal/stream"
)

// timeFormat is ISO 8601 with milliseconds, as RFC 8216 section 4.3.2.6
// requires.
const timeFormat = "2006-01-02T15:04:05.000Z"

// playlist returns an HLS media playlist of segments. suffix, such as a ticket,
// is appended to every URL.
func (t *tape) playlist(segments []*segment, suffix string) string {
	b := &strings.Builder{}
	fmt.Fprintf(b, "#EXTM3U\n#EXT-X-VERSION:6\n#EXT-X-TARGETDURATION:%d\n", maxSegmentSeconds)
	if len(segments) == 0 {
		b.WriteString("#EXT-X-MEDIA-SEQUENCE:0\n")
		return b.String()
	}
	first := segments[0]
	breaks := first.Breaks
	if first.IsBreak {
		breaks-- // its own tag is still in the list
	}
	fmt.Fprintf(b, "#EXT-X-MEDIA-SEQUENCE:%d\n#EXT-X-DISCONTINUITY-SEQUENCE:%d\n", first.N, breaks)
	for i, p := range segments {
		if p.IsBreak {
			b.WriteString("#EXT-X-DISCONTINUITY\n")
		}
		if i == 0 || p.IsBreak {
			fmt.Fprintf(b, "#EXT-X-PROGRAM-DATE-TIME:%s\n", p.At.UTC().Format(timeFormat))
		}
		for k, m := range p.Titles {
			fmt.Fprintf(b, "#EXT-X-DATERANGE:ID=\"%d-%d\",CLASS=\"title\",START-DATE=\"%s\",END-ON-NEXT=YES,X-TITLE=\"%s\",X-ARTIST=\"%s\"\n",
				p.N, k, m.At.UTC().Format(timeFormat), attribute(m.Title), attribute(m.Artist))
		}
		fmt.Fprintf(b, "#EXTINF:%.3f,\n%d.%s%s\n", p.length().Seconds(), p.N, t.codec, suffix)
	}
	return b.String()
}

// attribute escapes a text for a quoted string of a playlist, which has no
// escape sequences.
func attribute(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '"':
			return '\''
		case r < ' ' || r == 0x7f:
			return ' '
		}
		return r
	}, text)
}

// packed returns a segment as players receive it.
func (t *tape) packed(p *segment) ([]byte, error) {
	data, err := t.bytes(p)
	if err != nil {
		return nil, err
	}
	return append(stream.TimeTag(uint64(p.Time)), data...), nil
}
