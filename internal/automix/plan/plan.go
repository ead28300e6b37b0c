// Package plan plans a mix: the order of its tracks, where one ends and the
// next begins, at which speed each is played, and how they are joined. It knows
// tracks only by their analysis. The same input gives the same plan.
package plan

import (
	"math"
	"slices"

	"sonora/internal/music"
	"sonora/internal/sound"
)

// Rate is the sample rate of a mix in Hz.
const Rate = 48_000

// Loudness is the loudness of a mix in LUFS.
const Loudness = -14

// The limits of a mix.
const (
	MaxTracks = 200
	MaxBars   = 16 // of a blend
	maxBlend  = 64 // s
)

// Options say how to plan a mix. The zero value leaves everything to the planner.
type Options struct {
	Curve     Curve // of energy; Flat when empty
	KeepOrder bool  // play the tracks as given
	// KeyLock means that the renderer can change speed without changing pitch.
	// Without it, the plan changes speed by less.
	KeyLock bool
	Seed    uint64         // for the random search for the order of many tracks
	Joins   map[int]Choice // people's decisions, by the number of the join, from 0
	Bars    int            // the longest blend, in bars; 0 for MaxBars

	// First and Last are the numbers of the tracks to begin and end with, from
	// 1; 0 for any.
	First, Last int
	// JoinStep makes joins begin at multiples of this number of frames, so that
	// the encoded frames after a changed join can be moved instead of encoded
	// again; 0 for anywhere. Gapless joins stay gapless.
	JoinStep int64
}

// Choice is a person's decision on one join.
type Choice struct {
	Kind Kind    `json:"kind,omitempty"` // "" for the kind that fits
	Bars int     `json:"bars,omitempty"` // of a blend: 16, 8 or 4; 0 for as many as fit
	Out  float64 `json:"out,omitempty"`  // where the join begins, in seconds of the track before it; 0 for where it fits
}

// Plan is a planned mix. Frames are counted in the mix, at Rate.
type Plan struct {
	Entries []Entry `json:"entries"`
	Joins   []Join  `json:"joins"` // between neighbouring entries
	Frames  int64   `json:"frames"`
}

// Entry is a track as the mix plays it.
type Entry struct {
	Track   int     `json:"track"` // index of the given tracks
	ID      string  `json:"id"`
	Title   string  `json:"title"`
	Artist  string  `json:"artist"`
	At      int64   `json:"at"`     // frame at which it begins
	Frames  int64   `json:"frames"` // its length in the mix
	From    float64 `json:"from"`   // s of the track
	In      float64 `json:"in"`     // where the join before it ends, in seconds of the track
	Out     float64 `json:"out"`    // where the next join begins, in seconds of the track
	To      float64 `json:"to"`     // where the entry ends, in seconds of the track
	Speeds  []Speed `json:"steps"`  // sorted by time; the first applies from the beginning
	KeyLock bool    `json:"keyLock"`
	Gain    float64 `json:"gain"` // dB
}

// Overlaps reports whether any part of an entry lies in the frames from one to
// another.
func (e *Entry) Overlaps(from, to int64) bool { return e.At < to && e.At+e.Frames > from }

// Speed is the speed of a track from a time on.
type Speed struct {
	At   float64 `json:"at"`   // s of the track
	Rate float64 `json:"rate"` // 1 is the track's own speed
}

// Kind is a kind of join.
type Kind string

// The kinds of joins.
const (
	Blend   Kind = "blend"   // on the beat, over whole bars, with a bass swap in the middle
	Cut     Kind = "cut"     // from one downbeat to another
	Echo    Kind = "echo"    // the last beat echoes while the next track fades in
	Fade    Kind = "fade"    // one track fades out while the next fades in
	Gapless Kind = "gapless" // one track after the other, as on the album
)

// Kinds lists all kinds.
var Kinds = []Kind{Blend, Cut, Echo, Fade, Gapless}

// Join is how the mix goes from one entry to the next.
type Join struct {
	Kind    Kind            `json:"kind"`
	At      int64           `json:"at"`     // frame at which the next entry begins
	Frames  int64           `json:"frames"` // until the entry before ends
	Bars    int             `json:"bars"`   // of a blend
	Meter   int             `json:"meter"`  // beats per bar of a blend
	BPM     float64         `json:"bpm"`    // of a blend and of an echo
	From    Side            `json:"from"`   // the track before
	To      Side            `json:"to"`     // the track after
	Keys    Relation        `json:"keys"`
	Reasons []music.Message `json:"reasons"`
}

// Side holds the tempo and the key of a track at a join.
type Side struct {
	BPM float64   `json:"bpm"` // 0 without a steady beat
	Key music.Key `json:"key"` // NoKey if it is uncertain
}

