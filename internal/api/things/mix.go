package things

import (
	"time"

	"sonora/internal/edge"
	"sonora/internal/music"
)

// MixJSON is a DJ mix as listeners see it.
type MixJSON struct {
	ID            string    `json:"id"`
	Title         string    `json:"title"`
	DJName        string    `json:"djName"`
	Artist        string    `json:"artist" doc:"The same as djName."`
	AudioURL      string    `json:"audioUrl"`
	CoverImageURL *string   `json:"coverImageUrl"`
	CoverURL      *string   `json:"coverUrl" doc:"The same as coverImageUrl."`
	Duration      float64   `json:"duration" doc:"Seconds."`
	Genre         string    `json:"genre"`
	Category      string    `json:"category"`
	Likes         int64     `json:"likes"`
	Plays         int64     `json:"plays"`
	CreatedAt     time.Time `json:"createdAt"`
	BPM           *float64  `json:"bpm"`
	Tags          []string  `json:"tags" nullable:"false"`
	Description   string    `json:"description"`
	IsPublic      bool      `json:"isPublic" doc:"Whether visitors see it."`
}

// EncodeMix encodes a mix for listeners.
func EncodeMix(m *music.Mix) MixJSON {
	cover := edge.OrNull(m.CoverImageURL)
	return MixJSON{
		ID: m.ID, Title: m.Title, DJName: m.DJName, Artist: m.DJName, AudioURL: m.AudioURL, CoverImageURL: cover, CoverURL: cover,
		Duration: m.Duration.Seconds(), Genre: m.Genre, Category: m.Category, Likes: m.Likes, Plays: m.Plays, CreatedAt: m.CreatedAt.UTC(),
		BPM: edge.OrNull(m.BPM), Tags: m.Tags, Description: m.Description, IsPublic: m.IsPublic,
	}
}
