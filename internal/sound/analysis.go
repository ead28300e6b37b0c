// Package sound is the domain of what a track sounds like: tempo, beat grid,
// key, loudness, sections, cue points, and how alike two tracks are.
package sound

import (
	"time"

	"sonora/internal/music"
)

// Version is that of the methods behind an Analysis. It rises when
// their results would differ; tracks of an earlier version are analysed again.
const Version = 1

// Analysis is what the sound of a track says. Times are seconds from the first
// sample that is heard: the encoder's delay is not counted.
type Analysis struct {
	Version      int   `json:"version"`
	SampleRate   int   `json:"sampleRate"`   // Hz
	Samples      int64 `json:"samples"`      // exact length per channel, decoded
	EncoderDelay int   `json:"encoderDelay"` // samples the encoder put in front; not in Samples
	Padding      int   `json:"padding"`      // samples the encoder put behind; not in Samples

	Loudness     Loudness `json:"loudness"`
	SilenceStart float64  `json:"silenceStart"` // length of the silence in front
	SilenceEnd   float64  `json:"silenceEnd"`   // length of the silence behind
	Energy       float64  `json:"energy"`       // 0 calm to 1 driving

	Tempo     Tempo         `json:"tempo"`
	Grid      []GridSegment `json:"grid"`      // empty without a steady beat
	Downbeat  int           `json:"downbeat"`  // index of the first downbeat among the grid's beats
	Meter     int           `json:"meter"`     // beats to a bar; 0 without a steady beat
	Key       music.Key     `json:"key"`       // NoKey where none can be told
	KeyTrust  float64       `json:"keyTrust"`  // confidence, 0 to 1
	Tuning    float64       `json:"tuning"`    // cents from a' = 440 Hz, -50 to 50
	Sections  []Section     `json:"sections"`  // without gaps, the whole track
	Cues      []Cue         `json:"cues"`      // in the order of time
	Vector    []float32     `json:"-"`         // similarity; kept beside
	Overview  []byte        `json:"-"`         // Peaks of the whole track, OverviewPoints long
	CreatedAt time.Time     `json:"createdAt"` // when it was made
}

// OverviewPoints is the length of each band of an Analysis's Overview.
const OverviewPoints = 800

// Loudness is measured by EBU R 128 and ITU-R BS.1770-4.
type Loudness struct {
	Integrated   float64 `json:"integrated"`   // LUFS; SilenceLUFS when nothing is above the gate
	Range        float64 `json:"range"`        // LU, EBU Tech 3342
	MaxShortTerm float64 `json:"maxShortTerm"` // LUFS, 3 s
	MaxMomentary float64 `json:"maxMomentary"` // LUFS, 400 ms
	TruePeak     float64 `json:"truePeak"`     // dBTP
}

// SilenceLUFS is the absolute gate of BS.1770: nothing is quieter.
const SilenceLUFS = -70

// Tempo in beats per minute.
type Tempo struct {
	BPM        float64 `json:"bpm"`        // 0 without a steady beat
	Alt        float64 `json:"alt"`        // the next best reading, mostly half or double; 0 for none
	Confidence float64 `json:"confidence"` // 0 to 1
}

// GridSegment is a run of evenly spaced beats.
type GridSegment struct {
	Start float64 `json:"start"` // of its first beat, s
	BPM   float64 `json:"bpm"`
	Beats int     `json:"beats"` // until the next segment or the end
}

// Section is a part of the form of a track.
type Section struct {
	Start  float64      `json:"start"` // s
	End    float64      `json:"end"`   // s
	Label  SectionLabel `json:"label"`
	Energy float64      `json:"energy"` // 0 to 1, of the track's range
}

// SectionLabel names a Section by its place and its energy.
type SectionLabel string

// Labels of sections.
const (
	SectionIntro SectionLabel = "intro"
	SectionVerse SectionLabel = "verse"
	SectionBuild SectionLabel = "build"
	SectionDrop  SectionLabel = "drop" // the chorus of dance music: the most energy
	SectionBreak SectionLabel = "break"
	SectionOutro SectionLabel = "outro"
)