// Relation is how two keys go together.
type Relation string

// The relations of keys.
const (
	SameKey     Relation = "same"
	Compatible  Relation = "compatible"
	Clash       Relation = "clash"
	UnknownKeys Relation = "unknown"
)

// Swap returns the frame at which the bass swap of a blend is complete.
func (j *Join) Swap() int64 { return j.At + seconds(float64(j.Bars/2*j.Meter)*60/j.BPM) }

// Beat returns the length of a beat in frames.
func (j *Join) Beat() int64 { return seconds(60 / j.BPM) }

// End returns the frame at which the entry before the join has ended.
func (j *Join) End() int64 { return j.At + j.Frames }

// seconds converts seconds to frames.
func seconds(s float64) int64 { return int64(math.Round(s * Rate)) }

// Build plans a mix of 1 to MaxTracks tracks. It returns Invalid for other
// numbers, and for a track that is Unfit.
func Build(tracks []Track, o Options) (*Plan, error) {
	if len(tracks) == 0 || len(tracks) > MaxTracks {
		return nil, music.NewError(music.Invalid, "A mix consists of 1 to %d tracks.", MaxTracks)
	}
	for i := range tracks {
		if why := tracks[i].Unfit(); !why.IsZero() {
			return nil, music.NewError(music.Invalid, "The track “%s” cannot be part of the mix. %s", tracks[i].Title, why)
		}
	}
	if o.Curve == "" {
		o.Curve = Flat
	}
	b := &builder{options: o, tracks: tracks}
	b.arrange()
	for i := range b.pieces {
		if i > 0 {
			b.joins = append(b.joins, b.join(i-1))
		}
	}
	return b.plan(), nil
}

// The lengths of tracks that can be mixed, in seconds.
const (
	minTrack = 1
	maxTrack = 24 * 60 * 60
)

// Unfit returns why a track cannot be in a mix; an empty message if it can.
func (t *Track) Unfit() music.Message {
	switch {
	case !(t.Duration > minTrack && t.Duration < maxTrack): // not a number is neither
		return music.Say("It is too short or too long for a mix.")
	case t.Sound != nil && t.Sound.Loudness.Integrated <= sound.SilenceLUFS:
		return music.Say("It is silent.")
	}
	return music.Message{}
}

// builder builds a plan.
type builder struct {
	options Options
	tracks  []Track
	pieces  []piece
	joins   []draftJoin
}

// piece is an entry while it is planned. Times are seconds of its track.
type piece struct {
	*Track
	index    int
	from     float64 // where it begins
	inEnd    float64 // where the join before it ends
	out, end float64 // where the join after it begins and ends
	inRate   float64 // speed in the join before it
	outRate  float64 // speed in the join after it
	gain     float64
	keyLock  bool // use key lock at any speed
}

// arrange orders the tracks.
func (b *builder) arrange() {
	var order []int
	if b.options.KeepOrder {
		for i := range b.tracks {
			order = append(order, i)
		}
	} else {
		units := newOrders(b.tracks, &b.options)
		for _, u := range units.best(b.options.Seed) {
			order = append(order, units.units[u]...)
		}
	}
	for _, i := range order {
		t := &b.tracks[i]
		from, to := t.heard()
		b.pieces = append(b.pieces, piece{Track: t, index: i, from: from, inEnd: from, out: to, end: to, inRate: 1, outRate: 1})
	}
	for from := 0; from < len(b.pieces); {
		to := from + 1
		for to < len(b.pieces) && isNext(b.pieces[to-1].Track, b.pieces[to].Track) {
			to++
		}
		gain := gainOf(b.pieces[from:to])
		for i := from; i < to; i++ {
			b.pieces[i].gain = gain
		}
		from = to
	}
}

const (
	maxGain = 12.0 // dB
	maxOver = 6.0  // dB by which peaks may exceed full scale before the limiter
)

// gainOf returns one gain in dB for all of the given pieces. It brings them
// together to the loudness of the mix, as far as their peaks allow.
func gainOf(pieces []piece) float64 {
	var power, length float64
	peak := math.Inf(-1)
	for _, p := range pieces {
		if s := p.Sound; s != nil && s.Loudness.Integrated > -70 && s.Loudness.Integrated < 10 {
			power += math.Pow(10, s.Loudness.Integrated/10) * p.Duration
			length += p.Duration
			peak = max(peak, s.Loudness.TruePeak)
		}
	}
	if length == 0 {
		return 0
	}
	gain := Loudness - 10*math.Log10(power/length)
	return max(-2*maxGain, min(gain, maxGain, maxOver-peak))
}

