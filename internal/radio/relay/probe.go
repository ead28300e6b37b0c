package relay

import (
	"context"
	"time"

	"sonora/internal/radio/frame"
	"sonora/internal/station"
)

const (
	probeTime  = 25 * time.Second
	probeSound = 3 * time.Second // of sound, in which a title often arrives
	probeBytes = 512 << 10
)

// Result describes the stream at a URL.
type Result struct {
	Info
	Codec    frame.Codec
	Rate     int // Hz
	Channels int
	Title    station.StreamTitle // zero if none arrived in time
}

// Format returns the value of station.Station.Format.
func (r *Result) Format() string {
	switch r.Codec {
	case frame.MP3, frame.NoCodec:
		return "MP3"
	case frame.AAC:
		return "AAC"
	case frame.Opus:
		return "Opus"
	case frame.Vorbis:
		return "Ogg"
	default:
		return "FLAC"
	}
}

// Probe listens to a URL for a few seconds. The error is a sentence for people.
func (c *Client) Probe(ctx context.Context, address string) (*Result, error) {
	ctx, stop := context.WithTimeout(ctx, probeTime)
	defer stop()
	stream, err := c.OpenURL(ctx, address)
	if err != nil {
		return nil, err
	}
	defer stream.Close()
	r := &Result{Info: stream.Info}
	var length time.Duration
	bytes := 0
	for length < probeSound && bytes < probeBytes && (r.Title == station.StreamTitle{}) {
		f, err := stream.Next()
		if err != nil {
			if r.Codec == frame.NoCodec {
				return nil, explain(err)
			}
			break
		}
		r.Codec, r.Rate, r.Channels = stream.Codec(), f.Rate, f.Channels
		length, bytes = length+f.Duration, bytes+len(f.Data)
		if f.Title != nil {
			r.Title = *f.Title
		}
	}
	if r.Bitrate == 0 && length > 0 {
		r.Bitrate = int(float64(bytes)*8/length.Seconds()/1000 + 0.5)
	}
	return r, nil
}
