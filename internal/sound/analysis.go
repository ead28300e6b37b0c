// Package sound is the domain of how a track sounds: tempo, beat grid, key,
// loudness, sections, cue points, and similarity.
package sound

import (
	"time"

	"sonora/internal/music"
)

// Version is the version of the analysis methods. It increases when their
// results change; tracks with an older version are analysed again.
const Version = 3

// Analysis is the result of analysing a track. Times are in seconds from the
// first audible sample, after encoder delay.
type Analysis struct {
	Version      int   `json:"version"`
	SampleRate   int   `json:"sampleRate"`   // Hz
	Samples      int64 `json:"samples"`      // exact length per channel after decoding
	EncoderDelay int   `json:"encoderDelay"` // samples added before the sound by the encoder; not in Samples
	Padding      int   `json:"padding"`      // samples added after the sound by the encoder; not in Samples

	Loudness     Loudness `json:"loudness"`
	SilenceStart float64  `json:"silenceStart"` // length of the silence at the start
	SilenceEnd   float64  `json:"silenceEnd"`   // length of the silence at the end
	Energy       float64  `json:"energy"`       // 0 (calm) to 1 (driving)

	Tempo     Tempo         `json:"tempo"`
	Grid      []GridSegment `json:"grid"`      // empty without a steady beat
	Downbeat  int           `json:"downbeat"`  // index of the first downbeat among the grid's beats
	Meter     int           `json:"meter"`     // beats per bar; 0 without a steady beat
	Key       music.Key     `json:"key"`       // NoKey if unknown
	KeyTrust  float64       `json:"keyTrust"`  // confidence, 0 to 1
	Tuning    float64       `json:"tuning"`    // cents from a' = 440 Hz, -50 to 50
	Sections  []Section     `json:"sections"`  // without gaps, covering the whole track
	Cues      []Cue         `json:"cues"`      // sorted by time
	Vector    []float32     `json:"-"`         // similarity vector; stored separately
	Overview  []byte        `json:"-"`         // Peaks of the whole track, OverviewPoints long
	CreatedAt time.Time     `json:"createdAt"` // when it was made
}

// OverviewPoints is the length of each band of an Analysis's Overview.
const OverviewPoints = 800

// Loudness is the loudness according to EBU R 128 and ITU-R BS.1770-4.
type Loudness struct {
	Integrated   float64 `json:"integrated"`   // LUFS; SilenceLUFS if nothing is above the gate
	Range        float64 `json:"range"`        // LU, EBU Tech 3342
	MaxShortTerm float64 `json:"maxShortTerm"` // LUFS, 3 s
	MaxMomentary float64 `json:"maxMomentary"` // LUFS, 400 ms
	TruePeak     float64 `json:"truePeak"`     // dBTP
}

// SilenceLUFS is the absolute gate of BS.1770, and therefore the lowest
// loudness.
const SilenceLUFS = -70

// Tempo is a tempo in beats per minute.
type Tempo struct {
	BPM        float64 `json:"bpm"`        // 0 without a steady beat
	Alt        float64 `json:"alt"`        // the next best reading, usually half or double; 0 for none
	Confidence float64 `json:"confidence"` // 0 to 1
}

// GridSegment is a run of evenly spaced beats.
type GridSegment struct {
	Start float64 `json:"start"` // s, first beat
	BPM   float64 `json:"bpm"`
	Beats int     `json:"beats"` // number of beats until the next segment or the end
}

// Section is a section of a track, such as its intro.
type Section struct {
	Start  float64      `json:"start"` // s
	End    float64      `json:"end"`   // s
	Label  SectionLabel `json:"label"`
	Energy float64      `json:"energy"` // 0 to 1, relative to the range of the track
}

// SectionLabel labels a Section by its position and energy.
type SectionLabel string

