package analysis

import (
	"fmt"
	"runtime/debug"
	"time"

	"sonora/internal/dsp"
	"sonora/internal/dsp/tune"
	"sonora/internal/music"
	"sonora/internal/sound"
)

// finish ends the sound and returns its analysis, its waveform and its tune.
func (e *listener) finish() (a *sound.Analysis, p *sound.Peaks, notes *tune.Tune, err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("analyse: panic: %v\n%s", fault, debug.Stack())
		}
	}()
	e.listen(e.decimator.Flush(e.slow[:0]))
	a = &sound.Analysis{
		Version: sound.Version, SampleRate: e.audio.SampleRate, Samples: e.samples(),
		EncoderDelay: e.audio.EncoderDelay, Padding: e.audio.Padding, CreatedAt: time.Now(),
	}
	envelope, chroma := e.onsets.Envelope(), e.chroma.Chroma()
	e.measureLevels(a, envelope)
	known := knownOf(&e.audio.Tags)
	measureKey(a, &chroma, known.key)
	if !isTrivial(a) {
		a.Vector = dsp.SimilarityVector(envelope, &chroma)
	}
	measureRhythm(a, envelope, &chroma, known.bpm)
	e.measureStructure(a, envelope, chroma)
	p = &sound.Peaks{}
	p.Low, p.Mid, p.High = e.peaks.Result()
	for _, band := range [][]byte{p.Low, p.Mid, p.High} {
		a.Overview = append(a.Overview, dsp.Overview(band)...)
	}
	return a, p, tuneOf(a, &chroma), nil
}

// tuneOf returns the notes of music, beat by beat, and an empty tune for anything else.
func tuneOf(a *sound.Analysis, chroma *dsp.Chroma) *tune.Tune {
	if isTrivial(a) {
		return &tune.Tune{}
	}
	return tune.New(chroma, a.Beats())
}

// maxLoudness is a loudness in LUFS that no recording reaches: a square wave at
// full scale has about 0. Higher values come from damage that the decoder
// turned into sound.
const maxLoudness = 10

func (e *listener) measureLevels(a *sound.Analysis, envelope *dsp.Envelope) {
	l := e.loudness.Result()
	if l.Integrated > maxLoudness {
		l = dsp.Loudness{Integrated: dsp.SilenceLUFS, MaxMomentary: dsp.SilenceLUFS, MaxShortTerm: dsp.SilenceLUFS, TruePeak: dsp.SilenceLUFS} // unknown
	}
	a.Loudness = sound.Loudness{
		Integrated: l.Integrated, Range: l.Range, MaxShortTerm: l.MaxShortTerm, MaxMomentary: l.MaxMomentary, TruePeak: l.TruePeak,
	}
	silence := e.silence.Result()
	a.SilenceStart, a.SilenceEnd = float64(silence.Start)/float64(e.rate), float64(silence.End)/float64(e.rate)
	a.Energy = dsp.Energy(l.Integrated, dsp.OnsetDensity(envelope), dsp.Brightness(envelope))
}

func measureKey(a *sound.Analysis, chroma *dsp.Chroma, known music.Key) {
	k := dsp.EstimateKey(chroma)
	a.Key, a.KeyTrust, a.Tuning = music.Key(k.Key), k.Confidence, chroma.Tuning
	if known != music.NoKey && a.Key != music.NoKey {
		a.Key, a.KeyTrust = known, 1
	}
}

// measureRhythm finds tempo, beats and bars, or only beats and bars if the tempo is known.
// Without a steady beat it stores no tempo but keeps the confidence.
func measureRhythm(a *sound.Analysis, envelope *dsp.Envelope, chroma *dsp.Chroma, known float64) {
	a.Grid = []sound.GridSegment{}
	tempo := dsp.Tempo{BPM: known, Confidence: 1}
	if known == 0 {
		tempo = dsp.EstimateTempo(envelope)
	}
	if a.Tempo.Confidence = tempo.Confidence; tempo.BPM <= 0 || tempo.Confidence < dsp.SteadyBeat {
		return
	}
	grid := dsp.SettleGrid(envelope, dsp.FitGrid(dsp.TrackBeats(envelope, tempo), tempo, envelope.Duration))
	if known > 0 {
		grid = evenGrid(grid, known, envelope.Duration)
	}
	fromStart(&grid)
	if len(grid.Segments) == 0 {
		return
	}
	for _, g := range grid.Segments {
		a.Grid = append(a.Grid, sound.GridSegment{Start: g.Start, BPM: g.BPM, Beats: g.Beats})
	}
	a.Tempo.BPM, a.Tempo.Alt = tempo.BPM, tempo.Alt
	if len(a.Grid) == 1 && known == 0 {
		a.Tempo.BPM = a.Grid[0].BPM // the most exact tempo, since it comes from all beats
	}
	bars := dsp.FindDownbeats(envelope, chroma, grid)
	a.Meter, a.Downbeat = bars.Meter, bars.Downbeat
}

// fromStart drops beats before the first sample.
func fromStart(grid *dsp.Grid) {
	for len(grid.Segments) > 0 && grid.Segments[0].Start < 0 {
		first := &grid.Segments[0]
		first.Start += 60 / first.BPM
		if first.Beats--; first.Beats < 1 {
			grid.Segments = grid.Segments[1:]
		}
	}
}

// minMusic is the length in seconds below which a sound is not music.
const minMusic = 3

// isTrivial reports whether the sound is silence or a single sound, which has no
// form and no similarity to music.
func isTrivial(a *sound.Analysis) bool {
	return duration(a) < minMusic || a.Loudness.Integrated <= sound.SilenceLUFS
}

// measureStructure finds sections and cues.
func (e *listener) measureStructure(a *sound.Analysis, envelope *dsp.Envelope, chroma dsp.Chroma) {
	length, measured := duration(a), float64(maxStructure)
	a.Sections, a.Cues = []sound.Section{}, []sound.Cue{}
	if isTrivial(a) {
		return
	}
	form := &dsp.Form{
		Duration: min(length, measured), Envelope: envelope, Chroma: chroma, Levels: e.loudness.Levels(), Downbeats: a.Downbeats(),
		First: min(a.SilenceStart, measured), Last: min(max(length-a.SilenceEnd, a.SilenceStart), measured),
	}
	sections := dsp.Sections(form)
	for _, s := range sections {
		a.Sections = append(a.Sections, sound.Section{Start: s.Start, End: s.End, Label: sound.SectionLabel(s.Label), Energy: s.Energy})
	}
	if n := len(a.Sections); n > 0 {
		a.Sections[n-1].End = length // also if only its first hours were measured
	}
	for _, c := range dsp.Cues(form, sections) {
		a.Cues = append(a.Cues, sound.Cue{At: c.At, Kind: sound.CueKind(c.Kind)})
	}
}
