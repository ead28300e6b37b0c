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
	// encoderAhead is how many blocks wait while the encoder is busy or
	// restarting: 2 seconds.
	encoderAhead  = 100
	encoderFrames = 512 // encoded frames that were not taken yet
	// Restarts after a failure happen at once, then with growing delays up to
	// encoderSlow.
	encoderFirst = 50 * time.Millisecond
	encoderSlow  = 10 * time.Second
)

// encoding is an encoder that is restarted whenever it ends. It never delays
// the station: blocks it cannot take are dropped.
type encoding struct {
	start  func(ctx context.Context) (Encoder, error)
	note   func(text string) // adds an entry to the station's log
	stop   context.CancelFunc
	ended  sync.WaitGroup
	blocks chan *piece
	free   chan *piece
	frames chan encoded
	before []float32 // sound to start with; nil for none

	lost     atomic.Int64 // dropped blocks
	restarts atomic.Int64
	isUp     atomic.Bool
	failed   atomic.Pointer[string]
}

// piece is a block and the source whose sound is in it; nil for none.
type piece struct {
	samples [mix.BlockSamples]float32
	live    *hub.Live
}

// encoded is a frame and the source whose sound is in it; nil for none.
type encoded struct {
	frame.Frame
	live *hub.Live
}

func startEncoding(ctx context.Context, before []float32, start func(context.Context) (Encoder, error), note func(string)) *encoding {
	e := &encoding{
		start: start, note: note, before: before, blocks: make(chan *piece, encoderAhead),
		free: make(chan *piece, encoderAhead), frames: make(chan encoded, encoderFrames),
	}
	ctx, e.stop = context.WithCancel(ctx)
	e.ended.Go(func() { e.run(ctx) })
	return e
}

// write passes on a copy of a block with the sound of a source.
func (e *encoding) write(block []float32, live *hub.Live) {
	var own *piece
	select {
	case own = <-e.free:
	default:
		own = new(piece)
	}
	own.live = live
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
	sources := &sources{}
	reading.Go(func() { cancel(e.read(ctx, encoder, sources)) })
	defer reading.Wait()
	defer encoder.Close()
	if err := e.burst(ctx, encoder, sources); err != nil {
		return err
	}
	for {
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case block := <-e.blocks:
			sources.add(block.live)
			if err := encoder.Write(block.samples[:]); err != nil {
				return err
			}
			select {
			case e.free <- block:
			default:
			}
		}
	}
}

// burst encodes the sound from before the start, once, as fast as possible.
func (e *encoding) burst(ctx context.Context, encoder Encoder, sources *sources) error {
	for before := e.before; len(before) >= mix.BlockSamples && ctx.Err() == nil; before = before[mix.BlockSamples:] {
		sources.add(nil)
		if err := encoder.Write(before[:mix.BlockSamples]); err != nil {
			return err
		}
	}
	e.before = nil
	return nil
}

func (e *encoding) read(ctx context.Context, encoder Encoder, sources *sources) error {
	for {
		f, err := encoder.Next()
		if err != nil {
			return err
		}
		e.isUp.Store(true)
		select {
		case e.frames <- encoded{f, sources.of(f.Duration)}:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func (e *encoding) close() {
	e.stop()
	e.ended.Wait()
}
