package ai

import (
	"context"
	"encoding/json"
	"fmt"
	"os"

	"sonora/internal/ai/compose"
	"sonora/internal/ai/compose/file"
	"sonora/internal/ai/compose/judge"
	"sonora/internal/ai/compose/plan"
	"sonora/internal/blob"
	"sonora/internal/generation"
)

// mixed is the share of the work that is done when the sound is whole.
const mixed = 0.95

// compose composes a piece, which people can hear while it grows, and keeps it. The
// same plan gives the same sound, so it begins anew after an interruption.
func (w *work) compose(ctx context.Context) error {
	var p plan.Plan
	if err := json.Unmarshal(w.x.Plan, &p); err != nil {
		return fmt.Errorf("read the plan: %w", err)
	}
	if err := w.enterStage(ctx, generation.Writing); err != nil {
		return err
	}
	piece, err := compose.Write(p)
	if err != nil {
		return err
	}
	if err := w.enterStage(ctx, generation.Mixing); err != nil {
		return err
	}
	verdict, err := w.play(ctx, piece)
	if err != nil {
		return err
	}
	return w.keep(ctx, w.file(".flac"), verdict)
}

func (w *work) enterStage(ctx context.Context, stage generation.Stage) error {
	return w.change(ctx, func(x *generation.Generation) { x.Stage = stage })
}

// play renders a piece into two files: one that people hear while it grows, and
// the one that is kept. It rates what it heard.
func (w *work) play(ctx context.Context, piece *compose.Piece) (*judge.Verdict, error) {
	if err := os.MkdirAll(w.Folder, 0o750); err != nil {
		return nil, err
	}
	live, err := os.Create(w.file(".wav"))
	if err != nil {
		return nil, err
	}
	defer live.Close()
	stream := file.NewStream(live, piece)
	if err := stream.Begin(); err != nil {
		return nil, err
	}
	w.mu.Lock()
	w.sound = blob.NewGrowing(live.Name(), stream.Size())
	w.mu.Unlock()
	kept, err := file.Create(w.file(".flac"), piece.Plan.Seed)
	if err != nil {
		return nil, err
	}
	defer kept.Discard()
	ears, err := judge.Listen(piece.Score)
	if err != nil {
		return nil, err
	}
	err = piece.Play(ctx, compose.Options{Sound: func(samples []float32) error {
		ears.Hear(samples)
		if err := kept.Write(samples); err != nil {
			return err
		}
		if err := stream.Write(samples); err != nil {
			return err
		}
		w.sound.Grow(stream.Written())
		return w.note(ctx, mixed*stream.Share(), stream.Heard())
	}})
	if err != nil {
		return nil, err
	}
	if err := stream.Fill(); err != nil {
		return nil, err
	}
	w.sound.Finish()
	if err := kept.Finish(piece, file.Label{Artist: w.x.OwnerName}); err != nil {
		return nil, err
	}
	verdict := judge.Rate(judge.Of(&piece.Plan, piece.Score), ears.Measures())
	return &verdict, w.change(ctx, func(x *generation.Generation) {
		x.Duration, x.Playable, x.Progress = stream.Heard(), stream.Heard(), mixed
	})
}

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
	w.Events.Publish(reviewsChanged)
	return nil
}
