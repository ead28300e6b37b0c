package render

import (
	"errors"
	"math"

	"sonora/internal/automix/plan"
	"sonora/internal/dsp"
	"sonora/internal/dsp/hpss"
)

const (
	crossover  = 180.0 // Hz, between the bass and the rest
	centreDip  = 1.5   // dB by which both tracks are attenuated in the middle of a blend
	echoDecay  = 0.5   // gain of each repetition, relative to the one before
	echoSmooth = 240   // frames over which repetitions blend: 5 ms
)

// join mixes the sound of a join into a, the track that ends; b is the track
// that begins. Both hold the stereo samples of the whole join.
func join(j *plan.Join, a, b []float32) error {
	if j.Kind == plan.Blend {
		return blend(j, a, b)
	}
	if j.Kind == plan.Echo {
		echo(a, int(j.Beat()))
	}
	frames := len(a) / 2
	for i := range frames {
		down, up := levels(float64(i) / float64(frames))
		if j.Kind == plan.Echo {
			down = min(1, down*2)
		}
		a[2*i] = down*a[2*i] + up*b[2*i]
		a[2*i+1] = down*a[2*i+1] + up*b[2*i+1]
	}
	return nil
}

// levels returns the gains of an equal-power fade after a part of it, 0 to 1.
func levels(part float64) (down, up float32) {
	s, c := math.Sincos(math.Pi / 2 * min(max(part, 0), 1))
	return float32(c), float32(s)
}

// blend mixes b into a, on the beat. At any time, only one of them has bass.
func blend(j *plan.Join, a, b []float32) error {
	bassA, bassB := dsp.Bass(a, plan.Rate, crossover), dsp.Bass(b, plan.Rate, crossover)
	if j.Keys == plan.Clash {
		if err := errors.Join(fadeMelody(j, a, bassA, false), fadeMelody(j, b, bassB, true)); err != nil {
			return err
		}
	}
	frames := len(a) / 2
	swap, beat := float64(j.Swap()-j.At), float64(j.Beat())
	for i := range frames {
		part := float64(i) / float64(frames)
		dip := math.Pow(10, -centreDip/20*math.Pow(math.Sin(math.Pi*part), 2))
		const early = 0.4 // part of the blend after which the first track fades out
		down, _ := levels((part - early) / (1 - early))
		_, up := levels(part / (1 - early))
		down, up = down*float32(dip), up*float32(dip)
		// The bass swap takes the beat before its end. Both kicks are in phase,
		// so the gains add up to one.
		there := min(max((float64(i)-swap)/beat+1, 0), 1)
		bassUp := float32(0.5 - 0.5*math.Cos(math.Pi*there))
		for c := 2 * i; c < 2*i+2; c++ {
			bass := (1-bassUp)*bassA[c] + bassUp*bassB[c]
			a[c] = bass + down*(a[c]-bassA[c]) + up*(b[c]-bassB[c])
		}
	}
	return nil
}

// fadeMelody fades the melody of a track in or out within the bar around the bass
// swap, and leaves its drums and its bass, so that two keys that clash are hardly
// heard at the same time.
func fadeMelody(j *plan.Join, sound, bass []float32, in bool) error {
	rest := make([]float32, len(sound))
	for i, v := range sound {
		rest[i] = v - bass[i]
	}
	swap, bar := float64(j.Swap()-j.At), float64(j.Beat()*int64(j.Meter))
	at := 0
	s := hpss.New(func(drums, melody []float32) error {
		for i := range drums {
			gain, up := levels((float64((at+i)/2)-swap)/bar + 0.5)
			if in {
				gain = up
			}
			sound[at+i] = bass[at+i] + drums[i] + gain*melody[i]
		}
		at += len(drums)
		return nil
	})
	return errors.Join(s.Write(rest), s.Close())
}

// echo repeats the first beat, each time more quietly.
func echo(a []float32, beat int) {
	frames := len(a) / 2
	if beat < 2*echoSmooth || frames <= beat {
		return
	}
	after := append([]float32(nil), a[2*beat:2*min(frames, beat+echoSmooth)]...) // the sound after the beat
	for i := beat; i < frames; i++ {
		within := i % beat
		for c := range 2 {
			v := echoDecay * a[2*(i-beat)+c]
			if k := 2*within + c; k < len(after) {
				fade := float32(within) / echoSmooth
				level := float32(math.Pow(echoDecay, float64(i/beat-1)))
				v = fade*v + (1-fade)*level*after[k]
			}
			a[2*i+c] = v
		}
	}
}
