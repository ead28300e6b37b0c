package fakelib

import (
	"encoding/binary"
	"math"
)

// Clicks returns a 16-bit mono WAV file at 44.1 kHz with a drum on every beat
// of a tempo, the first of each four louder, over an A minor chord.
func Clicks(bpm float64, seconds int) []byte {
	n := seconds * sampleRate
	b := WAVHeader(sampleRate, 1, n)
	period := 60 / bpm
	for i := range n {
		t := float64(i) / sampleRate
		beat := int(t / period)
		since := t - float64(beat)*period
		drum := 0.5
		if beat%4 == 0 {
			drum = 0.7
		}
		v := drum * math.Exp(-since*30) * math.Sin(2*math.Pi*60*since)
		v += 0.2 * math.Exp(-since*200) * math.Sin(2*math.Pi*3000*since)
		for _, hz := range []float64{220, 261.63, 329.63, 440} {
			v += 0.04 * math.Sin(2*math.Pi*hz*t)
		}
		b = binary.LittleEndian.AppendUint16(b, uint16(int16(v*math.MaxInt16)))
	}
	return b
}

// WAVHeader returns the header of a WAV file with 16-bit samples.
func WAVHeader(rate, channels, samples int) []byte {
	data := samples * channels * 2
	b := binary.LittleEndian.AppendUint32([]byte("RIFF"), uint32(36+data))
	b = append(b, "WAVEfmt \x10\x00\x00\x00\x01\x00"...)
	b = binary.LittleEndian.AppendUint16(b, uint16(channels))
	b = binary.LittleEndian.AppendUint32(b, uint32(rate))
	b = binary.LittleEndian.AppendUint32(b, uint32(rate*channels*2))
	b = binary.LittleEndian.AppendUint16(b, uint16(channels*2))
	b = append(b, "\x10\x00data"...)
	return binary.LittleEndian.AppendUint32(b, uint32(data))
}
