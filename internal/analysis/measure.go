package analysis

import (
	"fmt"
	"runtime/debug"
	"time"

	"sonora/internal/dsp"
	"sonora/internal/music"
	"sonora/internal/sound"
)

// finish ends the sound and says what it is like.
func (e *ear) finish() (a *sound.Analysis, p *sound.Peaks, err error) {
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
	measureKey(a, &chroma)
	if !slight(a) {
		a.Vector = dsp.SimilarityVector(envelope, &chroma)
	}
	measureRhythm(a, envelope, &chroma)
	e.measureForm(a, envelope, chroma)
	p = &sound.Peaks{}
	p.Low, p.Mid, p.High = e.peaks.Result()
	for _, band := range [][]byte{p.Low, p.Mid, p.High} {
		a.Overview = append(a.Overview, dsp.Overview(band)...)
	}
	return a, p, nil
}

// loudest, LUFS, is what no recording reaches: a square wave at full scale has
// about 0. What is above is damage a decoder made sound of.
const loudest = 10

func (e *ear) measureLevels(a *sound.Analysis, envelope *dsp.Envelope) {
	l := e.loudness.Result()
	if l.Integrated > loudest {
		l = dsp.Loudness{Integrated: dsp.SilenceLUFS, MaxMomentary: dsp.SilenceLUFS, MaxShortTerm: dsp.SilenceLUFS, TruePeak: dsp.SilenceLUFS} // not known
	}
	a.Loudness = sound.Loudness{
		Integrated: l.Integrated, Range: l.Range, MaxShortTerm: l.MaxShortTerm, MaxMomentary: l.MaxMomentary, TruePeak: l.TruePeak,
	}
	silence := e.silence.Result()
	a.SilenceStart, a.SilenceEnd = float64(silence.Start)/float64(e.rate), float64(silence.End)/float64(e.rate)
	a.Energy = dsp.Energy(l.Integrated, dsp.OnsetDensity(envelope), dsp.Brightness(envelope))
}

func measureKey(a *sound.Analysis, chroma *dsp.Chroma) {
	k := dsp.EstimateKey(chroma)
	a.Key, a.KeyTrust, a.Tuning = music.Key(k.Key), k.Confidence, chroma.Tuning
}

// measureRhythm finds tempo, beats and bars. Where no beat is steady it says
// none, but keeps how sure that is.
func measureRhythm(a *sound.Analysis, envelope *dsp.Envelope, chroma *dsp.Chroma) {
	a.Grid = []sound.GridSegment{}
	tempo := dsp.EstimateTempo(envelope)
	if a.Tempo.Confidence = tempo.Confidence; tempo.BPM <= 0 || tempo.Confidence < dsp.SteadyBeat {
		return
	}
	grid := dsp.SettleGrid(envelope, dsp.FitGrid(dsp.TrackBeats(envelope, tempo), tempo, envelope.Duration))
	fromStart(&grid)
	if len(grid.Segments) == 0 {
		return
	}
	for _, g := range grid.Segments {
		a.Grid = append(a.Grid, sound.GridSegment{Start: g.Start, BPM: g.BPM, Beats: g.Beats})
	}
	a.Tempo.BPM, a.Tempo.Alt = tempo.BPM, tempo.Alt
	if len(a.Grid) == 1 {
		a.Tempo.BPM = a.Grid[0].BPM // from all beats: the most exact
	}
	bars := dsp.FindDownbeats(envelope, chroma, grid)
	a.Meter, a.Downbeat = bars.Meter, bars.Downbeat
}

// fromStart leaves out beats that would be before the first sample.
func fromStart(grid *dsp.Grid) {
	for len(grid.Segments) > 0 && grid.Segments[0].Start < 0 {
		first := &grid.Segments[0]
		first.Start += 60 / first.BPM
		if first.Beats--; first.Beats < 1 {
			grid.Segments = grid.Segments[1:]
		}
	}
}

// leastMusic is the length in seconds of what may be more than a sound.
const leastMusic = 3

// slight reports whether there is nothing that has parts, or is like anything:
// silence, and single sounds.
func slight(a *sound.Analysis) bool {
	return duration(a) < leastMusic || a.Loudness.Integrated <= sound.SilenceLUFS
}

// measureForm finds sections and cues.
func (e *ear) measureForm(a *sound.Analysis, envelope *dsp.Envelope, chroma dsp.Chroma) {
	length := duration(a)
	a.Sections, a.Cues = []sound.Section{}, []sound.Cue{}
	if slight(a) {
		return
	}
	form := &dsp.Form{
		Duration: min(length, maxForm), Envelope: envelope, Chroma: chroma, Levels: e.loudness.Levels(), Downbeats: a.Downbeats(),
		First: min(a.SilenceStart, maxForm), Last: min(max(length-a.SilenceEnd, a.SilenceStart), maxForm),
	}
	sections := dsp.Sections(form)
	for _, s := range sections {
		a.Sections = append(a.Sections, sound.Section{Start: s.Start, End: s.End, Label: sound.SectionLabel(s.Label), Energy: s.Energy})
	}
	if n := len(a.Sections); n > 0 {
		a.Sections[n-1].End = length // also of what is too long to be looked at as a whole
	}
	for _, c := range dsp.Cues(form, sections) {
		a.Cues = append(a.Cues, sound.Cue{At: c.At, Kind: sound.CueKind(c.Kind)})
	}
}
