package ai

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"sonora/internal/ai/remote"
	"sonora/internal/generation"
	"sonora/internal/music"
)

// delivered is the extension of whole files of a provider.
const delivered = ".part"

// order has a provider make a piece, and keeps what it sends.
func (w *work) order(ctx context.Context) error {
	if err := os.MkdirAll(w.Folder, 0o750); err != nil {
		return err
	}
	if w.x.State == generation.Finishing { // then all files had arrived
		files, err := filepath.Glob(w.file(".*" + delivered))
		if err != nil || len(files) > 0 {
			return errors.Join(err, w.adopt(ctx, files))
		}
	}
	var files []string
	err := w.Remote.Make(ctx, &w.x, remote.Work{
		Request:  request(&w.x),
		Progress: func(share float64) { w.notePart(ctx, mixed*share) },
		Save: func(index int, from io.Reader) error {
			path := w.file("." + strconv.Itoa(index) + delivered)
			if err := save(path, from); err != nil {
				return err
			}
			if !slices.Contains(files, path) { // it may send one again
				files = append(files, path)
			}
			return nil
		},
		Surplus: func(files int) {
			w.Log.Warn("a provider named more files than an order has; they are left out", "generation", w.x.ID, "provider", w.x.Provider, "files", files)
		},
	})
	switch {
	case err != nil && (ctx.Err() != nil || len(files) == 0):
		return err
	case err != nil:
		w.Log.Warn("a part of an order is missing", "generation", w.x.ID, "provider", w.x.Provider, "error", err)
	case len(files) == 0:
		return w.unpaid(ctx, errNothing)
	}
	x, err := w.Store.GenerationByID(ctx, w.x.ID)
	if err != nil {
		return err
	}
	w.x = *x // the order has its cost now
	return w.adopt(ctx, files)
}

var errNothing = music.NewError(music.Conflict, "The provider sent no music. Try again, or use the built-in composer.")

// notePart notes the progress of an order. That it cannot be noted does not end
// the order.
func (w *work) notePart(ctx context.Context, share float64) {
	if err := w.note(ctx, share, 0); err != nil {
		w.Log.Warn("note progress of an order failed", "generation", w.x.ID, "error", err)
	}
}

// save stores what a provider sends once all of it has arrived.
func save(path string, from io.Reader) error {
	to, err := os.Create(path + ".new")
	if err != nil {
		return err
	}
	defer to.Close()
	if _, err := io.Copy(to, from); err != nil {
		return fmt.Errorf("save music of a provider: %w", err)
	}
	if err := to.Close(); err != nil {
		return err
	}
	return os.Rename(to.Name(), path)
}

// adopt keeps the files of an order. The first that can be played is the piece, and the
// others are alternatives to it. After an error that says nothing about the files, another
// attempt goes on with them.
func (w *work) adopt(ctx context.Context, files []string) error {
	w.isDelivered = true
	if err := w.change(ctx, finishing); err != nil {
		return err
	}
	var played []*recording
	var fault error
	for _, path := range files {
		r, err := w.examine(ctx, path)
		switch {
		case err == nil:
			played = append(played, r)
		case isAboutFile(err):
			w.Log.Warn("a file of an order is left out", "generation", w.x.ID, "provider", w.x.Provider, "error", err)
			fault = err
		default:
			return err
		}
	}
	if len(played) == 0 {
		return w.unpaid(ctx, fault)
	}
	for i, r := range played[1:] {
		if err := w.keepAlternative(ctx, i+2, r); err != nil && !isAboutFile(err) {
			return err
		} else if err != nil {
			w.Log.Warn("an alternative is left out", "generation", w.x.ID, "provider", w.x.Provider, "error", err)
		}
	}
	if err := w.change(ctx, func(x *generation.Generation) { x.Duration = played[0].length }); err != nil {
		return err
	}
	return w.keep(ctx, played[0].path, played[0].verdict)
}

// unpaid takes the cost of an order back of which nothing can be used, and returns why.
func (w *work) unpaid(ctx context.Context, fault error) error {
	if err := w.change(ctx, func(x *generation.Generation) { x.Cost = 0 }); err != nil {
		return err
	}
	return fault
}

// isAboutFile reports whether an error concerns one file of an order, such as that it is
// silent, or too large for the person's quota.
func isAboutFile(err error) bool {
	code := music.CodeOf(err)
	return code == music.Conflict || code == music.Unsupported || code == music.TooLarge
}

// keepAlternative makes a ready generation of another piece of the order. Doing it again
// after an interruption changes nothing.
func (w *work) keepAlternative(ctx context.Context, number int, r *recording) error {
	x := w.x
	x.ID, x.ParentID = fmt.Sprintf("%s-%d", w.x.ID, number), w.x.ID
	x.Title, x.Duration, x.Playable = fmt.Sprintf("%s (%d)", w.x.Title, number), r.length, r.length
	x.State, x.Stage, x.Progress, x.Cost, x.Remote, x.CreatedAt = generation.Ready, "", 1, 0, nil, w.Now()
	var err error
	if x.Review, err = startOfReview(r.verdict); err != nil {
		return err
	}
	if x.TrackID, err = w.keepTrack(ctx, &x, r.path); err != nil {
		return err
	}
	if err := w.Store.AddGeneration(ctx, &x); err != nil {
		return err
	}
	w.tell(&x, string(x.State))
	w.tellOperators(ctx, &x)
	return nil
}

// Alternatives returns, by generation of a list, the IDs of the other pieces that a
// service made for the same order.
func (s *Service) Alternatives(ctx context.Context, v music.Viewer, list ...generation.Generation) (map[string][]string, error) {
	var orders []string
	for i := range list {
		if list[i].State == generation.Ready && list[i].Provider != generation.BuiltIn {
			orders = append(orders, list[i].Order())
		}
	}
	if len(orders) == 0 {
		return nil, nil
	}
	made, err := s.Store.Alternatives(ctx, v, orders)
	if err != nil {
		return nil, err
	}
	others := map[string][]string{}
	for i := range list {
		x := &list[i]
		others[x.ID] = slices.DeleteFunc(slices.Clone(made[x.Order()]), func(id string) bool { return id == x.ID })
	}
	return others, nil
}
