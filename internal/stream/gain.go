package stream

import (
	"math"

	"sonora/internal/sound"
)

// GainMode says which loudness a listener wants.
type GainMode string

const (
	NoGain    GainMode = "off"
	TrackGain GainMode = "track" // all tracks equally loud
	AlbumGain GainMode = "album" // all albums, their tracks as on the record
)

const (
	// referenceLUFS is the loudness ReplayGain 2.0 aims at.
	referenceLUFS = -18
	// ceiling is the highest true peak in dB that leaves room for what lossy
	// codecs add.
	ceiling = -1
	maxGain = 24 // dB, up or down
)

// Level is how far music is from the reference loudness.
type Level struct {
	Gain float64  // dB that bring it there
	Peak *float64 // dB of full scale; nil when it is not known
}

// LevelOf is the level of a track, or of its album where that is known: by its
// tags, or else by what was measured. It is false when nothing is known.
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
	if t.Loudness != nil { // better than the peak of the samples
		peak, peaked = max(peak, t.Loudness.TruePeak), true
	}
	if !peaked {
		return Level{Gain: gain}, true
	}
	return Level{Gain: gain, Peak: &peak}, true
}

// Gain is the change in dB that a listener wants for a track. It never makes
// the sound clip: where the peak is not known, it makes nothing louder.
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
