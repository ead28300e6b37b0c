package playout

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"sonora/internal/radio/frame"
	"sonora/internal/radio/hub"
	"sonora/internal/radio/mix"
)

const (
	// encoderAhead is the maximum number of blocks that wait while the encoder
	// is busy or restarting: 2 seconds.
	encoderAhead  = 100
	encoderFrames = 512 // maximum number of encoded frames that wait to be taken
	// After a failure, an encoder is restarted at once, then with growing
	// delays from encoderFirst to encoderSlow.
	encoderFirst = 50 * time.Millisecond
	encoderSlow  = 10 * time.Second
	// encoderGrid divides the positions on the mixer's clock at which an
	// encoder may start if it is to continue the frames of another: both a
	// block and a frame begin there.
	encoderGrid = 6 * mix.BlockFrames
)

// unknown is the position of frames that are not on the grid.
const unknown = -1

// encoding is an encoder that is restarted whenever it ends. It never delays
// the station: it drops blocks that the encoder cannot take.
type encoding struct {
	start  func(ctx context.Context) (Encoder, error)
	note   func(text string) // adds an entry to the station's log
	stop   context.CancelFunc
	ended  sync.WaitGroup
	blocks chan *piece
	free   chan *piece
	frames chan encoded
	before []float32 // sound to start with; nil for none
	onGrid bool      // whether it starts on the grid, so that the positions of its frames are known

	lost     atomic.Int64 // dropped blocks
	restarts atomic.Int64
	isUp     atomic.Bool
	failed   atomic.Pointer[string]
}

// piece is a block, its position on the mixer's clock, and the source whose
// sound is in it; nil for none.
type piece struct {
	samples [mix.BlockSamples]float32
	at      int64
	live    *hub.Live
}

// encoded is an encoded frame, its position on the mixer's clock or unknown,
// the print of its sound, and the source whose sound is in it; nil for none.
type encoded struct {
	frame.Frame
	at    int64
	print mix.Print
	live  *hub.Live
}

func startEncoding(ctx context.Context, before []float32, onGrid bool, start func(context.Context) (Encoder, error), note func(string)) *encoding {
	e := &encoding{
		start: start, note: note, before: before, onGrid: onGrid, blocks: make(chan *piece, encoderAhead),
		free: make(chan *piece, encoderAhead), frames: make(chan encoded, encoderFrames),
	}
	ctx, e.stop = context.WithCancel(ctx)
	e.ended.Go(func() { e.run(ctx) })
	return e
}

// write passes on a copy of a block. at is its position on the mixer's clock,
// and live the source whose sound is in it.
func (e *encoding) write(block []float32, at int64, live *hub.Live) {
	var own *piece
	select {
	case own = <-e.free:
	default:
		own = new(piece)
	}
	own.at, own.live = at, live
	copy(own.samples[:], block)
	select {
	case e.blocks <- own:
	default:
		e.lost.Add(1)
	}
}

// isFull reports whether the encoder cannot take a block now.
func (e *encoding) isFull() bool { return len(e.blocks) == cap(e.blocks) }

// take returns an encoded frame, if there is one.
func (e *encoding) take() (encoded, bool) {
	select {
	case f := <-e.frames:
		return f, true
	default:
		return encoded{}, false
	}
}

func (e *encoding) run(ctx context.Context) {
	wait := encoderFirst
	for ctx.Err() == nil {
		began := time.Now()
		err := e.once(ctx)
		e.isUp.Store(false)
		if ctx.Err() != nil {
			return
		}
		text := fmt.Sprint(err)
		e.failed.Store(&text)
		e.restarts.Add(1)
		e.note(text)
		if time.Since(began) > encoderSlow {
			wait = encoderFirst
		}
		select {
		case <-ctx.Done():
		case <-time.After(wait):
		}
		wait = min(4*wait, encoderSlow)
	}
}

// once runs one encoder until it ends.
func (e *encoding) once(ctx context.Context) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	encoder, err := e.start(ctx)
	if err != nil {
		return err
	}
	var reading sync.WaitGroup
	r := &encoderRun{encoder: encoder, onGrid: e.onGrid, next: unknown}
	r.began.Store(unknown)
	reading.Go(func() { cancel(e.read(ctx, r)) })
	defer reading.Wait()
	defer encoder.Close()
	if err := e.burst(ctx, r); err != nil {
		return err
	}
	for {
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case block := <-e.blocks:
			if err := r.write(block); err != nil {
				return err
			}
			select {
			case e.free <- block:
			default:
			}
		}
	}
}

// burst encodes the sound from before the start as fast as possible, only once.
func (e *encoding) burst(ctx context.Context, r *encoderRun) error {
	for before := e.before; len(before) >= mix.BlockSamples && ctx.Err() == nil; before = before[mix.BlockSamples:] {
		r.sources.add(nil)
		if err := r.encoder.Write(before[:mix.BlockSamples]); err != nil {
			return err
		}
	}
	e.before = nil
	return nil
}

// encoderRun is one encoder of an encoding, from its start to its end.
type encoderRun struct {
	encoder Encoder
	onGrid  bool
	sources sources
	prints  prints
	next    int64        // position of the next block; unknown before the first
	began   atomic.Int64 // position of the first frame; unknown if the positions of later frames do not follow from it
}

// write passes a block on to the encoder. If the encoding is on the grid, the
// first block must be, too.
func (r *encoderRun) write(block *piece) error {
	switch {
	case !r.onGrid:
	case r.next == unknown && block.at%encoderGrid != 0:
		return nil
	case r.next == unknown:
		r.began.Store(block.at)
	case block.at != r.next:
		r.began.Store(unknown) // a block was lost
	}
	r.next = block.at + mix.BlockFrames
	r.sources.add(block.live)
	if r.onGrid {
		r.prints.add(block.samples[:])
	}
	return r.encoder.Write(block.samples[:])
}

// prints holds the prints of the sound that an encoder has received but not
// sent yet. Different goroutines may call add and next.
type prints struct {
	mu      sync.Mutex
	printer mix.Printer
	waiting []mix.Print
}

// add is called before a block is encoded.
func (p *prints) add(block []float32) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.printer.Hear(block, func(taken mix.Print) { p.waiting = append(p.waiting, taken) })
}

// next returns the print of the next frame.
func (p *prints) next() (taken mix.Print) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.waiting) > 0 {
		taken, p.waiting = p.waiting[0], p.waiting[1:]
	}
	return taken
}

func (e *encoding) read(ctx context.Context, r *encoderRun) error {
	for n := int64(0); ; n++ {
		f, err := r.encoder.Next()
		if err != nil {
			return err
		}
		e.isUp.Store(true)
		at := r.began.Load()
		if at != unknown {
			at += n * mix.FrameGrid
		}
		select {
		case e.frames <- encoded{f, at, r.prints.next(), r.sources.of(f.Duration)}:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func (e *encoding) close() {
	e.stop()
	e.ended.Wait()
}
