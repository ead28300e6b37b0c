// Package check measures a finished mix: its loudness and peaks, whether its
// level drops or jumps, and, with its plan, whether beats coincide and tempos
// are as planned.
package check

import (
	"context"
	"fmt"
	"math"

	"sonora/internal/automix/kick"
	"sonora/internal/automix/plan"
	"sonora/internal/dsp"
	"sonora/internal/media/ffmpeg"
	"sonora/internal/music"
)

// The requirements of a finished mix.
const (
	maxLoudnessOff = 0.5   // LU from plan.Loudness
	maxTruePeak    = -1.0  // dBTP
	maxSilence     = 0.2   // s, between sounds
	maxEndSilence  = 2.0   // s, before the first sound and after the last: the rest of a fade
	maxDip         = 3.0   // LU
	maxJump        = 4.0   // LU
	maxSpread      = 0.020 // s; of kicks, with the bass notes that sound at the same time
	maxFlam        = 0.010 // s between the kicks of two tracks
	maxTempoOff    = 0.3   // %
)

// Result holds the measurements of a mix.
type Result struct {
	Seconds  float64      `json:"seconds"`
	Loudness float64      `json:"loudness"`      // LUFS
	TruePeak float64      `json:"truePeak"`      // dBTP
	Silence  float64      `json:"silence"`       // s, the longest silence between sounds
	QuietAt  float64      `json:"silenceAt"`     // s, where that begins
	Before   float64      `json:"silenceBefore"` // s of silence before the first sound; Seconds if there is none
	After    float64      `json:"silenceAfter"`  // s of silence after the last sound
	Swings                // of all joins; without a plan, of the whole mix
	Joins    []JoinCheck  `json:"joins"`  // without the gapless ones; empty without a plan
	Blends   []BlendCheck `json:"blends"` // empty without a plan
	Levels   []float32    `json:"-"`      // LUFS, dsp.LevelsPerSecond per second
}

// Swings holds how much the level of a part of a mix changes.
type Swings struct {
	Dip    float64 `json:"dip"`    // LU, the deepest drop of the level
	DipAt  float64 `json:"dipAt"`  // s
	Jump   float64 `json:"jump"`   // LU, the largest jump of the level
	JumpAt float64 `json:"jumpAt"` // s
}

// JoinCheck holds how much the level changes around a join.
type JoinCheck struct {
	Join int     `json:"join"` // number of the join, from 0
	At   float64 `json:"at"`   // s
	Swings
}

// BlendCheck holds the measurements of a blend.
type BlendCheck struct {
	Join     int      `json:"join"`     // number of the join, from 0
	At       float64  `json:"at"`       // s
	Kicks    [2]int   `json:"kicks"`    // number of kicks found before and after the bass swap
	Flam     float64  `json:"flam"`     // s between the kicks of both tracks, relative to the plan
	Spread   float64  `json:"spread"`   // s, 90th percentile of the distance of a track's kicks from a steady beat; the larger of both tracks
	TempoOff float64  `json:"tempoOff"` // %, difference from the plan
	Attacks  *Attacks `json:"attacks"`  // nil unless the kicks cannot be measured and attacks are clear

	Onsets [2][]kick.Onset `json:"-"` // the kicks
}

// Attacks holds what the attacks of all sounds above 2 kHz tell about a blend:
// those in its first quarter, where the first track is louder, and those in its
// last, where the second is. Where these are not clear, or may all be those of
// the only track with kicks, it holds what the attacks or the kicks right before
// and right after the blend tell, where each track plays alone.
type Attacks struct {
	Flam  float64 `json:"flam"`  // s between those of both tracks, relative to the plan
	Alone bool    `json:"alone"` // whether they are those before and after the blend
}

// IsMeasured reports whether enough kicks of both tracks were found, and
// whether they are steady enough to be kicks. Bass notes begin more slowly and
// also between the beats.
func (b *BlendCheck) IsMeasured() bool {
	return min(b.Kicks[0], b.Kicks[1]) >= minKicks && b.Spread <= maxSpread
}

// kickless returns which of the two tracks has no kicks, from 1, although the other
// has some; 0 for neither.
func (b *BlendCheck) kickless() int {
	few, other := 0, 1
	if b.Kicks[1] < b.Kicks[0] {
		few, other = 1, 0
	}
	if b.Kicks[few] >= minKicks || b.Kicks[other] < minKicks {
		return 0
	}
	return few + 1
}

// IsUnmeasured reports whether the distance between the beats of both tracks could
// not be measured.
func (b *BlendCheck) IsUnmeasured() bool { return !b.IsMeasured() && b.Attacks == nil }