// plan converts pieces and joins into frames.
func (b *builder) plan() *Plan {
	p := &Plan{Entries: []Entry{}, Joins: []Join{}}
	at := int64(0)
	for i := range b.pieces {
		at = b.add(p, i, at)
	}
	return p
}

// add adds piece i, which begins at a frame of the mix, and the join after it to
// p. It returns the frame at which the next piece begins.
func (b *builder) add(p *Plan, i int, at int64) int64 {
	e := b.pieces[i].entry(b.options.KeyLock)
	e.At = at
	if i < len(b.joins) {
		j := b.joins[i]
		at = e.At + e.framesTo(b.pieces[i].out)
		if i > 0 {
			at = max(at, p.Joins[i-1].End()) // times are rounded to frames
		}
		if b.options.JoinStep > 0 && j.kind != Gapless {
			at = e.tune(b.pieces[i].inEnd, b.pieces[i].out, at, b.options.JoinStep)
		}
		frames := seconds(j.seconds)
		e.Frames = at - e.At + frames
		p.Joins = append(p.Joins, Join{
			Kind: j.kind, At: at, Frames: frames, Bars: j.bars, Meter: j.meter, BPM: j.bpm,
			From: b.pieces[i].Side(), To: b.pieces[i+1].Side(), Keys: j.keys, Reasons: j.reasons,
		})
	} else {
		e.Frames = max(1, e.framesTo(b.pieces[i].end))
	}
	p.Frames = max(p.Frames, e.At+e.Frames)
	p.Entries = append(p.Entries, e)
	return at
}

// framesTo returns how long, in frames of the mix, the entry has played when it
// reaches a time of its track, in seconds.
func (e *Entry) framesTo(at float64) int64 { return seconds(e.lasts(at)) }

// lasts returns how long, in seconds of the mix, the entry has played when it
// reaches a time of its track, in seconds.
func (e *Entry) lasts(at float64) float64 {
	length := 0.0
	for i, s := range e.Speeds {
		end := at
		if i+1 < len(e.Speeds) {
			end = min(at, e.Speeds[i+1].At)
		}
		length += max(0, end-s.At) / s.Rate
	}
	return length
}

// TrackTime returns the time of the track, in seconds, that plays at a frame of
// the mix.
func (e *Entry) TrackTime(frame int64) float64 {
	left := float64(frame-e.At) / Rate
	for i, s := range e.Speeds {
		if i+1 < len(e.Speeds) {
			if length := (e.Speeds[i+1].At - s.At) / s.Rate; left >= length {
				left -= length
				continue
			}
		}
		return s.At + left*s.Rate
	}
	return e.From
}

// FrameOf returns the frame of the mix at which a time of the track, in
// seconds, plays.
func (e *Entry) FrameOf(at float64) int64 { return e.At + e.framesTo(at) }

const (
	glideTime  = 60.0  // s in which a track returns to its own speed after a join, and leaves it before the next
	glideShift = 0.001 // relative change of speed that nobody hears
	maxBent    = 0.02  // change of speed up to which pitch may follow
)

// entry converts a piece to an entry, without its time in the mix.
func (p *piece) entry(keyLock bool) Entry {
	e := Entry{
		Track: p.index, ID: p.ID, Title: p.Title, Artist: p.Artist, From: p.from, In: p.inEnd, Out: p.out, To: p.end, Gain: p.gain,
		Speeds: []Speed{{p.from, p.inRate}}, KeyLock: p.keyLock,
	}
	if body := p.out - p.inEnd; body > 3*glideTime {
		e.glide(p.inEnd, p.inEnd+glideTime, 1)
		e.glide(p.out-glideTime, p.out, p.outRate)
	} else {
		e.glide(p.inEnd, p.out, p.outRate)
	}
	for _, s := range e.Speeds {
		e.KeyLock = e.KeyLock || keyLock && math.Abs(s.Rate-1) > maxBent
	}
	return e
}

// glide changes the speed to rate in small steps between two times of the
// track, in seconds.
func (e *Entry) glide(from, to, rate float64) {
	last := e.Speeds[len(e.Speeds)-1].Rate
	changes := math.Ceil(math.Abs(rate-last)/glideShift - 1e-9)
	for i := 1.0; i <= changes; i++ {
		e.Speeds = append(e.Speeds, Speed{from + (to-from)*i/(changes+1), last + (rate-last)*i/changes})
	}
	if len(e.Speeds) > 1 && e.Speeds[1].At <= e.From {
		e.Speeds = slices.Delete(e.Speeds, 0, 1)
		e.Speeds[0].At = e.From
	}
}
