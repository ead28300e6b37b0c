package things

import (
	"sonora/internal/edge"
	"sonora/internal/music"
)

// AlbumJSON is an album as clients see it.
type AlbumJSON struct {
	ID            string    `json:"id" doc:"ID of the album." example:"b5Tr8Ws1K"`
	Title         string    `json:"title" doc:"Title of the album." example:"Blue Train"`
	Artist        string    `json:"artist" doc:"Album artists as one text." example:"John Coltrane"`
	ArtistID      *string   `json:"artistId" doc:"ID of the first album artist; null if the tags name none."`
	Year          *int      `json:"year" doc:"Year of the release; null if unknown." example:"1957"`
	Genre         string    `json:"genre" doc:"Most frequent genre of its tracks; empty for none." example:"Jazz"`
	Compilation   bool      `json:"compilation" doc:"Whether its tracks are by various artists."`
	CoverImageURL *string   `json:"coverImageUrl" doc:"Path of the cover; null if it has none."`
	TrackCount    int       `json:"trackCount" doc:"Number of tracks you may see." example:"5"`
	DiscCount     int       `json:"discCount" doc:"Number of discs." example:"1"`
	Duration      float64   `json:"duration" doc:"Seconds."`
	AddedAt       edge.Time `json:"addedAt" doc:"When its first track came into the library."`
}

// EncodeAlbum encodes an album for clients.
func EncodeAlbum(m *music.Album) AlbumJSON {
	return AlbumJSON{
		ID: m.ID, Title: m.Title, Artist: m.Artist, ArtistID: edge.OrNull(m.ArtistID), Year: edge.OrNull(m.Year), Genre: m.Genre,
		Compilation: m.Compilation, CoverImageURL: CoverURL(m.Cover), TrackCount: m.TrackCount, DiscCount: m.DiscCount,
		Duration: m.Duration.Seconds(), AddedAt: edge.Time(m.AddedAt),
	}
}
