package stream

import (
	"math"

	"sonora/internal/sound"
)

// GainMode is how a listener wants loudness to be adjusted.
type GainMode string

const (
	NoGain    GainMode = "off"
	TrackGain GainMode = "track" // all tracks at the same loudness
	AlbumGain GainMode = "album" // all albums at the same loudness, with the differences between their tracks
)

const (
	// referenceLUFS is the target loudness of ReplayGain 2.0.
	referenceLUFS = -18
	// ceiling is the maximum true peak in dB, with headroom for what lossy
	// codecs add.
	ceiling = -1
	maxGain = 24 // dB, up or down
)

// Level is the difference of a track to the reference loudness.
type Level struct {
	Gain float64  // dB to reach it
	Peak *float64 // dBFS; nil if unknown
}

// LevelOf returns the level of a track, or of its album if that is known, from
// its tags or otherwise from measurements. It is false if neither is known.
func LevelOf(mode GainMode, t *sound.TrackSound) (Level, bool) {
	var gain, peak float64
	peaked := true
	tags := t.ReplayGain
	switch {
	case mode == AlbumGain && tags.HasAlbum:
		gain, peak, peaked = tags.AlbumGain, decibels(tags.AlbumPeak), tags.AlbumPeak > 0
	case mode == AlbumGain && t.AlbumLoudness != nil:
		gain, peak = referenceLUFS-t.AlbumLoudness.Integrated, t.AlbumLoudness.TruePeak
	case tags.HasTrack:
		gain, peak, peaked = tags.TrackGain, decibels(tags.TrackPeak), tags.TrackPeak > 0
	case t.Loudness != nil && t.Loudness.Integrated > sound.SilenceLUFS:
		gain, peak = referenceLUFS-t.Loudness.Integrated, t.Loudness.TruePeak
	default:
		return Level{}, false
	}
	if t.Loudness != nil { // more accurate than the sample peak
		peak, peaked = max(peak, t.Loudness.TruePeak), true
	}
	if !peaked {
		return Level{Gain: gain}, true
	}
	return Level{Gain: gain, Peak: &peak}, true
}

// Gain returns the gain in dB that a listener wants for a track. It never
// causes clipping, and amplifies nothing whose peak is unknown.
func Gain(mode GainMode, t *sound.TrackSound) float64 {
	if mode == NoGain || mode == "" {
		return 0
	}
	level, ok := LevelOf(mode, t)
	if !ok {
		return 0
	}
	peak := float64(ceiling)
	if level.Peak != nil {
		peak = *level.Peak
	}
	gain := min(level.Gain, ceiling-peak)
	if math.IsNaN(gain) {
		return 0
	}
	return math.Round(max(min(gain, maxGain), -maxGain)*100) / 100
}

func decibels(linear float64) float64 { return 20 * math.Log10(linear) }
