package similarity

import (
	"cmp"
	"context"
	"hash/fnv"
	"math/rand/v2"
	"slices"

	"sonora/internal/music"
	"sonora/internal/sound"
)

const (
	maxSeeds  = 50  // tracks of an artist, album or playlist that seed a mix
	looseness = 1.5 // how far randomness moves a track, relative to the length of the mix
)

// Start is the seed of an instant mix. Exactly one of the IDs is set.
type Start struct{ TrackID, ArtistID, AlbumID, PlaylistID string }

// Mix returns up to maxCount tracks similar to the start. A mix from a track
// begins with that track, any other mix with a track of the artist, album or
// playlist. The same seed gives the same mix as long as the library does not
// change. Mix returns NotFound if the viewer may not see the start, and Invalid
// unless exactly one ID is set.
func (s *Service) Mix(ctx context.Context, v music.Viewer, from Start, maxCount int, seed uint64) (*sound.Selection, error) {
	if from.count() != 1 {
		return nil, music.NewError(music.Invalid, "Name one track, artist, album or playlist.")
	}
	seeds, err := s.startSeeds(ctx, v, from)
	if err != nil {
		return nil, err
	}
	if len(seeds) == 0 {
		return &sound.Selection{Tracks: []music.Track{}, Basis: sound.BasisTags}, nil
	}
	r := rand.New(rand.NewPCG(seed, hashOf(from.TrackID+from.ArtistID+from.AlbumID+from.PlaylistID)))
	return s.choose(ctx, request{viewer: v, seeds: seeds, first: &seeds[r.IntN(len(seeds))], maxCount: maxCount, arrange: func(found []hit) { loosen(found, maxCount, r) }})
}

func (f *Start) count() (n int) {
	for _, id := range []string{f.TrackID, f.ArtistID, f.AlbumID, f.PlaylistID} {
		if id != "" {
			n++
		}
	}
	return n
}

func (s *Service) startSeeds(ctx context.Context, v music.Viewer, from Start) ([]sound.Seed, error) {
	if from.TrackID != "" {
		seed, err := s.track(ctx, v, from.TrackID)
		if err != nil {
			return nil, err
		}
		return []sound.Seed{*seed}, nil
	}
	if from.PlaylistID != "" {
		return s.playlistSeeds(ctx, v, from.PlaylistID)
	}
	seeds, err := s.Store.SeedsOf(ctx, v, music.TrackFilter{ArtistID: from.ArtistID, AlbumID: from.AlbumID}, maxSeeds)
	if err == nil && len(seeds) == 0 {
		err = music.ErrNotFound
	}
	return seeds, err
}

// playlistSeeds returns tracks spread over a playlist, or none if it is empty.
func (s *Service) playlistSeeds(ctx context.Context, v music.Viewer, id string) ([]sound.Seed, error) {
	p, err := s.Store.Playlist(ctx, v, id)
	switch {
	case err != nil:
		return nil, err
	case p.Kind == music.PlaylistSmart:
		return s.Store.SmartSeeds(ctx, v, p.Rules, p.ID, s.now(), maxSeeds)
	}
	return s.Store.PlaylistSeeds(ctx, v, p, maxSeeds)
}

func hashOf(text string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(text))
	return h.Sum64()
}

// loosen moves tracks back by random distances, so that mixes differ.
func loosen(found []hit, maxCount int, r *rand.Rand) {
	type moved struct {
		hit
		to float64
	}
	order := make([]moved, len(found))
	for i, h := range found {
		order[i] = moved{h, float64(i) + looseness*float64(maxCount)*r.Float64()}
	}
	slices.SortStableFunc(order, func(a, b moved) int { return cmp.Compare(a.to, b.to) })
	for i, m := range order {
		found[i] = m.hit
	}
}
