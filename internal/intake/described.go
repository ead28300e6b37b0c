package intake

import "time"

// Described is a track as a file of another service or program describes it. What the
// file leaves out is empty.
type Described struct {
	Title, Artist, Album string
	RecordingID          string // of MusicBrainz
	Path                 string // of its file, or a file URL
	Duration             time.Duration
}

// Match is the track that a Described means.
type Match struct {
	TrackID   string // "" for none
	Ambiguous bool   // several tracks fit equally well
}
