package playout

import (
	"math"
	"sync/atomic"
	"time"

	"sonora/internal/radio/frame"
	"sonora/internal/radio/hub"
	"sonora/internal/station"
)

// output is a hub and how it is filled.
type output struct {
	codec     frame.Codec
	main      bool // there while the station plays; others come and go with their listeners
	hub       *hub.Hub
	writer    *hub.Writer
	heard     atomic.Int64 // listeners
	idleSince time.Time    // since when nobody listens

	last    frame.Frame // of the form that is going out
	bitrate int         // kbit/s, of the last second
	bytes   int
	sound   time.Duration

	encoder *encoding // nil for frames that pass through
}

func (s *Engine) newOutput(codec frame.Codec, isMain bool) *output {
	h := hub.New(codec)
	var tap func(*hub.Chunk)
	if s.Tap != nil {
		tap = func(c *hub.Chunk) { s.Tap(codec, c) }
	}
	o := &output{codec: codec, main: isMain, hub: h, writer: hub.NewWriter(h, hub.Tick, tap)}
	if s.now != nil {
		o.writer.SetTitle(s.title())
	}
	s.outs[codec] = o
	return o
}

// write adds a frame and notes its form.
func (o *output) write(f frame.Frame) {
	f.Title = nil // the station decides about titles
	o.writer.Write(f)
	if f.Duration == 0 {
		return
	}
	o.last = f
	o.last.Header = nil
	o.bytes += len(f.Data)
	if o.sound += f.Duration; o.sound >= time.Second {
		o.bitrate = int(math.Round(float64(o.bytes) * 8 / 1000 / o.sound.Seconds()))
		o.bytes, o.sound = 0, 0
	}
}

// silence adds silent frames of the form that went out last, at least so much;
// what it added is 0 for forms that have none.
func (o *output) silence(d time.Duration) (added time.Duration) {
	if o.last.Data == nil {
		return 0
	}
	for _, f := range frame.Silence(o.last, o.codec, d) {
		o.writer.Write(f)
		added += f.Duration
	}
	return added
}

func (o *output) close() {
	if o.encoder != nil {
		o.encoder.close()
	}
	o.writer.Flush(time.Now())
	o.hub.Close()
}

// setTitle tells everybody what plays.
func (s *Engine) setTitle(title station.StreamTitle) {
	for _, o := range s.outs {
		o.writer.SetTitle(title)
	}
}

// title is what listeners are told now.
func (s *Engine) title() station.StreamTitle {
	if s.now == nil {
		return station.StreamTitle{Title: s.Station.Name}
	}
	return station.StreamTitle{Artist: s.now.Artist, Title: s.now.Title}
}

// encoding is how its encoder does, in words; "" for frames that pass through.
func (o *output) encoding() string {
	switch {
	case o.encoder == nil:
		return ""
	case o.encoder.isUp.Load():
		return "running"
	}
	return "starting"
}
