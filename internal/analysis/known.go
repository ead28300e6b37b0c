package analysis

import (
	"math"

	"sonora/internal/dsp"
	"sonora/internal/music"
	"sonora/internal/sound"
)

// known is what a file tells of its music better than it can be measured.
type known struct {
	bpm float64   // 0 if unknown
	key music.Key // NoKey if unknown
}

// knownOf returns the tempo and the key of music that an algorithm wrote. The tags of all
// other files are somebody's estimate.
func knownOf(t *music.Tags) known {
	k := known{key: music.NoKey}
	if !t.Algorithmic {
		return k
	}
	if sound.WithinTempo(t.BPM) {
		k.bpm = t.BPM
	}
	if key, err := music.ParseKey(t.Key); err == nil {
		k.key = key
	}
	return k
}

// exact is the relative difference up to which a measured tempo is the known one.
const exact = 0.01

// evenGrid returns a grid for music of a known tempo: the measured one if it has this tempo
// throughout, otherwise even beats through its first one.
func evenGrid(g dsp.Grid, bpm, duration float64) dsp.Grid {
	if len(g.Segments) == 0 || len(g.Segments) == 1 && math.Abs(g.Segments[0].BPM/bpm-1) <= exact {
		return g
	}
	period := 60 / bpm
	start := math.Mod(g.Segments[0].Start, period)
	return dsp.Grid{Segments: []dsp.GridSegment{{Start: start, BPM: bpm, Beats: max(1, 1+int((duration-start)/period))}}}
}