// The labels of sections.
const (
	SectionIntro SectionLabel = "intro"
	SectionVerse SectionLabel = "verse"
	SectionBuild SectionLabel = "build"
	SectionDrop  SectionLabel = "drop" // the chorus of dance music, with the most energy
	SectionBreak SectionLabel = "break"
	SectionOutro SectionLabel = "outro"
)

// Cue is a point in a track that a DJ would jump to.
type Cue struct {
	At   float64 `json:"at"` // s
	Kind CueKind `json:"kind"`
}

// CueKind is the kind of a Cue.
type CueKind string

// The kinds of cues.
const (
	CueStart  CueKind = "start"   // the first audible downbeat, otherwise the first sound
	CueMixIn  CueKind = "mix-in"  // start to blend in here
	CueDrop   CueKind = "drop"    // the first section with the most energy
	CueBreak  CueKind = "break"   // the longest break
	CueMixOut CueKind = "mix-out" // start to blend out here
	CueEnd    CueKind = "end"     // the last sound
)

// Beats returns the times of all beats of the grid, in seconds.
func (a *Analysis) Beats() []float64 {
	var beats []float64
	for _, g := range a.Grid {
		for i := range g.Beats {
			beats = append(beats, g.Start+float64(i)*60/g.BPM)
		}
	}
	return beats
}

// Downbeats returns the times of the first beats of all bars, in seconds.
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

// Edit holds manual corrections, which remain when the track is analysed again.
// nil fields are not corrected.
type Edit struct {
	BPM      *float64      `json:"bpm,omitempty"`
	Key      *music.Key    `json:"key,omitempty"`
	Grid     []GridSegment `json:"grid,omitempty"`
	Downbeat *int          `json:"downbeat,omitempty"`
	Meter    *int          `json:"meter,omitempty"`
}

// Limits of manual corrections.
const (
	MinBPM   = 20
	MaxBPM   = 400
	MaxMeter = 16
)

// Peaks is the waveform of a track in three bands, as unsigned bytes on a
// linear scale, PeaksPerSecond per second.
type Peaks struct {
	Low, Mid, High []byte // below 250 Hz, up to 4 kHz, above
}

// PeaksPerSecond is the number of points per second of Peaks.
const PeaksPerSecond = 150

// Task is a track to analyse. The server that claimed it holds a lease.
type Task struct {
	TrackID    string
	Root, Path string // of its file; Path is relative to Root, with slashes
	AudioKey   uint64
	Duration   time.Duration
	Attempts   int // including this one; identifies the claim
}

// State is the state of a track's analysis.
type State string

// The states of an analysis.
const (
	StateDone    State = "done"
	StateWaiting State = "waiting"
	StateFailed  State = "failed" // given up after MaxAttempts
	StateOff     State = "off"    // waiting, but analysis is switched off
)

// MaxAttempts is the maximum number of attempts to analyse a track.
const MaxAttempts = 3

// TrackAnalysis is everything known about the sound of a track.
type TrackAnalysis struct {
	TrackID  string
	OwnerID  string // who may correct it besides the operator; "" for nobody
	State    State
	Reason   music.Message // why it failed, for the operator and the owner
	Measured *Analysis     // nil if the track was never analysed; may be of an older version
	Edit     Edit
	Color    string // of the cover, as #rrggbb; "" if unknown
}

// Queue is the progress of the analysis of the library.
type Queue struct {
	Waiting, Running, Done, Failed int
	PerHour                        int // analysed within the last hour
	Current                        []music.Track
}

// Failed is a track whose analysis was given up.
type Failed struct {
	music.Track
	Reason music.Message
}

// IsZero reports whether there are no corrections.
func (e *Edit) IsZero() bool {
	return e.BPM == nil && e.Key == nil && e.Grid == nil && e.Downbeat == nil && e.Meter == nil
}

// MayCorrect reports whether a viewer may correct the analysis and request
// another: the owner of the track and operators may.
func (t *TrackAnalysis) MayCorrect(v music.Viewer) bool {
	return v.IsAdmin() || t.OwnerID != "" && t.OwnerID == v.AccountID
}
