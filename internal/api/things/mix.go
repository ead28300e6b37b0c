package things

import (
	"context"

	"sonora/internal/edge"
	"sonora/internal/edge/scalar"
	"sonora/internal/music"
)

// MixJSON is a DJ mix as listeners see it.
type MixJSON struct {
	ID            string         `json:"id" doc:"ID of the mix." example:"m4Yd7Cj2B"`
	Title         string         `json:"title" doc:"Title of the mix." example:"Harbour Nights 12"`
	DJName        string         `json:"djName" doc:"Name of the DJ." example:"Marta Vidal"`
	Artist        string         `json:"artist" doc:"The same as djName."`
	AudioURL      string         `json:"audioUrl" doc:"Path of the audio on this server, or an address elsewhere."`
	CoverImageURL *string        `json:"coverImageUrl" doc:"Address of the picture; null for none."`
	CoverURL      *string        `json:"coverUrl" doc:"The same as coverImageUrl."`
	Duration      float64        `json:"duration" doc:"Seconds."`
	Genre         string         `json:"genre" doc:"Genre; may be empty." example:"Deep house"`
	Category      string         `json:"category" doc:"Category that the operator chose; may be empty."`
	Likes         int64          `json:"likes" doc:"Number of people who like it."`
	Plays         int64          `json:"plays" doc:"How often it has been played."`
	CreatedAt     edge.Time      `json:"createdAt" doc:"When it was added or published."`
	BPM           *scalar.Tenths `json:"bpm" doc:"Beats per minute; null if unknown." example:"122"`
	Tags          []string       `json:"tags" nullable:"false" doc:"Free tags, in the order given."`
	Description   string         `json:"description" doc:"Text about the mix; may be empty."`
	IsPublic      bool           `json:"isPublic" doc:"Whether visitors see it."`
	IsOwn         bool           `json:"isOwn" doc:"Whether you published it."`
	// EarlyUntil stays after it has passed.
	EarlyUntil edge.TimeOrNull `json:"earlyUntil" doc:"When its early access ends: until then, only whoever published it, operators and people whose plan includes early access can play it. Null if it has none."`
}

// EncodeMix encodes a mix for a listener.
func EncodeMix(ctx context.Context) func(*music.Mix) MixJSON {
	own := edge.Viewer(ctx).AccountID
	return func(m *music.Mix) MixJSON { return encodeMix(m, own) }
}

func encodeMix(m *music.Mix, viewer string) MixJSON {
	cover := edge.OrNull(m.CoverImageURL)
	return MixJSON{
		ID: m.ID, Title: m.Title, DJName: m.DJName, Artist: m.DJName, AudioURL: m.AudioURL, CoverImageURL: cover, CoverURL: cover,
		Duration: m.Duration.Seconds(), Genre: m.Genre, Category: m.Category, Likes: m.Likes, Plays: m.Plays, CreatedAt: edge.Time(m.CreatedAt),
		BPM: edge.OrNull(scalar.InTenths(m.BPM)), Tags: m.Tags, Description: m.Description, IsPublic: m.IsPublic,
		IsOwn: viewer != "" && m.OwnerID == viewer, EarlyUntil: edge.TimeOrNull(m.EarlyUntil),
	}
}
