package sound

import (
	"time"

	"sonora/internal/music"
)

// Basis is what a selection of similar music is based on.
type Basis string

// The bases of a selection.
const (
	BasisSound Basis = "sound" // how tracks sound
	BasisTags  Basis = "tags"  // artists, genres and tempo, if the sound is unknown
)

// Selection is a list of tracks chosen by similarity.
type Selection struct {
	Tracks []music.Track
	Basis  Basis
}

// Seed is a track to start from, or a candidate.
type Seed struct {
	Seq      int64
	ID       string
	ArtistID string
	Genre    string // first genre
	Tempo    float64
	AudioKey uint64 // of its sound
}

// TrackVector is the similarity vector of a track, with who may hear it.
type TrackVector struct {
	Seq        int64
	ArtistID   string
	OwnerID    string // "" for the operator's library
	IsPublic   bool
	AudioKey   uint64
	AnalysedAt time.Time
	Vector     []float32 // nil if not requested
}
