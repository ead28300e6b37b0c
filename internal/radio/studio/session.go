package studio

import (
	"io"
	"sync"
	"time"

	"sonora/internal/radio/frame"
)

const (
	maxQueued = 40 * time.Second // of sound waiting to go on air
	maxBytes  = 4 << 20
)

// intake receives the packets of a browser in order, over any number of
// connections, and hands them to the station.
type intake struct {
	mu      sync.Mutex
	changed chan struct{} // closed and replaced when something below changes

	begun  bool   // a packet arrived; its number is where this session starts
	next   uint32 // number of the packet it waits for
	queue  []packet
	span   time.Duration // duration of the queue
	bytes  int
	ended  bool // nothing more arrives
	missed int  // packets that the browser no longer had
}

func newIntake() *intake { return &intake{changed: make(chan struct{})} }

func (in *intake) wake() {
	close(in.changed)
	in.changed = make(chan struct{})
}

// put adds a packet. It drops packets that arrived before. If packets are
// missing, the browser no longer has them, because it sends in order. It
// returns false while the queue is full; the caller then stops reading, so that
// the browser waits.
func (in *intake) put(p packet) (taken bool) {
	in.mu.Lock()
	defer in.mu.Unlock()
	if !in.begun {
		in.begun, in.next = true, p.seq
	}
	ahead := int32(p.seq - in.next) // numbers wrap around
	if ahead < 0 || in.ended {
		return true
	}
	if in.span >= maxQueued || in.bytes+len(p.data) > maxBytes {
		return false
	}
	in.missed += int(ahead)
	in.next = p.seq + 1
	in.queue = append(in.queue, p)
	in.span += p.duration
	in.bytes += len(p.data)
	in.wake()
	return true
}

// take returns the next packet or waits for it; io.EOF after the end.
func (in *intake) take() (packet, error) {
	for {
		in.mu.Lock()
		if len(in.queue) > 0 {
			p := in.queue[0]
			in.queue = in.queue[1:]
			in.span -= p.duration
			in.bytes -= len(p.data)
			in.wake()
			in.mu.Unlock()
			return p, nil
		}
		ended, changed := in.ended, in.changed
		in.mu.Unlock()
		if ended {
			return packet{}, io.EOF
		}
		<-changed
	}
}

// end lets take return what is queued, and then io.EOF.
func (in *intake) end() {
	in.mu.Lock()
	defer in.mu.Unlock()
	if !in.ended {
		in.ended = true
		in.wake()
	}
}

// state returns what the browser is told: the packet it waits for, and the
// seconds waiting to go on air.
func (in *intake) state() (next uint32, buffered time.Duration, changed <-chan struct{}) {
	in.mu.Lock()
	defer in.mu.Unlock()
	return in.next, in.span, in.changed
}

// opusFrames makes frames of raw Opus packets.
type opusFrames struct {
	in    *intake
	ogg   *oggOpus
	begun bool
}

func (f *opusFrames) Codec() frame.Codec { return frame.Opus }

// Next returns the header first, then a tenth of a second at a time.
func (f *opusFrames) Next() (frame.Frame, error) {
	if !f.begun {
		f.begun = true
		return f.ogg.header(), nil
	}
	for {
		p, err := f.in.take()
		if err != nil {
			return frame.Frame{}, err
		}
		if len(p.data) > maxOpusPacket {
			continue // not an Opus packet; decoders would reject the whole stream
		}
		if whole, ok := f.ogg.add(p); ok {
			return whole, nil
		}
	}
}

// intakeReader reads the bytes of the packets, for parts of a file.
type intakeReader struct {
	in   *intake
	rest []byte
}

func (r *intakeReader) Read(b []byte) (int, error) {
	if len(r.rest) == 0 {
		p, err := r.in.take()
		if err != nil {
			return 0, err
		}
		r.rest = p.data
	}
	n := copy(b, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}
