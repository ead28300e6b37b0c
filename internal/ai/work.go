package ai

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"sonora/internal/blob"
	"sonora/internal/generation"
	"sonora/internal/music"
)

// work is a generation that this server is making.
type work struct {
	*Service

	x        generation.Generation // as it was when the work began
	stop     context.CancelCauseFunc
	progress func(float64) // of the job

	mu    sync.Mutex
	sound *blob.Growing // nil before there is sound to hear
	noted time.Time

	isDelivered bool // whether a provider has sent all files of the order
	goesOn      bool // whether another attempt uses these files
}

var errCancelled = errors.New("the generation was cancelled")

// run works on the generations of a lane, one after the other, until none is left that
// it may take. If the server was killed, it takes up the one that it worked on.
func (s *Service) run(ctx context.Context, lane generation.Lane, j *music.Job, progress func(float64)) error {
	for {
		x, err := s.Store.TakeGeneration(ctx, j.ID, lane, s.Now())
		if music.CodeOf(err) == music.NotFound {
			return nil
		}
		if err != nil {
			return err
		}
		s.tell(x, string(x.State))
		if err := s.make(ctx, x, progress); err != nil {
			return err
		}
	}
}

// make makes a piece of a generation, or notes why it cannot. Its errors are
// those that another attempt may not meet.
func (s *Service) make(ctx context.Context, x *generation.Generation, progress func(float64)) error {
	working, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	w := &work{Service: s, x: *x, stop: stop, progress: progress}
	s.enter(w)
	defer s.leave(w)
	err := w.begin(working)
	switch {
	case err == nil, errors.Is(context.Cause(working), errCancelled):
		return nil
	case ctx.Err() != nil, errors.Is(err, blob.ErrUnavailable), w.isDelivered && isPassing(err):
		w.goesOn = w.isDelivered
		return err
	}
	return s.fail(context.WithoutCancel(ctx), x.ID, err)
}

// isPassing reports whether an error may be gone at another attempt, such as that this
// machine is too busy to run ffmpeg: it says nothing about a piece that is paid.
func isPassing(err error) bool {
	code := music.CodeOf(err)
	return code == music.Internal || code == music.Unavailable
}

// begin does the work.
func (w *work) begin(ctx context.Context) error {
	if w.x.Provider == generation.BuiltIn {
		return w.compose(ctx)
	}
	upload, err := uploadOf(&w.x)
	switch {
	case err != nil:
		return fmt.Errorf("read the import: %w", err)
	case upload != "":
		return w.adoptUpload(ctx, upload)
	}
	return w.order(ctx)
}

func (s *Service) enter(w *work) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.running[w.x.ID] = w
}

func (s *Service) leave(w *work) {
	s.mu.Lock()
	delete(s.running, w.x.ID)
	s.mu.Unlock()
	w.mu.Lock()
	w.sound.End()
	w.mu.Unlock()
	files, err := filepath.Glob(w.file(".*"))
	for _, path := range files {
		if w.goesOn && filepath.Ext(path) == delivered {
			continue
		}
		err = errors.Join(err, os.Remove(path))
	}
	if err != nil {
		s.Log.Warn("delete sound of a generation failed", "generation", w.x.ID, "error", err)
	}
}

func (s *Service) isRunning(id string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.running[id] != nil
}

// stop stops the work on a generation if this server makes it.
func (s *Service) stop(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if w := s.running[id]; w != nil {
		w.stop(errCancelled)
	}
}

// file returns the path of a file for the sound that is being made.
func (w *work) file(extension string) string { return filepath.Join(w.Folder, w.x.ID+extension) }

// change changes the generation unless it was cancelled, which also stops the
// work if another server did that.
func (w *work) change(ctx context.Context, alter func(*generation.Generation)) error {
	x, err := w.Store.ChangeGeneration(ctx, w.x.ID, w.Now(), func(x *generation.Generation) error {
		if !x.State.IsBusy() {
			return errCancelled
		}
		alter(x)
		return nil
	})
	switch {
	case errors.Is(err, errCancelled), music.CodeOf(err) == music.NotFound:
		w.stop(errCancelled)
		return errCancelled
	case err == nil:
		w.x = *x
		w.tell(x, string(x.State))
	}
	return err
}

const noteEvery = time.Second

// note stores and tells progress at most once per noteEvery.
func (w *work) note(ctx context.Context, progress float64, playable time.Duration) error {
	if w.Now().Sub(w.noted) < noteEvery {
		return nil
	}
	w.noted = w.Now()
	w.progress(progress)
	err := w.Store.NoteGeneration(ctx, w.x.ID, w.x.Job, progress, playable)
	if music.CodeOf(err) == music.NotFound {
		w.stop(errCancelled)
		return errCancelled
	}
	if err != nil {
		return err
	}
	w.x.Progress, w.x.Playable = progress, playable
	w.tell(&w.x, string(w.x.State))
	return nil
}

var errInternal = music.Say("The piece could not be made because of an internal error. The log has the details.")

// fail notes why a generation cannot be made.
func (s *Service) fail(ctx context.Context, id string, cause error) error {
	reason := errInternal
	if e, ok := errors.AsType[*music.Error](cause); ok && e.Code != music.Internal {
		reason = e.Detail
	}
	x, err := s.Store.ChangeGeneration(ctx, id, s.Now(), func(x *generation.Generation) error {
		if !x.State.IsBusy() {
			return errEnded
		}
		x.State, x.Stage, x.Reason = generation.Failed, "", reason
		x.Settle()
		return nil
	})
	if errors.Is(err, errEnded) || music.CodeOf(err) == music.NotFound {
		return nil
	}
	if err != nil {
		return err
	}
	s.Log.Warn("generation failed", "generation", id, "provider", x.Provider, "error", cause)
	s.log(ctx, x, generation.LogFailed)
	s.tell(x, string(x.State))
	return nil
}
