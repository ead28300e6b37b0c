package sound

import (
	"time"

	"sonora/internal/music"
)

// Basis says what a choice of similar music stands on.
type Basis string

// The bases of a choice.
const (
	BasisSound Basis = "sound" // how tracks sound
	BasisTags  Basis = "tags"  // artists, genres and tempo, where the sound is not known
)

// Selection is music chosen for somebody.
type Selection struct {
	Tracks []music.Track
	Basis  Basis
}

// Seed is a track as the start of a choice, or as a candidate for it.
type Seed struct {
	Seq      int64
	ID       string
	ArtistID string
	Genre    string // the first one
	Tempo    float64
	AudioKey uint64 // of its sound
}

// TrackVector is how a track sounds, and who may hear it.
type TrackVector struct {
	Seq        int64
	ArtistID   string
	OwnerID    string // "" for the operator's library
	IsPublic   bool
	AudioKey   uint64
	AnalysedAt time.Time
	Vector     []float32 // nil where it was not asked for
}
