// Package wave makes up sounds and writes them as WAV files.
package wave

import (
	"encoding/binary"
	"math"
)

// Rate is the sample rate of all sounds here, in Hz.
const Rate = 48_000

// Sound returns the sample at a time in seconds.
type Sound func(seconds float64) float64

// Tone is a sine of an amplitude in dB.
func Tone(hz, db float64) Sound {
	amplitude := math.Pow(10, db/20)
	return func(s float64) float64 { return amplitude * math.Sin(2*math.Pi*hz*s) }
}

// Noise has a peak level in dB. Two noises of one level are the same.
func Noise(db float64) Sound {
	state, amplitude := uint32(1), math.Pow(10, db/20)
	return func(float64) float64 {
		state = state*1664525 + 1013904223
		return amplitude * (float64(state)/(1<<31) - 1)
	}
}

// Within is silent outside a stretch.
func Within(from, to float64, sound Sound) Sound {
	return func(s float64) float64 {
		if s < from || s >= to {
			return 0
		}
		return sound(s)
	}
}

// Clicks has a click of 3 ms at a frequency on every beat, over a quiet tone
// that keeps the rest from being silence.
func Clicks(bpm, first, hz float64) Sound {
	return func(s float64) float64 {
		since := math.Mod(s-first+60*60/bpm, 60/bpm)
		v := 0.03 * math.Sin(2*math.Pi*110*s)
		if s >= first-1e-9 && since < 0.003 {
			v += 0.5 * math.Sin(2*math.Pi*hz*since)
		}
		return v
	}
}

// Drums is a tone with a bass drum on each beat.
func Drums(bpm, kickHz, toneHz float64) Sound {
	tone := Tone(toneHz, -24)
	return func(s float64) float64 {
		since := math.Mod(s, 60/bpm)
		return tone(s) + 0.5*math.Exp(-25*since)*math.Sin(2*math.Pi*(kickHz*since+2.5*(1-math.Exp(-40*since))))
	}
}

// Stereo returns the samples of a sound, the same on both channels.
func Stereo(seconds float64, sound Sound) []float32 {
	samples := make([]float32, 2*int(seconds*Rate))
	for i := 0; i < len(samples); i += 2 {
		v := float32(sound(float64(i/2) / Rate))
		samples[i], samples[i+1] = v, v
	}
	return samples
}

// File returns a stereo WAV file with 32-bit float samples.
func File(seconds float64, sound Sound) []byte {
	const frame = 8 // bytes
	size := int(seconds*Rate) * frame
	b := make([]byte, 0, 44+size)
	b = binary.LittleEndian.AppendUint32(append(b, "RIFF"...), uint32(36+size))
	b = append(b, "WAVEfmt \x10\x00\x00\x00\x03\x00\x02\x00"...)
	b = binary.LittleEndian.AppendUint32(b, Rate)
	b = binary.LittleEndian.AppendUint32(b, Rate*frame)
	b = binary.LittleEndian.AppendUint32(append(b, "\x08\x00\x20\x00data"...), uint32(size))
	for i := range size / frame {
		v := math.Float32bits(float32(sound(float64(i) / Rate)))
		b = binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(b, v), v)
	}
	return b
}
