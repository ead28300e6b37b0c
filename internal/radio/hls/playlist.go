package hls

import (
	"fmt"
	"time"

	"sonora/internal/codec/hls"
)

// playlist returns an HLS media playlist of segments. suffix, such as a ticket,
// is appended to every URL.
func (t *tape) playlist(segments []*segment, suffix string) string {
	list := &hls.Playlist{Version: 6, Target: maxSegmentSeconds * time.Second, Segments: make([]hls.Segment, len(segments))}
	if len(segments) > 0 {
		first := segments[0]
		list.Sequence, list.Discontinuities = first.N, first.Breaks
		if first.IsBreak {
			list.Discontinuities-- // its own tag is still in the list
		}
	}
	for i, p := range segments {
		s := hls.Segment{URI: fmt.Sprintf("%d.%s%s", p.N, t.codec, suffix), Length: p.length(), IsDiscontinuity: p.IsBreak}
		if i == 0 || p.IsBreak {
			s.Start = p.At
		}
		for k, m := range p.Titles {
			s.Ranges = append(s.Ranges, hls.DateRange{
				ID: fmt.Sprintf("%d-%d", p.N, k), Class: "title", Start: m.At,
				Attributes: []hls.Attribute{{Name: "X-TITLE", Value: m.Title}, {Name: "X-ARTIST", Value: m.Artist}},
			})
		}
		list.Segments[i] = s
	}
	return list.String()
}

// packed returns a segment as players receive it.
func (t *tape) packed(seg *segment) ([]byte, error) {
	data, err := t.bytes(seg)
	if err != nil {
		return nil, err
	}
	return append(hls.TimeTag(uint64(seg.Time)), data...), nil
}
