package judge

import (
	"slices"

	"sonora/internal/ai/compose/score"
)

const (
	onset     = rate / 25 // frames around the start of a note in which a jump is its attack
	surround  = 256       // frames with which a jump is compared
	clickStep = 0.04      // the smallest jump that is heard among music
	clickRate = 14        // times the mean of its surroundings
)

// clicks counts jumps: second differences that are far larger than those around
// them, and that lie beside no start or end of a note.
type clicks struct {
	edges []int // frames, sorted
	found int
	last  [2]float32
	mean  float32
	after int // frames in which no other jump counts
}

func newClicks(s *score.Score) clicks {
	if s == nil {
		return clicks{found: -1}
	}
	c := clicks{}
	for _, part := range s.Parts {
		for _, n := range part.Notes {
			if part.Role != score.Texture {
				c.edges = append(c.edges, int(s.Seconds(n.Start)*rate))
			}
		}
		if part.Role == score.Texture { // drops and crackles are jumps of their own
			c.edges, c.found = nil, -1
			return c
		}
	}
	slices.Sort(c.edges)
	return c
}

func (c *clicks) hear(from int, mono []float32) {
	if c.found < 0 {
		return
	}
	for i, v := range mono {
		jump := v - 2*c.last[1] + c.last[0]
		jump = max(jump, -jump)
		c.last = [2]float32{c.last[1], v}
		if c.after--; jump > clickStep && jump > clickRate*c.mean && c.after < 0 && !c.explained(from+i) {
			c.found++
			c.after = onset
		}
		c.mean += (jump - c.mean) / surround
	}
}

// explained reports whether a note starts close to a frame.
func (c *clicks) explained(frame int) bool {
	i, _ := slices.BinarySearch(c.edges, frame-onset)
	return i < len(c.edges) && c.edges[i] <= frame+onset
}
