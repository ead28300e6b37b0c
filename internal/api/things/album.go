package things

import (
	"time"

	"sonora/internal/edge"
	"sonora/internal/music"
)

// AlbumJSON is an album as clients see it.
type AlbumJSON struct {
	ID            string    `json:"id"`
	Title         string    `json:"title"`
	Artist        string    `json:"artist"`
	ArtistID      *string   `json:"artistId"`
	Year          *int      `json:"year"`
	Genre         string    `json:"genre"`
	Compilation   bool      `json:"compilation"`
	CoverImageURL *string   `json:"coverImageUrl"`
	TrackCount    int       `json:"trackCount"`
	DiscCount     int       `json:"discCount"`
	Duration      float64   `json:"duration" doc:"Seconds."`
	AddedAt       time.Time `json:"addedAt"`
}

// EncodeAlbum encodes an album for clients.
func EncodeAlbum(m *music.Album) AlbumJSON {
	return AlbumJSON{
		ID: m.ID, Title: m.Title, Artist: m.Artist, ArtistID: edge.OrNull(m.ArtistID), Year: edge.OrNull(m.Year), Genre: m.Genre,
		Compilation: m.Compilation, CoverImageURL: CoverURL(m.Cover), TrackCount: m.TrackCount, DiscCount: m.DiscCount,
		Duration: m.Duration.Seconds(), AddedAt: m.AddedAt.UTC(),
	}
}
