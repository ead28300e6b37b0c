package playout

import (
	"math"
	"time"

	"sonora/internal/radio/mix"
)

// silentBelow is the level in dBFS below which sound counts as silent.
const silentBelow = -50

// meter measures loudness second by second.
type meter struct {
	power  float64
	frames int
	level  float64       // dBFS in the last second
	quiet  time.Duration // how long it has been silent
	loud   time.Duration // how long it has not been silent
}

func newMeter() meter { return meter{level: Silent} }

func (m *meter) hear(block []float32) {
	var power float32
	for _, v := range block {
		power += v * v
	}
	m.power += float64(power)
	if m.frames += len(block) / mix.Channels; m.frames < mix.Rate {
		return
	}
	m.level = Silent
	if mean := m.power / float64(m.frames*mix.Channels); mean > 0 {
		m.level = max(Silent, 10*math.Log10(mean))
	}
	m.count()
}

// pass is hear for a block that was passed over. level is the known level of
// its second, in dBFS.
func (m *meter) pass(level float64) {
	if m.frames += mix.BlockFrames; m.frames >= mix.Rate {
		m.level = max(Silent, level)
		m.count()
	}
}

// count adds the second that was measured.
func (m *meter) count() {
	m.power, m.frames = 0, 0
	if m.level < silentBelow {
		m.quiet, m.loud = m.quiet+time.Second, 0
	} else {
		m.quiet, m.loud = 0, m.loud+time.Second
	}
}
