package playout

import (
	"bytes"
	"context"
	"math"
	"sync/atomic"
	"time"

	"sonora/internal/radio/frame"
	"sonora/internal/radio/mix"
)

const (
	// probeEvery is how often sound that passes through is measured. Decoding
	// all of it would cost more than sending it.
	probeEvery = 5 * time.Second
	probeSound = 2 * time.Second // length of sound that is measured, the last that was sent
	probeTime  = 4 * time.Second // time until a decoder is stopped
)

// probe measures the loudness of frames that pass through, at intervals. If
// they cannot be decoded, it measures nothing.
type probe struct {
	due      time.Time
	isBusy   atomic.Bool
	result   atomic.Pointer[float64] // dBFS; the decoder writes it and the station takes it
	level    float64
	measured time.Time // zero if never
	quiet    time.Duration
}

// listen starts a measurement when it is time, and takes the result of the last
// one.
func (p *probe) listen(s *Engine, o *output, now time.Time) {
	if level := p.result.Swap(nil); level != nil {
		p.take(*level, now)
	}
	if now.Before(p.due) || p.isBusy.Load() {
		return
	}
	p.due = now.Add(probeEvery)
	if s.Sound == nil {
		return
	}
	chunks := o.hub.Since(probeSound)
	if len(chunks) == 0 {
		return
	}
	stream := append([]byte(nil), chunks[0].Header...)
	for _, c := range chunks {
		if c.NewHeader && c != chunks[0] {
			return // a new stream starts in the middle: wait for the next time
		}
		stream = append(stream, c.Data...)
	}
	p.isBusy.Store(true)
	ctx, codec := s.ctx, o.codec
	s.probes.Go(func() {
		defer p.isBusy.Store(false)
		sound, err := s.Sound(ctx, s.config.Load())
		if err != nil {
			return
		}
		if level, ok := levelOf(ctx, sound, codec, stream); ok {
			p.result.Store(&level)
		}
	})
}

// take records a level. The time between two silent measurements counts as
// silent.
func (p *probe) take(level float64, now time.Time) {
	switch {
	case level >= silentBelow:
		p.quiet = 0
	case p.measured.IsZero() || p.level >= silentBelow:
		p.quiet = probeSound
	default:
		p.quiet += now.Sub(p.measured)
	}
	p.level, p.measured = level, now
}

// dBFS returns the last level, or Silent if nothing was measured recently.
func (p *probe) dBFS(now time.Time) float64 {
	if p.measured.IsZero() || now.Sub(p.measured) > 3*probeEvery {
		return Silent
	}
	return max(p.level, Silent+1) // measured silence differs from no measurement
}

// levelOf decodes a few seconds and measures their loudness in dBFS.
func levelOf(ctx context.Context, sound Sound, codec frame.Codec, stream []byte) (level float64, ok bool) {
	ctx, cancel := context.WithTimeout(ctx, probeTime)
	defer cancel()
	ring := mix.NewRing(4 * probeSound)
	if err := sound.Decode(ctx, codec, bytes.NewReader(stream), ring); err != nil {
		return 0, false
	}
	block, power, samples := make([]float32, mix.BlockSamples), 0.0, 0
	for n := ring.Read(block); n > 0; n = ring.Read(block) {
		for _, v := range block[:n] {
			power += float64(v) * float64(v)
		}
		samples += n
	}
	if samples == 0 {
		return 0, false
	}
	return max(Silent, 10*math.Log10(power/float64(samples)+1e-12)), true
}
