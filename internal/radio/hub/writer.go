package hub

import (
	"time"

	"sonora/internal/radio/frame"
	"sonora/internal/station"
)

// Tick is how much sound a chunk holds, unless a Writer is told otherwise.
const Tick = 250 * time.Millisecond

// Drift is how far the clock of the sound may be from the wall's before a
// Writer begins its time line anew.
const drift = 3 * time.Second

// Writer makes chunks of frames. It belongs to the hub's one writer.
type Writer struct {
	hub  *Hub
	tick time.Duration
	tap  func(*Chunk)
	now  func() time.Time

	epoch, seq uint64
	header     []byte
	title      *station.StreamTitle
	due        time.Time // of the next frame
	open       *Chunk    // nil between chunks
}

// NewWriter returns a Writer that appends a chunk to the hub, and hands it to
// tap if that is not nil, whenever it has a tick of sound.
func NewWriter(h *Hub, tick time.Duration, tap func(*Chunk)) *Writer {
	if tick <= 0 {
		tick = Tick
	}
	return &Writer{hub: h, tick: tick, tap: tap, now: time.Now}
}

// Continue sets what the next chunk is numbered, after another server's.
func (w *Writer) Continue(epoch, seq uint64) {
	w.Flush(w.now())
	w.epoch, w.seq = epoch, seq
}

// SetTitle changes what is said to play, from the next frame on.
func (w *Writer) SetTitle(title station.StreamTitle) {
	if w.title != nil && *w.title == title {
		return
	}
	w.Flush(w.now())
	w.title = &title
}

// Write adds a frame. A new header and whole ticks close the chunk.
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
		Header: w.header, NewHeader: f.Header != nil, Title: w.title,
	}
}

// Flush closes the chunk though it is not full, and brings the time line back
// to the clock when nothing was open.
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
