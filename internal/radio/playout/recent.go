package playout

import (
	"time"

	"sonora/internal/radio/mix"
)

// recent keeps the sound of the last seconds for the burst of a format that is
// made on demand. It allocates memory only once.
type recent struct {
	blocks []float32
	next   int // where the next block is written
	isFull bool
}

func newRecent(d time.Duration) *recent {
	return &recent{blocks: make([]float32, int(d/mix.BlockTime)*mix.BlockSamples)}
}

func (r *recent) keep(block []float32) {
	copy(r.blocks[r.next:], block)
	if r.next += mix.BlockSamples; r.next == len(r.blocks) {
		r.next, r.isFull = 0, true
	}
}

// sound returns a copy of the sound, oldest first.
func (r *recent) sound() []float32 {
	if !r.isFull {
		return append([]float32(nil), r.blocks[:r.next]...)
	}
	return append(append(make([]float32, 0, len(r.blocks)), r.blocks[r.next:]...), r.blocks[:r.next]...)
}