// By says what the beats of both tracks were compared by: "kicks", "attacks", or
// "alone" for those right before and after the blend; "" if nothing was clear.
func (b *BlendCheck) By() string {
	switch {
	case b.IsMeasured():
		return "kicks"
	case b.Attacks == nil:
		return ""
	case b.Attacks.Alone:
		return "alone"
	}
	return "attacks"
}

// IsApart reports whether the beats of both tracks are too far apart.
func (b *BlendCheck) IsApart() bool { return b.Apart() > maxFlam }

// String says in English how far the beats of both tracks are apart, and how
// that was measured.
func (b *BlendCheck) String() string {
	if b.IsMeasured() {
		return fmt.Sprintf("kicks %.1f ms apart, spread %.1f ms, tempo off by %.3f %%", b.Flam*1000, b.Spread*1000, b.TempoOff)
	}
	missing := "no steady kicks"
	if n := b.kickless(); n > 0 {
		missing = []string{"no kicks of the first track", "no kicks of the second track"}[n-1]
	}
	switch {
	case b.Attacks != nil && b.Attacks.Alone:
		return fmt.Sprintf("%s within the blend; beats before and after it %.1f ms apart", missing, b.Attacks.Flam*1000)
	case b.Attacks != nil:
		return fmt.Sprintf("%s; attacks above 2 kHz %.1f ms apart", missing, b.Attacks.Flam*1000)
	case b.kickless() > 0:
		return missing + ", so it cannot be confirmed on the beat"
	}
	return missing + " or attacks to measure"
}

// Apart returns how far the beats of both tracks are apart in seconds, by their
// kicks or, if these cannot be measured, by their attacks; 0 if neither can.
func (b *BlendCheck) Apart() float64 {
	switch {
	case b.IsMeasured():
		return b.Flam
	case b.Attacks != nil:
		return b.Attacks.Flam
	}
	return 0
}

// Troubles returns what is wrong with the joins that do not meet a requirement,
// by the number of the join, from 0.
func (r *Result) Troubles() map[int]music.Message {
	troubles := map[int]music.Message{}
	for i := range r.Joins {
		j := &r.Joins[i]
		switch {
		case j.Jump > maxJump:
			troubles[j.Join] = music.Coded("eased", "At an earlier attempt, the level jumped by %v LU.", tenths(j.Jump))
		case j.Dip > maxDip:
			troubles[j.Join] = music.Coded("eased", "At an earlier attempt, the level dropped by %v LU.", tenths(j.Dip))
		}
	}
	for i := range r.Blends {
		b := &r.Blends[i]
		switch {
		case b.IsMeasured() && b.TempoOff > maxTempoOff:
			troubles[b.Join] = music.Coded("eased", "At an earlier attempt, the tempo was off by %v %%.", hundredths(b.TempoOff))
		case b.IsApart():
			troubles[b.Join] = music.Coded(plan.OffBeat, "At an earlier attempt, the beats were %v ms apart.", tenths(b.Apart()*1000))
		case b.IsUnmeasured():
			troubles[b.Join] = music.Coded(plan.OffBeat, "At an earlier attempt, the beats could not be measured.")
		}
	}
	return troubles
}

// File measures a file. With a plan, it looks for dips and jumps only at the
// joins, because the tracks themselves have some. p may be nil. The decoded
// sound also goes to others.
func File(ctx context.Context, f *ffmpeg.Runner, path string, p *plan.Plan, idle bool, others ...ffmpeg.Listener) (*Result, error) {
	sound, err := ffmpeg.Probe(path)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", path, err)
	}
	sound.Rate, sound.Stereo = plan.Rate, true
	m, err := NewMeter()
	if err != nil {
		return nil, err
	}
	m.others = others
	if err := f.Decode(ctx, []ffmpeg.Sound{sound}, idle, func(int) ffmpeg.Listener { return m })[0]; err != nil {
		return nil, fmt.Errorf("decode %s: %w", path, err)
	}
	return m.Result(p), nil
}

// Meter measures the sound of a mix while it hears it.
type Meter struct {
	loudness *dsp.LoudnessMeter
	frames   int64
	sounded  bool  // whether there was a sound above silent
	before   int64 // frames before the first one
	quiet    int64 // frames since the last one
	silence  int64 // frames of the longest silence so far
	quietAt  int64 // frames before that
	kicks    kick.Meter
	attacks  kick.Meter
	others   []ffmpeg.Listener
}

// NewMeter returns a Meter.
func NewMeter() (*Meter, error) {
	meter, err := dsp.NewLoudnessMeter(plan.Rate, 2)
	return &Meter{loudness: meter, attacks: kick.Meter{Attacks: true}}, err
}

