package playout

import (
	"math"
	"sync/atomic"
	"time"

	"sonora/internal/radio/frame"
	"sonora/internal/radio/hub"
	"sonora/internal/station"
)

// output is a hub with the encoder or body that fills it.
type output struct {
	codec     frame.Codec
	main      bool // whether it exists as long as the station plays; other outputs exist only while they have listeners
	hub       *hub.Hub
	writer    *hub.Writer
	heard     atomic.Int64 // number of listeners
	idleSince time.Time    // when the last listener left

	last    frame.Frame // the last frame that was sent
	sent    time.Time   // when it was sent, or since when none was
	isMute  bool        // whether the log says that its encoder sends nothing
	bitrate int         // kbit/s in the last second
	bytes   int
	sound   time.Duration

	encoder   *encoding // nil for frames that pass through or come from a body
	isSpliced bool      // whether frames also come from bodies
}

func (e *Engine) newOutput(codec frame.Codec, isMain bool) *output {
	h := hub.New(codec)
	var tap func(*hub.Chunk)
	if e.Tap != nil {
		tap = func(c *hub.Chunk) { e.Tap(codec, c) }
	}
	o := &output{codec: codec, main: isMain, hub: h, writer: hub.NewWriter(h, hub.Tick, tap), sent: time.Now()}
	if e.now != nil {
		o.writer.SetTitle(e.title())
	}
	e.outs[codec] = o
	return o
}

// write adds a frame and remembers its format.
func (o *output) write(f frame.Frame) {
	f.Title = nil // the station sets titles
	o.writer.Write(f)
	if f.Duration == 0 {
		return
	}
	o.last, o.sent = f, time.Now()
	o.last.Header = nil
	o.bytes += len(f.Data)
	if o.sound += f.Duration; o.sound >= time.Second {
		o.bitrate = int(math.Round(float64(o.bytes) * 8 / 1000 / o.sound.Seconds()))
		o.bytes, o.sound = 0, 0
	}
}

// silence adds silent frames of at least the length d in the current format,
// and returns their length; 0 for formats without silent frames.
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

// setTitle tells all listeners the title.
func (e *Engine) setTitle(title station.StreamTitle) {
	for _, o := range e.outs {
		o.writer.SetTitle(title)
	}
}

// title returns the title that listeners see now.
func (e *Engine) title() station.StreamTitle {
	if e.now == nil {
		return station.StreamTitle{Title: e.Station.Name}
	}
	return station.StreamTitle{Artist: e.now.Artist, Title: e.now.Title}
}

// encoding describes the state of the encoder, or "" for frames that pass
// through. Frames of a body count as encoded, because they were encoded
// earlier.
func (o *output) encoding() string {
	switch {
	case o.encoder == nil && !o.isSpliced:
		return ""
	case o.encoder == nil || o.encoder.isUp.Load():
		return "running"
	}
	return "starting"
}
