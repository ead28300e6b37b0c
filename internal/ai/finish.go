package ai

import (
	"context"
	"encoding/json"

	"sonora/internal/ai/compose/judge"
	"sonora/internal/ai/compose/style"
	"sonora/internal/generation"
	"sonora/internal/music"
)

// keep turns a file into a track of the person and the generation ready. A piece
// with a verdict above the operator's threshold needs no review.
func (w *work) keep(ctx context.Context, path string, verdict *judge.Verdict) error {
	err := w.change(ctx, func(x *generation.Generation) { x.State, x.Stage = generation.Finishing, generation.Filing })
	if err != nil {
		return err
	}
	review := generation.Review{Verdict: generation.Pending, Score: generation.NoScore}
	if verdict != nil {
		review.Score = verdict.Score
		if review.Parts, err = json.Marshal(verdict.Parts); err != nil {
			return err
		}
		if least := w.Settings().AIAutoApprove; least > 0 && verdict.Score >= least && w.x.Provider == generation.BuiltIn {
			review.Verdict, review.At = generation.Approved, w.Now()
		}
	}
	trackID, err := w.keepTrack(ctx, path, review.Verdict == generation.Approved)
	if err != nil {
		return err
	}
	// The track exists, so a cancellation comes too late.
	x, err := w.Store.ChangeGeneration(context.WithoutCancel(ctx), w.x.ID, w.Now(), func(x *generation.Generation) error {
		x.State, x.Stage, x.Progress, x.TrackID, x.Review = generation.Ready, "", 1, trackID, review
		return nil
	})
	if err != nil {
		return err
	}
	w.log(context.WithoutCancel(ctx), x, generation.LogSuccess)
	w.tell(x, string(x.State))
	w.Events.Publish(generation.ReviewsChanged)
	return nil
}

// keepTrack makes a track of a file, which belongs to the person. Doing it again
// after an interruption gives the same track.
func (w *work) keepTrack(ctx context.Context, path string, public bool) (string, error) {
	genre := w.x.Style
	if s := style.Named(w.x.Style); s != nil {
		genre = s.Label.English
	}
	return w.Keep(ctx, music.Viewer{AccountID: w.x.OwnerID}, w.x.ID, path, Track{
		Title: w.x.Title, Artist: w.x.OwnerName, Genre: genre, Duration: w.x.Duration.Seconds(), IsPublic: public,
	})
}
