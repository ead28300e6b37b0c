package judge

import (
	"slices"

	"sonora/internal/ai/compose/score"
)

const (
	attack    = rate / 25 // frames around the start of a note in which a jump is its attack
	jumpBlock = 64        // frames of which the largest jump counts
	around    = 40        // blocks before and after that a jump is compared with: a period of 17 Hz
	clickStep = 0.04      // the smallest jump that is heard among music
	clickRate = 4         // times the largest jump around it
)

// clicks finds jumps: second differences that are far larger than those around
// them, and that lie beside no start of a note. Waves with edges have many alike.
type clicks struct {
	starts []int // of notes, frames, sorted
	known  bool  // whether the score tells what is a click
	last   [2]float32
	jumps  []float32 // the largest of each block
}

// newClicks prepares for a score. Textures such as rain have jumps of their own,
// which nothing tells from clicks.
func newClicks(s *score.Score) clicks {
	if s == nil || s.Part(score.Texture) != nil {
		return clicks{}
	}
	c := clicks{known: true}
	for _, part := range s.Parts {
		for _, n := range part.Notes {
			c.starts = append(c.starts, int(s.Seconds(n.Start)*rate))
		}
	}
	slices.Sort(c.starts)
	return c
}

// Clicks counts the clicks of a score's sound, and measures nothing else of it.
type Clicks struct {
	clicks clicks
	frames int
	mono   []float32
}

// ListenForClicks returns what counts the clicks in the sound of a score.
func ListenForClicks(s *score.Score) *Clicks { return &Clicks{clicks: newClicks(s)} }

// Hear takes the next interleaved stereo samples at 44.1 kHz.
func (c *Clicks) Hear(samples []float32) {
	c.mono = c.mono[:0]
	for i := 0; i+1 < len(samples); i += 2 {
		c.mono = append(c.mono, (samples[i]+samples[i+1])/2)
	}
	c.clicks.hear(c.frames, c.mono)
	c.frames += len(c.mono)
}

// Count returns the number of clicks, or -1 if it cannot be known.
func (c *Clicks) Count() int { return c.clicks.count() }

func (c *clicks) hear(from int, mono []float32) {
	for i, v := range mono {
		if (from+i)%jumpBlock == 0 {
			c.jumps = append(c.jumps, 0)
		}
		jump := v - 2*c.last[1] + c.last[0]
		c.last = [2]float32{c.last[1], v}
		block := &c.jumps[len(c.jumps)-1]
		*block = max(*block, jump, -jump)
	}
}

// count returns the number of clicks, or -1 if it cannot be known.
func (c *clicks) count() (n int) {
	if !c.known {
		return -1
	}
	for i, jump := range c.jumps {
		if jump > clickStep && jump > clickRate*c.around(i) && !c.explained(i*jumpBlock) {
			n++
		}
	}
	return n
}

// around returns the largest jump around a block, without those that touch it.
func (c *clicks) around(block int) (most float32) {
	for i := max(0, block-around); i < min(block+around, len(c.jumps)); i++ {
		if i < block-1 || i > block+1 {
			most = max(most, c.jumps[i])
		}
	}
	return most
}

// explained reports whether a note starts close to a frame.
func (c *clicks) explained(frame int) bool {
	i, _ := slices.BinarySearch(c.starts, frame-attack)
	return i < len(c.starts) && c.starts[i] <= frame+attack
}
