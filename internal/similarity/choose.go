package similarity

import (
	"context"

	"sonora/internal/music"
	"sonora/internal/sound"
)

// request describes the list that a caller wants.
type request struct {
	viewer    music.Viewer
	seeds     []sound.Seed
	before    []sound.Seed // tracks to leave out
	first     *sound.Seed  // track to start with
	maxCount  int
	arrange   func([]hit) // reorders the nearest tracks
	onlySongs bool        // whether to leave out the sound of mixes
}

// choose returns a list of tracks that sound like the seeds. If there are too
// few, it adds tracks that are related by tags.
func (s *Service) choose(ctx context.Context, w request) (*sound.Selection, error) {
	x, err := s.ready(ctx)
	if err != nil {
		return nil, err
	}
	l, basis := newList(x.known(w.before)), sound.BasisTags
	if w.first != nil {
		l.picked = x.known([]sound.Seed{*w.first})
		l.used[w.first.Seq] = true
	}
	if seeds := x.hits(seqs(w.seeds)); len(seeds) > 0 {
		basis = sound.BasisSound
		x.near(l, w.viewer, like(seeds), w.maxCount, w.arrange)
	}
	if len(l.picked) < w.maxCount {
		if err := s.relate(ctx, l, w); err != nil {
			return nil, err
		}
	}
	return s.selection(ctx, w, l.picked, basis)
}

// relate fills a list with tracks that are related by tags.
func (s *Service) relate(ctx context.Context, l *list, w request) error {
	related, err := s.Store.RelatedTracks(ctx, w.viewer, w.seeds, w.maxCount+len(l.used))
	if err != nil {
		return err
	}
	candidates := make([]hit, len(related))
	for i := range related {
		candidates[i] = hitOf(&related[i])
	}
	for spread := ofArtist; spread <= window; spread++ {
		l.fill(candidates, w.maxCount, spread)
	}
	return nil
}

func (s *Service) selection(ctx context.Context, w request, picked []hit, basis sound.Basis) (*sound.Selection, error) {
	order := make([]int64, len(picked))
	for i := range picked {
		order[i] = picked[i].seq
	}
	read := s.Store.TracksInOrder
	if w.onlySongs {
		read = s.Store.SongsInOrder
	}
	tracks, err := read(ctx, w.viewer, order)
	if err != nil {
		return nil, err
	}
	return &sound.Selection{Tracks: tracks, Basis: basis}, nil
}

func seqs(seeds []sound.Seed) []int64 {
	out := make([]int64, len(seeds))
	for i := range seeds {
		out[i] = seeds[i].Seq
	}
	return out
}

// known returns a hit for each seed, with its code if it is in the index.
func (x *index) known(seeds []sound.Seed) []hit {
	bySeq := map[int64]hit{}
	for _, h := range x.hits(seqs(seeds)) {
		bySeq[h.seq] = h
	}
	out := make([]hit, len(seeds))
	for i := range seeds {
		h, ok := bySeq[seeds[i].Seq]
		if !ok {
			h = hitOf(&seeds[i])
		}
		out[i] = h
	}
	return out
}

// track returns the seed with this ID, or NotFound if the viewer may not hear
// it.
func (s *Service) track(ctx context.Context, v music.Viewer, id string) (*sound.Seed, error) {
	seeds, err := s.Store.Seeds(ctx, v, []string{id})
	if err != nil {
		return nil, err
	}
	if len(seeds) == 0 {
		return nil, music.ErrNotFound
	}
	return &seeds[0], nil
}

// Similar returns up to maxCount songs that sound like the given track, the most
// similar first. It returns NotFound if the viewer may not hear that track.
func (s *Service) Similar(ctx context.Context, v music.Viewer, id string, maxCount int) (*sound.Selection, error) {
	seed, err := s.track(ctx, v, id)
	if err != nil {
		return nil, err
	}
	seeds := []sound.Seed{*seed}
	return s.choose(ctx, request{viewer: v, seeds: seeds, before: seeds, maxCount: maxCount, onlySongs: true})
}
