package automix

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strconv"

	"sonora/internal/blob"
	"sonora/internal/music"
	"sonora/internal/setlist"
)

var (
	errNoSound = music.NewError(music.NotFound, "There is no sound of this mix yet.")
	errDown    = music.NewError(music.Unavailable, "The storage for this mix is not responding. Try again in a minute.")
)

// Heard is the sound of an automix, opened for a listener.
type Heard struct {
	io.ReadSeekCloser
	Size int64
	// ETag is quoted. It is a weak one while the sound is rendered, because bytes
	// may be overwritten to correct the loudness.
	ETag string
}

// Listen opens the sound of one of the viewer's automixes. While the sound is
// rendered for the first time, reads block until the requested bytes exist.
func (s *Service) Listen(ctx context.Context, v music.Viewer, id string) (*Heard, error) {
	x, err := s.Store.Automix(ctx, v, id)
	if err != nil {
		return nil, err
	}
	return s.open(ctx, x)
}

// ListenToMix opens the sound of a mix that was published from an automix. It
// returns NotFound for any other mix, and for one that the viewer may not see.
func (s *Service) ListenToMix(ctx context.Context, v music.Viewer, mixID string) (*Heard, error) {
	x, err := s.ofMix(ctx, v, mixID)
	if err != nil {
		return nil, err
	}
	return s.open(ctx, x)
}

func (s *Service) open(ctx context.Context, x *setlist.Automix) (*Heard, error) {
	if x.Revision == 0 {
		return s.openGrowing(ctx, x)
	}
	object, err := s.Blobs.Open(ctx, keyOf(x.ID, x.Revision))
	switch {
	case err == nil:
		return &Heard{object.ReadSeekCloser, object.Size, `"` + x.ID + "-" + strconv.Itoa(x.Revision) + `"`}, nil
	case errors.Is(err, fs.ErrNotExist):
		return nil, errNoSound.Because(err)
	case errors.Is(err, blob.ErrUnavailable):
		return nil, errDown.Because(err)
	}
	return nil, fmt.Errorf("open automix: %w", err)
}

// openGrowing opens a sound that this server is still rendering.
func (s *Service) openGrowing(ctx context.Context, x *setlist.Automix) (*Heard, error) {
	s.mu.Lock()
	var g *blob.Growing
	var rendering string
	if w := s.running[x.ID]; w != nil {
		g, rendering = w.sound, w.soundID
	}
	s.mu.Unlock()
	if g == nil {
		return nil, errNoSound
	}
	file, err := g.Open(ctx)
	if err != nil {
		return nil, errNoSound.Because(err)
	}
	return &Heard{file, g.Size, `W/"` + rendering + `"`}, nil
}

// Waveform returns the waveform of one of the viewer's automixes: three bands,
// one after another. It returns NotFound if the waveform is not drawn yet.
func (s *Service) Waveform(ctx context.Context, v music.Viewer, id string) ([]byte, error) {
	if _, err := s.Store.Automix(ctx, v, id); err != nil {
		return nil, err
	}
	w, err := s.Store.AutomixWaveform(ctx, id)
	if err == nil && len(w) == 0 {
		err = errNoWaveform
	}
	return w, err
}

var errNoWaveform = music.NewError(music.NotFound, "The waveform is not drawn yet.")
