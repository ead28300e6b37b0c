package similarity

import (
	"context"

	"sonora/internal/music"
)

// tracksPerArtist is how many similar tracks are looked at for each artist.
const tracksPerArtist = 10

// maxSeen is the most tracks that SimilarArtists looks at.
const maxSeen = 500

// SimilarArtists returns up to maxCount other artists with tracks like those of an
// artist, the most similar first. It returns NotFound if the viewer may not see the
// artist.
func (s *Service) SimilarArtists(ctx context.Context, v music.Viewer, artistID string, maxCount int) ([]music.Artist, error) {
	if maxCount <= 0 {
		return nil, nil
	}
	found, err := s.Mix(ctx, v, Start{ArtistID: artistID}, min(maxCount*tracksPerArtist, maxSeen), 0)
	if err != nil {
		return nil, err
	}
	ids, known := []string{}, map[string]bool{artistID: true, "": true}
	for i := range found.Tracks {
		if id := found.Tracks[i].ArtistID; !known[id] && len(ids) < maxCount {
			known[id] = true
			ids = append(ids, id)
		}
	}
	return s.Store.ArtistsByID(ctx, v, ids)
}
