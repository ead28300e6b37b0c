package sound

import (
	"time"

	"sonora/internal/music"
)

// TrackSound is what it takes to convert a track for a listener.
type TrackSound struct {
	music.TrackFile
	Duration   time.Duration
	BitDepth   int // bits per sample, 0 for lossy formats
	ReplayGain music.ReplayGain
	// Loudness was measured; nil before that. AlbumLoudness is of all tracks of
	// the album that were measured.
	Loudness, AlbumLoudness *Loudness
}
