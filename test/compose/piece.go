package main

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"time"

	"golang.org/x/sys/unix"

	"sonora/internal/ai/compose"
	"sonora/internal/ai/compose/judge"
	"sonora/internal/ai/compose/plan"
	"sonora/internal/ai/compose/plot"
	"sonora/internal/ai/compose/prompt"
	"sonora/internal/ai/compose/score"
)

// piece is a piece with what was measured of it.
type piece struct {
	*compose.Piece
	wanted  judge.Wanted
	verdict judge.Verdict
	first   time.Duration // CPU time from the prompt to the first block
	render  time.Duration // CPU time of the whole, without listening to it
	clicks  int           // of all but the textures
}

// heard returns the measures.
func (p *piece) heard() *judge.Measures { return &p.verdict.Heard }

// make composes, renders and judges a piece.
func (o *options) make(ctx context.Context, style string, seed uint64) (*piece, error) {
	runtime.LockOSThread() // so that its CPU time is that of this piece
	defer runtime.UnlockOSThread()
	began := cpu()
	wish := prompt.Read(style)
	wish.Style = style
	wish.Length = o.seconds
	composed, err := compose.Write(plan.Make(wish, seed))
	if err != nil {
		return nil, err
	}
	p := &piece{Piece: composed, wanted: judge.Of(&composed.Plan, composed.Score)}
	listener, err := judge.Listen(composed.Score)
	if err != nil {
		return nil, err
	}
	picture, err := plot.New(composed.Score)
	if err != nil {
		return nil, err
	}
	listening := time.Duration(0)
	err = composed.Play(ctx, compose.Options{Sound: func(samples []float32) error {
		start := cpu()
		if p.first == 0 {
			p.first = start - began
		}
		listener.Hear(samples)
		if o.draws(seed) {
			picture.Hear(samples)
		}
		listening += cpu() - start
		return nil
	}})
	if err != nil {
		return nil, err
	}
	p.render = cpu() - began - listening
	p.verdict = judge.Rate(p.wanted, listener.Measures())
	if p.clicks = p.heard().Clicks; p.clicks < 0 {
		if p.clicks, err = clicksBeside(ctx, composed); err != nil {
			return nil, err
		}
	}
	if o.draws(seed) {
		return p, o.drawn(picture, style)
	}
	return p, nil
}

// clicksBeside counts the clicks of a piece that has textures. Rain and vinyl are made of jumps that
// nothing tells from clicks, so all other parts play once more without them.
func clicksBeside(ctx context.Context, composed *compose.Piece) (int, error) {
	plain, bare := *composed, *composed.Score
	bare.Parts = slices.DeleteFunc(slices.Clone(bare.Parts), func(part score.Part) bool { return part.Role == score.Texture })
	plain.Score = &bare
	listener := judge.ListenForClicks(&bare)
	err := plain.Play(ctx, compose.Options{Sound: func(samples []float32) error {
		listener.Hear(samples)
		return nil
	}})
	return listener.Count(), err
}

func (o *options) draws(seed uint64) bool { return o.draw != "" && seed == 1 }

func (o *options) drawn(picture *plot.Picture, name string) error {
	f, err := os.Create(filepath.Join(o.draw, name+".png"))
	if err != nil {
		return err
	}
	defer f.Close()
	return picture.Draw(f)
}

// cpu returns the CPU time of this thread.
func cpu() time.Duration {
	var now unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &now); err != nil {
		panic(fmt.Sprintf("read the clock: %v", err))
	}
	return time.Duration(now.Nano())
}

// speed returns how many seconds of music a second of CPU time renders.
func (p *piece) speed() float64 { return p.heard().Seconds / math.Max(p.render.Seconds(), 1e-9) }