// silent is the amplitude below which sound is silence: −60 dBFS.
const silent = 0.001

// Hear implements ffmpeg.Listener.
func (m *Meter) Hear(samples []float32) error {
	m.loudness.Write(samples)
	for i := 0; i+1 < len(samples); i += 2 {
		if l, r := samples[i], samples[i+1]; l > silent || l < -silent || r > silent || r < -silent {
			m.sound(m.frames + int64(i/2))
		} else {
			m.quiet++
		}
	}
	m.kicks.Write(samples)
	m.attacks.Write(samples)
	m.frames += int64(len(samples) / 2)
	for _, o := range m.others {
		if err := o.Hear(samples); err != nil {
			return err
		}
	}
	return nil
}

// sound ends a silence with the sound at a frame.
func (m *Meter) sound(at int64) {
	switch {
	case !m.sounded:
		m.sounded, m.before = true, at
	case m.quiet > m.silence:
		m.silence, m.quietAt = m.quiet, at-m.quiet
	}
	m.quiet = 0
}

// ends returns how many frames before the first and after the last sound are
// silent. Where there is no sound, all are before it.
func (m *Meter) ends() (before, after int64) {
	if !m.sounded {
		return m.frames, 0
	}
	return m.before, m.quiet
}

// Result returns the measurements of the sound heard so far. See File about p.
func (m *Meter) Result(p *plan.Plan) *Result {
	l := m.loudness.Result()
	before, after := m.ends()
	r := &Result{
		Seconds: float64(m.frames) / plan.Rate, Loudness: l.Integrated, TruePeak: l.TruePeak,
		Silence: float64(m.silence) / plan.Rate, QuietAt: float64(m.quietAt) / plan.Rate,
		Before: float64(before) / plan.Rate, After: float64(after) / plan.Rate, Joins: []JoinCheck{}, Blends: []BlendCheck{},
	}
	r.Levels = m.loudness.Levels()
	level := level{dsp.SumLevels(r.Levels)}
	if p == nil {
		r.Swings = level.everywhere()
		return r
	}
	for i := range p.Joins {
		j := &p.Joins[i]
		if j.Kind != plan.Gapless {
			swings := level.join(j)
			r.Joins = append(r.Joins, JoinCheck{i, float64(j.At) / plan.Rate, swings})
			r.widen(&swings)
		}
		if j.Kind == plan.Blend {
			b := m.blend(j)
			if b.IsUnmeasured() {
				b.Attacks = m.alone(p, i)
			}
			b.Join = i
			r.Blends = append(r.Blends, b)
		}
	}
	return r
}

// minKicks is the number of kicks of each track that a measurement needs.
const minKicks = 6

// blend compares the kicks of a blend with its plan. Kicks before the bass swap
// belong to the first track, those after it to the second.
func (m *Meter) blend(j *plan.Join) BlendCheck {
	b := BlendCheck{At: float64(j.At) / plan.Rate}
	beat, swap := 60/j.BPM, j.Bars/2*j.Meter
	ours := m.kicks.Find(b.At, beat, 0, swap-1) // in the last beat before the swap, both tracks have bass
	theirs := m.kicks.Find(b.At, beat, swap, j.Bars*j.Meter)
	b.Onsets = [2][]kick.Onset{ours, theirs}
	b.Kicks = [2]int{len(ours), len(theirs)}
	if min(len(ours), len(theirs)) < minKicks {
		b.Spread = 1
		if b.kickless() == 0 { // otherwise the attacks may all be those of one track
			b.Attacks = m.attack(j)
		}
		return b
	}
	b.Flam = math.Abs(kick.Lag(ours) - kick.Lag(theirs))
	for _, of := range [][]kick.Onset{ours, theirs} {
		drift := kick.Drift(of)
		b.Spread = max(b.Spread, kick.Spread(of, drift))
		b.TempoOff = max(b.TempoOff, 100*math.Abs(drift)/beat)
	}
	if !b.IsMeasured() {
		b.Attacks = m.attack(j)
	}
	return b
}

// attack compares the attacks of a blend with its plan. It returns nil if they
// are not clear.
func (m *Meter) attack(j *plan.Join) *Attacks {
	at, beat, all := float64(j.At)/plan.Rate, 60/j.BPM, j.Bars*j.Meter
	ours, isClear := m.attacks.Common(at, beat, 0, all/4)
	theirs, isToo := m.attacks.Common(at, beat, all-all/4, all)
	if !isClear || !isToo {
		return nil
	}
	return &Attacks{Flam: math.Abs(ours - theirs)}
}

// aloneBars is how many bars before and after a blend are measured.
const aloneBars = 8

