package analysis

import (
	"math"

	"sonora/internal/music"
	"sonora/internal/sound"
)

// WrongKey is the error message for an unreadable key.
var WrongKey = music.Say("Enter a key such as Am, F# or 8A.")

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
	note := func(field string, wrong music.Message) {
		if !wrong.IsZero() {
			f.Note(field, wrong)
		}
	}
	if e.BPM != nil && !sound.WithinTempo(*e.BPM) {
		f.Note("bpm", sound.WrongTempo)
	}
	if e.Key != nil && *e.Key != music.NoKey && !e.Key.Valid() {
		f.Note("key", WrongKey)
	}
	if e.Meter != nil {
		note("meter", sound.CheckMeter(*e.Meter))
	}
	if e.Downbeat != nil {
		note("downbeat", sound.CheckDownbeat(*e.Downbeat, sound.MaxBeats))
	}
	note("grid", sound.CheckGrid(e.Grid, length))
	return f.Err("bpm", "key", "grid", "downbeat", "meter")
}
