package analysis

import (
	"math"

	"sonora/internal/music"
	"sonora/internal/sound"
)

// WrongKey is the error message for an unreadable key.
var WrongKey = music.Say("Enter a key such as Am, F# or 8A.")

// The limits of a manual grid.
const (
	maxSegments = 1000
	maxBeats    = 500_000 // more than six hours at the fastest tempo
)

// Correct returns the analysis with the corrections applied. It does not change
// measured. A corrected tempo spaces the beats evenly around the first
// downbeat.
func Correct(measured *sound.Analysis, edit *sound.Edit) *sound.Analysis {
	a := *measured
	if edit.Meter != nil {
		a.Meter = *edit.Meter
	}
	if a.Meter == 0 && (edit.BPM != nil || edit.Grid != nil) {
		a.Meter = 4 // most music; there is no correction
	}
	if edit.Key != nil {
		a.Key, a.KeyTrust = *edit.Key, 1
	}
	if edit.Grid != nil {
		a.Grid = edit.Grid
		a.Tempo = sound.Tempo{BPM: mainTempo(a.Grid), Confidence: 1}
	}
	if edit.BPM != nil {
		if edit.Grid == nil {
			respace(&a, *edit.BPM)
		}
		a.Tempo = sound.Tempo{BPM: *edit.BPM, Confidence: 1}
	}
	if edit.Downbeat != nil {
		a.Downbeat = *edit.Downbeat
	}
	if a.Downbeat >= len(a.Beats()) {
		a.Downbeat = 0 // the measured downbeat refers to another grid
	}
	return &a
}

// respace builds an even grid with a tempo around the first downbeat, or around
// the first sound where there was no beat.
func respace(a *sound.Analysis, bpm float64) {
	length := duration(a)
	anchor := a.SilenceStart
	if beats := a.Beats(); len(beats) > 0 {
		anchor = beats[min(max(a.Downbeat, 0), len(beats)-1)]
	}
	period := 60 / bpm
	before := int(math.Floor(anchor/period + 1e-9))
	start := anchor - float64(before)*period
	a.Grid = []sound.GridSegment{{Start: start, BPM: bpm, Beats: max(int(math.Ceil((length-start)/period-1e-9)), 1)}}
	a.Downbeat = before
	if a.Meter > 1 {
		a.Downbeat %= a.Meter
	}
}

func duration(a *sound.Analysis) float64 {
	if a.SampleRate <= 0 {
		return 0
	}
	return float64(a.Samples) / float64(a.SampleRate)
}

// mainTempo returns the tempo of most beats.
func mainTempo(grid []sound.GridSegment) float64 {
	beats := map[float64]int{}
	best := 0.0
	for _, g := range grid {
		beats[g.BPM] += g.Beats
		if beats[g.BPM] > beats[best] {
			best = g.BPM
		}
	}
	return best
}

// Validate returns an Invalid error that names every field out of range, for a
// track of the given length in seconds.
func Validate(e *sound.Edit, length float64) error {
	f := music.FieldErrors{}
	if e.BPM != nil && !inRange(*e.BPM, sound.MinBPM, sound.MaxBPM) {
		f.Note("bpm", tempoRange)
	}
	if e.Key != nil && *e.Key != music.NoKey && !e.Key.Valid() {
		f.Note("key", WrongKey)
	}
	if e.Meter != nil && (*e.Meter < 1 || *e.Meter > sound.MaxMeter) {
		f.Add("meter", "Enter 1 to %d beats to a bar.", sound.MaxMeter)
	}
	if e.Downbeat != nil && (*e.Downbeat < 0 || *e.Downbeat > maxBeats) {
		f.Add("downbeat", "The first downbeat must be one of the beats, counted from 0.")
	}
	if m := wrongGrid(e.Grid, length); !m.IsZero() {
		f.Note("grid", m)
	}
	return f.Err("bpm", "key", "grid", "downbeat", "meter")
}

var tempoRange = music.Say("Enter %d to %d beats per minute.", sound.MinBPM, sound.MaxBPM)

func inRange(v, low, high float64) bool { return v >= low && v <= high } // false for NaN

// wrongGrid returns what is wrong with a grid, or no message if nothing is.
func wrongGrid(grid []sound.GridSegment, length float64) music.Message {
	if len(grid) > maxSegments {
		return music.Say("A beat grid has at most %d parts.", maxSegments)
	}
	end := 0.0
	for _, g := range grid {
		switch last := g.Start + float64(g.Beats-1)*60/g.BPM; {
		case !inRange(g.BPM, sound.MinBPM, sound.MaxBPM):
			return tempoRange
		case g.Beats < 1 || g.Beats > maxBeats:
			return music.Say("Each part of a beat grid needs at least one beat.")
		case !inRange(g.Start, end, length) || last > length:
			return music.Say("The parts of a beat grid must follow each other and lie within the track.")
		default:
			end = last + tolerance
		}
	}
	return music.Message{}
}

// tolerance is how close, in seconds, the beats of two parts may come.
const tolerance = 0.01
