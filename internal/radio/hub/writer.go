package hub

import (
	"time"

	"sonora/internal/radio/frame"
	"sonora/internal/station"
)

// Tick is the duration of a chunk unless a Writer is given another.
const Tick = 250 * time.Millisecond

// drift is how far the timeline of the sound may differ from the wall clock
// before a Writer restarts it.
const drift = 3 * time.Second

// Writer makes chunks from frames. It belongs to the hub's one writer.
type Writer struct {
	hub  *Hub
	tick time.Duration
	tap  func(*Chunk)
	now  func() time.Time

	epoch, seq uint64
	header     []byte
	title      *station.StreamTitle
	live       *Live
	due        time.Time // of the next frame
	open       *Chunk    // nil between chunks
}

// NewWriter returns a Writer that appends a chunk to the hub after every tick
// of sound, and passes it to tap unless that is nil.
func NewWriter(h *Hub, tick time.Duration, tap func(*Chunk)) *Writer {
	if tick <= 0 {
		tick = Tick
	}
	return &Writer{hub: h, tick: tick, tap: tap, now: time.Now}
}

// Continue sets the number of the next chunk so that it follows another
// server's.
func (w *Writer) Continue(epoch, seq uint64) {
	w.Flush(w.now())
	w.epoch, w.seq = epoch, seq
}

// SetTitle changes the title from the next frame on.
func (w *Writer) SetTitle(title station.StreamTitle) {
	if w.title != nil && *w.title == title {
		return
	}
	w.Flush(w.now())
	w.title = &title
}

// SetLive says which source is heard from the next frame on; nil for none.
func (w *Writer) SetLive(live *Live) {
	if w.live != live {
		w.Flush(w.now())
		w.live = live
	}
}

// Write adds a frame. A new header and a full tick close the chunk.
func (w *Writer) Write(f frame.Frame) {
	if f.Header != nil {
		w.Flush(w.now())
		w.header = f.Header
	}
	if f.Title != nil {
		w.SetTitle(*f.Title)
	}
	if len(f.Data) == 0 && f.Header == nil {
		return
	}
	if w.open == nil {
		w.begin(f)
	}
	w.open.Data = append(w.open.Data, f.Data...)
	w.open.Duration += f.Duration
	w.due = w.due.Add(f.Duration)
	if w.open.Duration >= w.tick {
		w.close()
	}
}

func (w *Writer) begin(f frame.Frame) {
	if now := w.now(); w.due.IsZero() || now.Sub(w.due).Abs() > drift {
		w.due = now
	}
	size := 2 * len(f.Data)
	if f.Duration > 0 && f.Duration < w.tick {
		size = int(int64(len(f.Data)+1)*int64(w.tick/f.Duration+1)) + len(f.Data)
	}
	w.open = &Chunk{
		Epoch: w.epoch, At: w.due, Data: make([]byte, 0, min(size, maxBytes)), Key: f.Key,
		Header: w.header, NewHeader: f.Header != nil, Title: w.title, Live: w.live,
	}
}

// Flush closes the chunk even if it is not full. If none is open, it moves the
// timeline back to the clock.
func (w *Writer) Flush(now time.Time) {
	if w.open != nil {
		w.close()
	} else if now.Sub(w.due) > drift {
		w.due = time.Time{}
	}
}

func (w *Writer) close() {
	chunk := w.open
	w.open = nil
	chunk.Seq = w.seq
	w.seq++
	w.hub.Append(chunk)
	if w.tap != nil {
		w.tap(chunk)
	}
}
