package hls

import (
	"context"
	"fmt"
	"time"

	"sonora/internal/codec/hls"
	"sonora/internal/codec/mpeg"
	"sonora/internal/codec/mpegts"
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
		s := hls.Segment{URI: fmt.Sprintf("%d.ts%s", p.N, suffix), Length: p.length(), IsDiscontinuity: p.IsBreak}
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

// transport returns a segment as players receive it.
func (t *tape) transport(ctx context.Context, seg *segment) ([]byte, error) {
	data, err := t.bytes(ctx, seg)
	if err != nil {
		return nil, err
	}
	kind, units := unitsOf(data, uint64(seg.Time))
	return mpegts.Write(kind, units), nil
}

// unitBytes is the minimum length of a unit. Players get a timestamp with each,
// and each costs a packet that is not full.
const unitBytes = 2800

// unitsOf divides MP3 frames into units.
func unitsOf(data []byte, time uint64) (kind byte, units []mpegts.Unit) {
	kind = mpegts.MPEG1Audio
	begin, from, sound := 0, time, int64(0) // of the unit; length of what is before at, in ns
	for at := 0; at < len(data); {
		h, isFrame := mpeg.Parse(data[at:])
		if n := at - begin; isFrame && n >= unitBytes || n >= mpegts.MaxUnit {
			units = append(units, mpegts.Unit{Time: from, Data: data[begin:at]})
			begin, from = at, time+uint64(sound*ticks/1e6)
		}
		size := 1 // what is no frame is passed on
		if isFrame {
			if h.Version != mpeg.MPEG1 {
				kind = mpegts.MPEG2Audio
			}
			size = max(1, h.Size(0))
			sound += int64(h.Duration())
		}
		at += size
	}
	return kind, append(units, mpegts.Unit{Time: from, Data: data[begin:]})
}