// Cue is a place a DJ would go to.
type Cue struct {
	At   float64 `json:"at"` // s
	Kind CueKind `json:"kind"`
}

// CueKind says what is at a Cue.
type CueKind string

// Kinds of cues.
const (
	CueStart  CueKind = "start"   // the first downbeat that is heard, else the first sound
	CueMixIn  CueKind = "mix-in"  // blend in from here
	CueDrop   CueKind = "drop"    // the first section of the most energy
	CueBreak  CueKind = "break"   // the longest calm inside
	CueMixOut CueKind = "mix-out" // blend out from here
	CueEnd    CueKind = "end"     // the last sound
)

// Beats lists the times of all beats of the grid, s.
func (a *Analysis) Beats() []float64 {
	var beats []float64
	for _, g := range a.Grid {
		for i := range g.Beats {
			beats = append(beats, g.Start+float64(i)*60/g.BPM)
		}
	}
	return beats
}

// Downbeats lists the times of the first beats of all bars, s.
func (a *Analysis) Downbeats() []float64 {
	var downbeats []float64
	if a.Meter < 1 {
		return nil
	}
	for i, at := range a.Beats() {
		if i >= a.Downbeat && (i-a.Downbeat)%a.Meter == 0 {
			downbeats = append(downbeats, at)
		}
	}
	return downbeats
}

// Edit is what a person corrected by hand. It stays when a track is
// analysed again. nil fields are not corrected.
type Edit struct {
	BPM      *float64      `json:"bpm,omitempty"`
	Key      *music.Key    `json:"key,omitempty"`
	Grid     []GridSegment `json:"grid,omitempty"`
	Downbeat *int          `json:"downbeat,omitempty"`
	Meter    *int          `json:"meter,omitempty"`
}

// Limits of what people may correct.
const (
	MinBPM   = 20
	MaxBPM   = 400
	MaxMeter = 16
)

// Peaks is the waveform of a track in three bands, unsigned bytes on a linear
// scale, PeaksPerSecond to each second.
type Peaks struct {
	Low, Mid, High []byte // below 250 Hz, to 4 kHz, above
}

// PeaksPerSecond is the resolution of Peaks.
const PeaksPerSecond = 150

// Task is a track that somebody is analysing.
type Task struct {
	TrackID    string
	Root, Path string // of its file; Path relative to Root, with slashes
	AudioKey   uint64
	Duration   time.Duration
	Attempts   int // with this one; whose task it is
}

// State says how far the analysis of a track is.
type State string

// States of the analysis of a track.
const (
	StateDone    State = "done"
	StateWaiting State = "waiting"
	StateFailed  State = "failed" // given up after MaxAttempts
	StateOff     State = "off"    // it would wait, but the operator wants none
)

// MaxAttempts is how often a track is tried before it is put aside.
const MaxAttempts = 3

// TrackAnalysis is what is known of the sound of one track.
type TrackAnalysis struct {
	TrackID  string
	OwnerID  string // who may correct it besides the operator; "" for nobody
	State    State
	Reason   string    // why it failed; for the operator and the owner
	Measured *Analysis // nil when it was never analysed; also of an earlier version
	Edit     Edit
	Color    string // of the cover, #rrggbb; "" when not known
}

// Queue says how far the analysis of the library is.
type Queue struct {
	Waiting, Running, Done, Failed int
	PerHour                        int // done within the last hour
	Current                        []music.Track
}

// Failed is a track that was put aside.
type Failed struct {
	music.Track
	Reason string
}

// IsZero reports whether nothing is corrected.
func (e *Edit) IsZero() bool {
	return e.BPM == nil && e.Key == nil && e.Grid == nil && e.Downbeat == nil && e.Meter == nil
}

// MayCorrect reports whether a viewer may correct the analysis of a track and
// have it made again: who uploaded it, and the operator.
func (t *TrackAnalysis) MayCorrect(v music.Viewer) bool {
	return v.IsAdmin() || t.OwnerID != "" && t.OwnerID == v.AccountID
}
