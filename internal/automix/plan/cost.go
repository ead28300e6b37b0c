package plan

import (
	"math"

	"sonora/internal/music"
	"sonora/internal/sound"
)

// The weights of the costs of a pair of neighbours and of a track at its place.
const (
	tempoWeight  = 3.0
	keyWeight    = 2.0
	energyWeight = 1.5 // for the difference between the energies of neighbours
	curveWeight  = 3.0 // for the distance between a track's energy and the curve
	artistWeight = 0.5
	farTempo     = 0.08 // relative difference between tempos that costs tempoWeight
	maxTempoCost = 2.0  // beyond this, tracks cannot be mixed on the beat, and a larger difference is no worse
	unsteadyCost = 1.0  // of a pair without two steady beats, in place of the cost of tempo
)

// pairCost returns the cost of playing b after a, at least 0.
func pairCost(a, b *Track) float64 {
	cost := keyWeight * keyCost(a.key(), b.key())
	if a.isSteady() && b.isSteady() {
		cost += tempoWeight * tempoCost(a.bpm(), b.bpm())
	} else {
		cost += tempoWeight * unsteadyCost
	}
	if a.Artist != "" && a.Artist == b.Artist {
		cost += artistWeight
	}
	return cost
}

// MatchCost returns how badly two tracks go together, judged by their tempos,
// keys and energies alone. It is at least 0.
func MatchCost(a, b *music.Track) float64 {
	cost := keyWeight * keyCost(a.Key, b.Key)
	if a.Tempo > 0 && b.Tempo > 0 {
		cost += tempoWeight * tempoCost(a.Tempo, b.Tempo)
	} else {
		cost += tempoWeight * unsteadyCost
	}
	if a.Energy >= 0 && b.Energy >= 0 {
		cost += energyWeight * math.Abs(a.Energy-b.Energy)
	}
	if a.Artist != "" && a.Artist == b.Artist {
		cost += artistWeight
	}
	return cost
}

// tempoCost returns how far two tempos are apart, from 0 for the same tempo, its
// half or its double, to maxTempoCost.
func tempoCost(a, b float64) float64 {
	return min(math.Abs(math.Log2(sound.TempoRatio(a, b)))/math.Log2(1+farTempo), maxTempoCost)
}

// keyCost returns how much two keys clash, from 0 for keys that DJs mix to 1.
// An unknown key costs 0.5.
func keyCost(a, b music.Key) float64 {
	if !a.Valid() || !b.Valid() {
		return 0.5
	}
	fifths, modes := a.Wheel(b)
	switch {
	case fifths == 0, fifths == 1 && !modes:
		return 0
	case fifths == 1:
		return 0.3
	case fifths == 2 && !modes:
		return 0.5
	}
	return 1
}

// clash reports whether two keys are known and do not go together.
func clash(a, b music.Key) bool { return a.Valid() && b.Valid() && keyCost(a, b) > 0.3 }

// Curve says how energy changes over the course of a mix.
type Curve string

// The curves of energy.
const (
	Flat Curve = "flat" // neighbours have similar energy
	Rise Curve = "rise" // from the calmest to the most driving
	Peak Curve = "peak" // rises for two thirds, then falls
	Wave Curve = "wave" // rises and falls twice
)

// Curves lists all curves.
var Curves = []Curve{Flat, Rise, Peak, Wave}

// energy returns the energy of a curve, 0 to 1, at a share of the mix, 0 to 1.
func (c Curve) energy(share float64) float64 {
	const top = 2.0 / 3 // where Peak turns
	switch c {
	case Rise:
		return share
	case Peak:
		if share <= top {
			return share / top
		}
		return 1 - (share-top)/(1-top)/2
	case Wave:
		return 0.5 - 0.5*math.Cos(4*math.Pi*share)
	case Flat:
	}
	return 0.5
}

// energies returns the energies of tracks, scaled so that the lowest is 0 and the
// highest is 1.
func energies(tracks []Track) []float64 {
	low, high := math.Inf(1), math.Inf(-1)
	for i := range tracks {
		low, high = min(low, tracks[i].energy()), max(high, tracks[i].energy())
	}
	out := make([]float64, len(tracks))
	for i := range tracks {
		out[i] = 0.5
		if high > low {
			out[i] = (tracks[i].energy() - low) / (high - low)
		}
	}
	return out
}
