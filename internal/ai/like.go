package ai

import (
	"context"

	"sonora/internal/ai/compose/plan"
	"sonora/internal/ai/compose/score"
	"sonora/internal/music"
	"sonora/internal/sound"
	"sonora/internal/words"
)

var errNotAnalysed = music.NewError(music.Conflict, "The sound of this track is not analysed yet. Try again in a few minutes, or describe the music.")

// like returns what a piece takes from a track that the viewer may hear: its tempo, key,
// energy and form. It returns nothing for the ID "", NotFound for a hidden track, and
// Conflict until the track is analysed.
func (s *Service) like(ctx context.Context, v music.Viewer, trackID string) (plan.Like, error) {
	if trackID == "" {
		return plan.Like{}, nil
	}
	t, err := s.Store.TrackAnalysis(ctx, v, trackID)
	if err != nil {
		return plan.Like{}, err
	}
	if t.Measured == nil {
		return plan.Like{}, errNotAnalysed
	}
	return likeOf(s.Correct(t.Measured, &t.Edit)), nil
}

// resembling returns a request for music like a track, in the viewer's language. It
// returns NotFound for a hidden track.
func (s *Service) resembling(ctx context.Context, v music.Viewer, trackID string) (string, error) {
	t, err := s.Store.Track(ctx, v, trackID)
	if err != nil {
		return "", err
	}
	return words.Render(music.LanguageOf(ctx), music.Say("Like %s", t.Title)), nil
}

// likeOf reduces an analysis to what a piece may take from a track.
func likeOf(a *sound.Analysis) plan.Like {
	like := plan.Like{BPM: a.Tempo.BPM, Energy: a.Energy}
	if a.Key.Valid() {
		like.Key = score.Key{Tonic: a.Key.Tonic(), Mode: score.Major}
		if a.Key.Minor() {
			like.Key.Mode = score.Minor
		}
	}
	for _, section := range a.Sections {
		like.Sections = append(like.Sections, plan.LikeSection{Seconds: section.End - section.Start, Energy: section.Energy})
	}
	return like
}
