// Package hls reads and writes the playlists of HTTP Live Streaming (RFC 8216)
// and the timestamps of packed audio segments.
package hls

import (
	"encoding/binary"
	"fmt"
	"strings"
	"time"

	"sonora/internal/codec/id3"
)

// Playlist is a media playlist (section 4.3.3). Fields marked "only written"
// are ignored by Parse.
type Playlist struct {
	Version         int           // only written
	Target          time.Duration // maximum length of a segment, in whole seconds; 0 if unknown
	IsVOD           bool          // no segment is ever added or removed; only written
	Sequence        int64         // number of the first segment
	Discontinuities int64         // number of discontinuities before the first segment; only written
	Map             string        // URI of the initialization section; "" for none; only read
	IsEncrypted     bool          // only read
	HasEnded        bool          // no segment will be added
	Segments        []Segment
}

// Segment is a media segment.
type Segment struct {
	URI             string
	Length          time.Duration // 0 when unknown
	IsDiscontinuity bool          // its timestamps do not continue the previous ones; only written
	Start           time.Time     // when it was on air; zero if unknown; only written
	Ranges          []DateRange   // only written
}

// DateRange attaches information to a time (section 4.3.2.7). It lasts until
// the next range of its class begins.
type DateRange struct {
	ID         string
	Class      string
	Start      time.Time
	Attributes []Attribute
}

// Attribute is an attribute with a quoted string as its value.
type Attribute struct{ Name, Value string }

// timeFormat is ISO 8601 with milliseconds (section 4.3.2.6).
const timeFormat = "2006-01-02T15:04:05.000Z"

// String returns the text of the playlist.
func (p *Playlist) String() string {
	b := &strings.Builder{}
	fmt.Fprintf(b, "#EXTM3U\n#EXT-X-VERSION:%d\n#EXT-X-TARGETDURATION:%d\n", p.Version, (p.Target+time.Second-1)/time.Second)
	if p.IsVOD {
		b.WriteString("#EXT-X-PLAYLIST-TYPE:VOD\n")
	}
	fmt.Fprintf(b, "#EXT-X-MEDIA-SEQUENCE:%d\n", p.Sequence)
	if !p.IsVOD && len(p.Segments) > 0 {
		fmt.Fprintf(b, "#EXT-X-DISCONTINUITY-SEQUENCE:%d\n", p.Discontinuities)
	}
	for i := range p.Segments {
		p.Segments[i].write(b)
	}
	if p.HasEnded {
		b.WriteString("#EXT-X-ENDLIST\n")
	}
	return b.String()
}

func (s *Segment) write(b *strings.Builder) {
	if s.IsDiscontinuity {
		b.WriteString("#EXT-X-DISCONTINUITY\n")
	}
	if !s.Start.IsZero() {
		fmt.Fprintf(b, "#EXT-X-PROGRAM-DATE-TIME:%s\n", s.Start.UTC().Format(timeFormat))
	}
	for _, r := range s.Ranges {
		fmt.Fprintf(b, "#EXT-X-DATERANGE:ID=\"%s\",CLASS=\"%s\",START-DATE=\"%s\",END-ON-NEXT=YES", quoted(r.ID), quoted(r.Class), r.Start.UTC().Format(timeFormat))
		for _, a := range r.Attributes {
			fmt.Fprintf(b, ",%s=\"%s\"", a.Name, quoted(a.Value))
		}
		b.WriteByte('\n')
	}
	decimals := 3
	if s.Length%time.Millisecond != 0 {
		decimals = 5
	}
	fmt.Fprintf(b, "#EXTINF:%.*f,\n%s\n", decimals, s.Length.Seconds(), s.URI)
}

// quoted replaces characters that a quoted string cannot contain, because there
// are no escape sequences (section 4.2).
func quoted(text string) string {
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

// TimeTag returns an ID3 tag with the timestamp of a segment in ticks of 90
// kHz. Packed audio must begin with one (section 3.4).
func TimeTag(ticks uint64) []byte {
	const owner = "com.apple.streaming.transportStreamTimestamp\x00"
	body := binary.BigEndian.AppendUint64([]byte(owner), ticks%(1<<33))
	return id3.AppendFrame(id3.AppendHeader(nil, id3.HeaderSize+len(body)), "PRIV", [2]byte{}, body)
}
