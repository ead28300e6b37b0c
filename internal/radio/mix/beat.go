package mix

import (
	"math"
	"slices"

	"sonora/internal/sound"
)

const (
	maxPickup      = 2 * Rate // maximum number of frames before an item's first downbeat
	beatGlide      = 8 * Rate // frames until a blended item is back at its own speed
	minSpeedChange = 0.0004   // smaller differences of speed are ignored: 2 ms in 4 s
	beatQuieter    = 12       // dB; a beat that is quieter by this is hardly audible
)

// beatPlan joins two decks on the beat; nil if that is impossible.
func beatPlan(a, b *deck, o *Options, earliest int64) *plan {
	if !o.BeatMatch || a.item.Kind != Music || b.item.Kind != Music || !isSure(a) || !isSure(b) || a.isBent.Load() {
		return nil
	}
	end, _ := a.end()
	first, second := lastTempo(a.item.Sound), b.item.Sound.Grid[0].BPM
	speed := sound.TempoRatio(first, second)
	if math.Abs(speed-1) > maxSpeed {
		return nil
	}
	beat := 60 / first * Rate // frames
	maxOverlap := min(frames(o.Crossfade.Seconds()), end/crossfadeDivisor, b.length/crossfadeDivisor)
	count := int(float64(maxOverlap) / beat)
	meter := a.item.Sound.Meter
	if count >= meter {
		count -= count % meter
	}
	pickup, ok := firstDownbeat(b)
	if count < 1 || !ok {
		return nil
	}
	lead := int64(math.Round(float64(pickup) / speed)) // frames of b before its downbeat
	length := int64(math.Round(float64(count) * beat))
	start, ok := lastStart(a, end-length, count >= meter)
	if !ok || start-lead < earliest || isFading(a, end-start) {
		return nil
	}
	var bent *varispeed
	if math.Abs(speed-1) > minSpeedChange {
		bent = &varispeed{rate: speed, steady: lead + length, glide: beatGlide}
	}
	return &plan{at: start - lead, join: Beat, speed: bent, out: fade{wait: lead, length: length, falls: true}, in: fade{wait: lead, length: length}}
}

func isSure(d *deck) bool {
	s := d.item.Sound
	return s != nil && s.Sure && len(s.Grid) > 0 && s.Meter > 0 && s.Grid[0].BPM > 0 && lastTempo(s) > 0
}

// isFading reports whether the last frames are too quiet for a beat to be
// heard.
func isFading(d *deck, last int64) bool {
	d.levels.mu.Lock()
	body := d.levels.body()
	d.levels.mu.Unlock()
	return d.levels.falling(beatQuieter, body) > last/2
}

func lastTempo(s *Sound) float64 { return s.Grid[len(s.Grid)-1].BPM }

// firstDownbeat returns the frame of the first audible downbeat.
func firstDownbeat(d *deck) (int64, bool) {
	for _, at := range downbeats(d.item.Sound) {
		if frame := frames(at - d.start); frame >= -declick {
			return max(0, frame), frame <= maxPickup
		}
	}
	return 0, false
}

// lastStart returns the frame of the last downbeat or beat at or before a
// frame.
func lastStart(d *deck, before int64, bars bool) (int64, bool) {
	beats := beatsOf(d.item.Sound)
	if bars {
		beats = downbeats(d.item.Sound)
	}
	const slack = Rate / 100
	for _, at := range slices.Backward(beats) {
		if frame := frames(at - d.start); frame <= before+slack {
			return frame, frame > 0
		}
	}
	return 0, false
}

func beatsOf(s *Sound) []float64 {
	return (&sound.Analysis{Grid: s.Grid}).Beats()
}

func downbeats(s *Sound) []float64 {
	return (&sound.Analysis{Grid: s.Grid, Downbeat: s.Downbeat, Meter: s.Meter}).Downbeats()
}
