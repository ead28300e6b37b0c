package likeness

import (
	"context"
	"fmt"

	"sonora/internal/dsp"
	"sonora/internal/dsp/excerpt"
	"sonora/internal/store"
)

// growth is how many points a piece grows before it is noted again. That is shorter than
// the shortest part that is found.
const growth = excerpt.MinPart / 2 * dsp.PeaksPerSecond

// Growing notes how a piece sounds while it is composed: people hear it then, and what they
// save of it stays known whether or not it is ever finished. It is not safe for concurrent use.
type Growing struct {
	store      *store.Store
	generation string
	peaks      *dsp.Peaks
	noted      int // points
}

// Follow returns what notes the interleaved sound of a generation while it grows.
func (c *Copies) Follow(generationID string, rate, channels int) (*Growing, error) {
	peaks, err := dsp.NewPeaks(rate, channels)
	if err != nil {
		return nil, fmt.Errorf("follow a piece: %w", err)
	}
	return &Growing{store: c.Store, generation: generationID, peaks: peaks}, nil
}

// Hear adds sound, and notes it once it has grown by some seconds.
func (g *Growing) Hear(ctx context.Context, samples []float32) error {
	g.peaks.Write(samples)
	if low, _, _ := g.peaks.Result(); len(low) < g.noted+growth {
		return nil
	}
	return g.Note(ctx)
}

// Note notes all sound so far.
func (g *Growing) Note(ctx context.Context) error {
	w := new(excerpt.Waveform)
	w.Low, w.Mid, w.High = g.peaks.Result()
	if len(w.Low) < perByte {
		return nil
	}
	g.noted = len(w.Low)
	return g.store.NoteGrowingSound(ctx, g.generation, pack(w))
}
