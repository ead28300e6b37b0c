package sound

import (
	"time"

	"sonora/internal/music"
)

// TrackSound holds the data needed to convert a track for a listener.
type TrackSound struct {
	music.TrackFile
	Duration   time.Duration
	BitDepth   int // bits per sample; 0 for lossy formats
	ReplayGain music.ReplayGain
	// Loudness is nil if the track was not measured. AlbumLoudness is that of
	// all measured tracks of the album.
	Loudness, AlbumLoudness *Loudness
}
