package mix

import (
	"context"
	"errors"
	"fmt"
	"math"

	"sonora/internal/dsp"
	"sonora/internal/media/ffmpeg"
)

// Rendering describes how an item sounds on its own.
type Rendering struct {
	Path       string // of the file on this machine
	Sound      ffmpeg.Sound
	Item       *Item
	Start, End float64 // cue-in and cue-out, s
	Gain       float32
	Bitrate    int // kbit/s of its encoded form
}

// Key identifies the rendering of a file's content.
func (r *Rendering) Key() string {
	w := newDeckWriter(r.Item, r.Sound, r.Start, r.End)
	return fmt.Sprintf("%d %d %t %08x %d", w.skip, w.left, w.seeking, math.Float32bits(r.Gain), r.Bitrate)
}

// Outline describes a rendered item: the facts that a mixer otherwise learns by
// decoding it.
type Outline struct {
	First    int64     `json:"first"`    // frames of the file before the item
	Frames   int64     `json:"frames"`   // of the item
	Seekable bool      `json:"seekable"` // whether decoding from the middle gives the same samples
	Seconds  []float32 `json:"seconds"`  // dBFS of each second
	Levels   Levels    `json:"levels"`
}

var errPaused = errors.New("silence inside was left out")

const probeFrames = Rate / 10 // frames that are compared to find out whether a file can be decoded from the middle

// Render decodes an item as a mixer plays it on its own, with its gain and the
// limiter, and passes it on in blocks of BlockSamples.
func Render(ctx context.Context, f *ffmpeg.Runner, r *Rendering, hear func(block []float32) error) (*Outline, error) {
	v := &renderer{limiter: dsp.NewLimiter(ceilingDB), gain: r.Gain, hear: hear, probeAt: frames(r.End-r.Start) * 2 / 3 / Rate * Rate}
	w := newDeckWriter(r.Item, r.Sound, r.Start, r.End)
	w.write = v.block
	err := decodeFile(ctx, f, r.Path, r.Sound.Demuxer, r.Sound.Audio.Duration, 0, w.hear)
	if err = errors.Join(err, w.flush()); err != nil {
		return nil, err
	}
	if w.paused {
		return nil, errPaused
	}
	o := &Outline{First: w.first / Channels, Frames: max(1, min(v.frames, v.levels.end())), Seconds: v.seconds, Levels: v.levels.snapshot()}
	fromTheMiddle := *o
	fromTheMiddle.Seekable = true
	o.Seekable = v.isSame(ctx, f, r, &fromTheMiddle)
	return o, nil
}

// renderer applies the gain and the limiter to decoded sound.
type renderer struct {
	limiter *dsp.Limiter
	gain    float32
	hear    func(block []float32) error
	out     [BlockSamples]float32
	levels  levels
	frames  int64
	probeAt int64
	probe   []float32
	power   float64
	seconds []float32
}

func (v *renderer) block(block []float32) error {
	v.levels.add(block)
	if v.frames >= v.probeAt && len(v.probe) < probeFrames*Channels {
		v.probe = append(v.probe, block...)
	}
	v.frames += int64(len(block) / Channels)
	clear(v.out[copy(v.out[:], block):])
	for i := range v.out {
		v.out[i] *= v.gain
	}
	v.limiter.Limit(v.out[:])
	v.measure()
	return v.hear(v.out[:])
}

// measure adds a block to the levels of the seconds.
func (v *renderer) measure() {
	for _, s := range v.out {
		v.power += float64(s * s)
	}
	if v.frames%Rate < BlockFrames {
		v.seconds = append(v.seconds, float32(decibels(v.power/(Rate*Channels))))
		v.power = 0
	}
}

// isSame reports whether decoding from the middle gives the same samples.
func (v *renderer) isSame(ctx context.Context, f *ffmpeg.Runner, r *Rendering, o *Outline) bool {
	var again []float32
	from := (v.probeAt + BlockFrames - 1) / BlockFrames * BlockFrames // where the first probed block begins
	err := decodeFrom(ctx, f, &r.Sound, o, from, func(samples []float32) error {
		if again = append(again, samples...); len(again) >= len(v.probe) {
			return errEnough
		}
		return nil
	})
	if err != nil || len(v.probe) == 0 || len(again) < len(v.probe) {
		return false
	}
	const same = 1e-5
	for i, s := range v.probe {
		if math.Abs(float64(s-again[i])) > same {
			return false
		}
	}
	return true
}

// settle is how many seconds before a position decoding begins, so that the
// samples do not depend on earlier sound.
const settle = 2

// decodeFrom decodes an item from one of its frames on.
func decodeFrom(ctx context.Context, f *ffmpeg.Runner, sound *ffmpeg.Sound, o *Outline, from int64, hear func([]float32) error) error {
	at, second := o.First+from, int64(0)
	if o.Seekable {
		second = max(0, at/Rate-settle)
	}
	skip, left := (at-second*Rate)*Channels, (o.Frames-from)*Channels
	return decodeFile(ctx, f, sound.Path, sound.Demuxer, sound.Audio.Duration, second, func(samples []float32) error {
		n := min(skip, int64(len(samples)))
		skip -= n
		samples = samples[n:]
		samples = samples[:min(int64(len(samples)), left)]
		left -= int64(len(samples))
		if err := hear(samples); err != nil {
			return err
		}
		if left == 0 {
			return errEnough
		}
		return nil
	})
}
