package ai

import (
	"context"
	"fmt"
	"io"
	"os"

	"sonora/internal/ai/remote"
	"sonora/internal/music"
)

// order has a provider make a piece, and keeps it.
func (w *work) order(ctx context.Context) error {
	if err := os.MkdirAll(w.Folder, 0o750); err != nil {
		return err
	}
	saved := false
	err := w.Remote.Make(ctx, &w.x, remote.Work{
		Request:  request(&w.x),
		Progress: func(share float64) { w.notePart(ctx, mixed*share) },
		Save: func(index int, from io.Reader) error {
			if index > 0 {
				return nil // some providers make a second version of every piece
			}
			saved = true
			return w.save(from)
		},
	})
	if err != nil {
		return err
	}
	if !saved {
		return errNothing
	}
	x, err := w.Store.GenerationByID(ctx, w.x.ID)
	if err != nil {
		return err
	}
	w.x = *x // the order has its cost now
	return w.keep(ctx, w.file(".part"), nil)
}

var errNothing = music.NewError(music.Conflict, "The provider sent no music. Try again, or use the built-in composer.")

// notePart notes the progress of an order. That it cannot be noted does not end
// the order.
func (w *work) notePart(ctx context.Context, share float64) {
	if err := w.note(ctx, share, 0); err != nil {
		w.Log.Warn("note progress of an order failed", "generation", w.x.ID, "error", err)
	}
}

// save stores what a provider sends.
func (w *work) save(from io.Reader) error {
	to, err := os.Create(w.file(".part"))
	if err != nil {
		return err
	}
	defer to.Close()
	if _, err := io.Copy(to, from); err != nil {
		return fmt.Errorf("save music of a provider: %w", err)
	}
	return to.Close()
}
