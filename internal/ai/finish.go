package ai

import (
	"context"
	"encoding/json"

	"sonora/internal/ai/compose/judge"
	"sonora/internal/ai/compose/style"
	"sonora/internal/generation"
	"sonora/internal/music"
)

// finishing is a generation whose file becomes a track.
func finishing(x *generation.Generation) { x.State, x.Stage = generation.Finishing, generation.Filing }

// keep turns a file into a track of the person and the generation ready.
func (w *work) keep(ctx context.Context, path string, verdict *judge.Verdict) error {
	if err := w.change(ctx, finishing); err != nil {
		return err
	}
	review, err := startOfReview(verdict)
	if err != nil {
		return err
	}
	kept := w.x
	kept.Review = review
	trackID, err := w.keepTrack(ctx, &kept, path)
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
	w.tellOperators(ctx, x)
	w.Events.Publish(generation.ReviewsChanged)
	return nil
}

// tellOperators tells of a piece that waits for a review, unless it is approved without
// one if it is like nothing else: then package review tells of it.
func (w *work) tellOperators(ctx context.Context, x *generation.Generation) {
	settings := w.Settings()
	if !settings.AnalyseTracks || !x.IsGood(settings.AIAutoApprove) {
		w.Operators.ReviewWaits(context.WithoutCancel(ctx), x.Title, x.OwnerName)
	}
}

// startOfReview returns the review with which a piece begins.
func startOfReview(verdict *judge.Verdict) (generation.Review, error) {
	review := generation.Review{Verdict: generation.Pending, Score: generation.NoScore}
	if verdict == nil {
		return review, nil
	}
	var err error
	review.Score = verdict.Score
	review.Parts, err = json.Marshal(verdict.Parts)
	return review, err
}

// keepTrack makes a track of the file of a generation, which belongs to the person.
// Doing it again after an interruption gives the same track.
func (w *work) keepTrack(ctx context.Context, x *generation.Generation, path string) (string, error) {
	genre := x.Style
	if s := style.Named(x.Style); s != nil {
		genre = s.Label.English
	}
	return w.Keep(ctx, music.Viewer{AccountID: x.OwnerID}, x.ID, path, Track{
		Title: x.Title, Artist: x.OwnerName, Genre: genre, Duration: x.Duration.Seconds(),
	})
}
