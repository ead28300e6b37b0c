package studio

import (
	"io"
	"sync"
	"time"

	"sonora/internal/radio/frame"
)

const (
	maxQueued = 40 * time.Second // of sound that waits to go on air
	maxBytes  = 4 << 20
)

// intake takes the packets of a browser in order, over any number of
// connections, and hands them out to whoever plays them.
type intake struct {
	mu      sync.Mutex
	changed chan struct{} // closed and replaced when something below changes

	begun  bool   // a packet came; its number is where this session begins
	next   uint32 // the number of the packet it waits for
	queue  []packet
	span   time.Duration // of the queue
	bytes  int
	ended  bool // nothing more comes
	missed int  // packets that the browser no longer had
}

func newIntake() *intake { return &intake{changed: make(chan struct{})} }

func (in *intake) wake() {
	close(in.changed)
	in.changed = make(chan struct{})
}

// put takes a packet. One that came before is dropped; where some are missing
// the browser no longer has them, for it sends in order. It reports false
// while the queue is full: the connection is not read on then, which lets the
// browser wait.
func (in *intake) put(p packet) (taken bool) {
	in.mu.Lock()
	defer in.mu.Unlock()
	if !in.begun {
		in.begun, in.next = true, p.seq
	}
	ahead := int32(p.seq - in.next) // numbers may wrap
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

// take returns the next packet, or waits for it; io.EOF after the end.
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

// end lets whoever takes have what is queued, and then io.EOF.
func (in *intake) end() {
	in.mu.Lock()
	defer in.mu.Unlock()
	if !in.ended {
		in.ended = true
		in.wake()
	}
}

// state is what the browser is told: the packet it waits for, and the seconds
// that wait to go on air.
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

// Next is the header first, then a tenth of a second at a time.
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
			continue // no Opus packet; whoever plays it would refuse all of it
		}
		if whole, ok := f.ogg.add(p); ok {
			return whole, nil
		}
	}
}

// intakeReader is the bytes of the packets, for pieces of a file.
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