// alone compares the beats of the two tracks of join i with the plan where each
// plays alone: right before the join and right after it. It returns nil if
// they are not clear, or if those of only one track are divided in three: then
// its tempo may be two thirds of the real one.
func (m *Meter) alone(p *plan.Plan, i int) *Attacks {
	j := &p.Joins[i]
	if len(p.Entries) != len(p.Joins)+1 || j.From.BPM <= 0 || j.To.BPM <= 0 {
		return nil
	}
	before, after := &p.Entries[i], &p.Entries[i+1]
	ourBeat, theirBeat := 60/j.From.BPM, 60/j.To.BPM // s of the tracks
	from, to := before.In, after.Out
	ours := timesIn(before, before.Out-float64(aloneBars*j.Meter)*ourBeat, ourBeat, aloneBars*j.Meter, from, before.Out)
	theirs := timesIn(after, after.In, theirBeat, aloneBars*j.Meter, after.In, to)
	for _, of := range []*kick.Meter{&m.attacks, &m.kicks} {
		first, isClear := of.CommonOf(ours, ourBeat)
		second, isToo := of.CommonOf(theirs, theirBeat)
		if isClear && isToo && of.InThrees(ours, ourBeat) == of.InThrees(theirs, theirBeat) {
			return &Attacks{Flam: math.Abs(first - second), Alone: true}
		}
	}
	return nil
}

// timesIn returns the times in the mix, in seconds, of n beats of an entry that
// are length apart, from first on. It leaves out those outside low to high. All
// arguments are seconds of the track.
func timesIn(e *plan.Entry, first, length float64, n int, low, high float64) (times []float64) {
	for k := range n {
		if at := first + float64(k)*length; at >= low && at <= high {
			times = append(times, float64(e.FrameOf(at))/plan.Rate)
		}
	}
	return times
}

// Missed returns a sentence for each requirement that the mix does not meet.
func (r *Result) Missed() []music.Message {
	missed := []music.Message{}
	miss := func(isMissed bool, sentence music.Message) {
		if isMissed {
			missed = append(missed, sentence)
		}
	}
	miss(math.Abs(r.Loudness-plan.Loudness) > maxLoudnessOff, music.Say("The loudness is %v LUFS instead of %v ± %v.", hundredths(r.Loudness), plan.Loudness, maxLoudnessOff))
	miss(r.TruePeak > maxTruePeak, music.Say("The true peak is %v dBTP, above %v.", hundredths(r.TruePeak), maxTruePeak))
	miss(r.Silence > maxSilence && r.QuietAt > 0, music.Say("There is a silence of %v s at %s.", hundredths(r.Silence), Clock(r.QuietAt)))
	miss(r.Silence > maxSilence && r.QuietAt == 0, music.Say("There is a silence of %v s.", hundredths(r.Silence))) // measured before the place was
	isSilent := r.Before > 0 && r.Before >= r.Seconds
	miss(isSilent, music.Say("There is no sound."))
	miss(r.Before > maxEndSilence && !isSilent, music.Say("There is a silence of %v s at the beginning.", hundredths(r.Before)))
	miss(r.After > maxEndSilence, music.Say("There is a silence of %v s at the end.", hundredths(r.After)))
	miss(r.Dip > maxDip, music.Say("The level drops by %v LU at %s.", tenths(r.Dip), Clock(r.DipAt)))
	miss(r.Jump > maxJump, music.Say("The level jumps by %v LU at %s.", tenths(r.Jump), Clock(r.JumpAt)))
	for i := range r.Blends {
		b := &r.Blends[i]
		miss(b.IsUnmeasured() && b.kickless() == 0, music.Say("In the blend at %s, the beats cannot be measured.", Clock(b.At)))
		miss(b.IsUnmeasured() && b.kickless() > 0, music.Say("The blend at %s cannot be confirmed on the beat: one track has no kicks there.", Clock(b.At)))
		miss(b.IsApart(), music.Say("In the blend at %s, the beats are %v ms apart.", Clock(b.At), tenths(b.Apart()*1000)))
		if b.IsMeasured() {
			miss(b.TempoOff > maxTempoOff, music.Say("In the blend at %s, the tempo is off by %v %%.", Clock(b.At), hundredths(b.TempoOff)))
		}
	}
	return missed
}

// tenths and hundredths round a number for display.
func tenths(v float64) float64     { return math.Round(v*10) / 10 }
func hundredths(v float64) float64 { return math.Round(v*100) / 100 }

// Clock formats seconds as 1:02:03.
func Clock(seconds float64) string {
	s := int(seconds)
	if s >= 3600 {
		return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
	}
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}
