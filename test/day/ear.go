package main

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"os/exec"
	"strconv"
	"time"
)

const (
	rate   = 11025
	window = 1024 // samples in which tones are told apart: 93 ms
)

// moment is what was heard in one window.
type moment struct {
	at    time.Time
	level float64     // dBFS
	tones map[int]int // tones that are audible, in dB below full scale
	loud  int         // the loudest tone; 0 for none

	// isBurst marks the first seconds of a connection. A station that starts
	// makes them at once, before its clock runs.
	isBurst bool
}

// burst is the sound that a connection gets at once, with a margin.
const burst = 6 * time.Second

const (
	silent  = -50 // dBFS
	audible = 18  // dB below the loudest tone
)

// decode returns the samples of a file or of the bytes on its standard input.
func decode(ctx context.Context, file string) ([]float64, error) {
	out, err := exec.CommandContext(ctx, "ffmpeg", "-v", "fatal", "-nostdin", "-i", file, "-ac", "1", "-ar", strconv.Itoa(rate), "-f", "s16le", "-").Output()
	if err != nil {
		return nil, fmt.Errorf("decode %s: %w", file, err)
	}
	samples := make([]float64, len(out)/2)
	for i := range samples {
		samples[i] = float64(int16(binary.LittleEndian.Uint16(out[2*i:]))) / 32768
	}
	return samples, nil
}

// goertzel measures one tone.
type goertzel struct {
	tone  int
	twice float64 // 2 cos ω
}

var meters = func() []goertzel {
	var all []goertzel
	add := func(tone int) {
		all = append(all, goertzel{tone, 2 * math.Cos(2*math.Pi*float64(tone)/rate)})
	}
	for _, k := range kinds {
		for i := range k.count {
			add(k.tone + i*toneStep)
		}
	}
	add(helloTone)
	add(goodbyeTone)
	for i := range djTones {
		add(djTone + i*toneStep)
	}
	return all
}()

// shape is a Hann window.
var shape = func() (w [window]float64) {
	for i := range w {
		w[i] = 0.5 - 0.5*math.Cos(2*math.Pi*float64(i)/window)
	}
	return w
}()

// hear returns what a window of sound holds.
func hear(samples []float64) (m moment) {
	var shaped [window]float64
	sum := 0.0
	for i, s := range samples[:window] {
		sum += s * s
		shaped[i] = s * shape[i]
	}
	m.level = decibels(math.Sqrt(sum / window))
	if m.level < silent {
		return m
	}
	m.tones = map[int]int{}
	best := math.Inf(-1)
	levels := make([]float64, len(meters))
	for i, g := range meters {
		var a, b float64
		for _, s := range shaped {
			a, b = s+g.twice*a-b, a
		}
		levels[i] = decibels(math.Sqrt(max(a*a+b*b-g.twice*a*b, 0)) * 4 / window)
		if levels[i] > best {
			best, m.loud = levels[i], g.tone
		}
	}
	for i, g := range meters {
		if levels[i] > max(best-audible, silent) {
			m.tones[g.tone] = int(levels[i])
		}
	}
	return m
}

func decibels(a float64) float64 { return 20 * math.Log10(max(a, 1e-9)) }

// span of one window.
const windowTime = time.Second * window / rate

// heard returns what a listener heard in a take, window by window.
func (t *take) heard(ctx context.Context) ([]moment, error) {
	samples, err := decode(ctx, t.file)
	if err != nil {
		return nil, err
	}
	c := t.clock(time.Duration(len(samples)) * time.Second / rate)
	var moments []moment
	for i := 0; i+window <= len(samples); i += window {
		m := hear(samples[i:])
		p := time.Duration(i+window/2) * time.Second / rate
		m.at, m.isBurst = c.at(p), p < burst
		moments = append(moments, m)
	}
	return moments, nil
}
