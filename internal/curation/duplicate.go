package curation

import (
	"context"

	"sonora/internal/music"
	"sonora/internal/people"
	"sonora/internal/stock"
)

// Sounds compares how tracks sound.
type Sounds interface {
	// Recordings returns a comparison of two tracks by their seqs: whether they sound like
	// the same recording, if both are analysed.
	Recordings(ctx context.Context) (func(a, b int64) (same, known bool), error)
}

// Duplicates returns a page of the recordings of which there are several files, with
// these files. Pages start at a position.
func (s *Service) Duplicates(ctx context.Context, v music.Viewer, at, limit int) (groups [][]stock.Copy, total int, err error) {
	candidates, err := s.Store.DuplicateCandidates(ctx)
	if err != nil {
		return nil, 0, err
	}
	alike, err := s.Sounds.Recordings(ctx)
	if err != nil {
		return nil, 0, err
	}
	all := stock.Duplicates(candidates, alike)
	shown := all[min(at, len(all)):]
	shown = shown[:min(limit, len(shown))]
	var ids []string
	for _, group := range shown {
		for i := range group {
			ids = append(ids, group[i].ID)
		}
	}
	copies, err := s.Store.Copies(ctx, v, ids)
	if err != nil {
		return nil, 0, err
	}
	groups = make([][]stock.Copy, len(shown))
	for i, group := range shown {
		for j := range group {
			if c, ok := copies[group[j].ID]; ok {
				groups[i] = append(groups[i], c)
			}
		}
	}
	return groups, len(all), nil
}

// Merge gives the places in playlists, likes, ratings, plays and DJ marks of some tracks to
// another one, then removes these tracks or hides them from visitors; failed has why
// that failed, by ID. Two operators who merge the same files one after the other cannot
// remove all of them, because the file of the kept track has to be there. Merge returns
// Forbidden unless the viewer is an operator, Invalid if the kept track is among the
// others, and NotFound if one of the tracks does not exist; then nothing is changed.
func (s *Service) Merge(ctx context.Context, v music.Viewer, keep string, others []string, remove bool) (failed map[string]error, err error) {
	if !v.IsAdmin() {
		return nil, music.ErrForbidden
	}
	s.merging.Lock()
	defer s.merging.Unlock()
	seen := map[string]bool{keep: true}
	for _, id := range others {
		if seen[id] {
			return nil, music.FieldError(music.Invalid, "others", music.Say("Name each file once."))
		}
		seen[id] = true
	}
	kept, err := s.Store.Track(ctx, v, keep)
	if err != nil {
		return nil, err
	}
	if err := s.Store.MergeTracks(ctx, keep, others); err != nil {
		return nil, err
	}
	s.note(ctx, v, people.TracksMerged, kept)
	failed = map[string]error{}
	for _, id := range others {
		if remove {
			failed[id] = s.Remove(ctx, v, id)
		} else {
			_, failed[id] = s.SetPublic(ctx, v, id, false)
		}
	}
	s.Events.Publish(music.Event{Type: music.EventLibrary})
	return failed, nil
}
