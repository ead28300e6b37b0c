package ai

import (
	"context"
	"encoding/json"
	"errors"
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

const channels = 2 // of a piece

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
	known, err := w.Copies.Follow(w.x.ID, compose.Rate, channels)
	if err != nil {
		return nil, err
	}
	err = piece.Play(ctx, compose.Options{Sound: func(samples []float32) error {
		ears.Hear(samples)
		if err := known.Hear(ctx, samples); err != nil { // before anybody else does
			return err
		}
		if err := kept.Write(samples); err != nil {
			return err
		}
		if err := stream.Write(samples); err != nil {
			return err
		}
		w.sound.Grow(stream.Written())
		return w.note(ctx, mixed*stream.Share(), stream.Heard())
	}})
	if err := errors.Join(err, known.Note(context.WithoutCancel(ctx))); err != nil {
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
