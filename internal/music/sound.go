package music

import "time"

// TrackSound is what it takes to convert a track for a listener.
type TrackSound struct {
	TrackFile
	Duration   time.Duration
	BitDepth   int // bits per sample, 0 for lossy formats
	ReplayGain ReplayGain
	// Loudness was measured; nil before that. AlbumLoudness is of all tracks of
	// the album that were measured.
	Loudness, AlbumLoudness *Loudness
}
