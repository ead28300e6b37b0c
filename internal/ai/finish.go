package ai

import (
	"context"
	"fmt"
	"io"
	"os"
	"time"

	"sonora/internal/ai/compose/style"
	"sonora/internal/ai/remote"
	"sonora/internal/generation"
	"sonora/internal/music"
)

// reviewsChanged tells operators that there is something to review.
var reviewsChanged = music.Event{Type: generation.EventReviews}

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

// Waiting is where a queued generation stands.
type Waiting struct {
	Place    int           // 1 for the next
	Expected time.Duration // until it begins, roughly
}

// speed is how many times faster than it sounds a piece is made, on a slow machine.
const speed = 8

// Places returns where the queued generations stand: those of people who were
// served longest ago are next.
func (s *Service) Places(ctx context.Context) (map[string]Waiting, error) {
	queue, err := s.Store.QueuedGenerations(ctx)
	if err != nil {
		return nil, err
	}
	busy, err := s.Store.BusyGenerations(ctx)
	if err != nil {
		return nil, err
	}
	ahead := time.Duration(0)
	for i := range busy {
		ahead += time.Duration((1 - busy[i].Progress) * float64(busy[i].Duration))
	}
	places := map[string]Waiting{}
	for i, w := range inTurn(queue) {
		places[w.ID] = Waiting{i + 1, ahead / speed}
		ahead += w.Duration
	}
	return places, nil
}
