package ai

import (
	"context"
	"io"

	"sonora/internal/music"
)

// Heard is the sound of a generation that is being made, opened for a listener.
type Heard struct {
	io.ReadSeekCloser
	Size int64
	ETag string // quoted
}

var errNoSound = music.NewError(music.NotFound, "There is no sound of this piece yet.")

// Listen opens the sound of one of the viewer's generations while it is composed, as a
// WAV file. Reads block until the requested bytes exist. It returns NotFound before
// and after that: a finished piece is a track.
func (s *Service) Listen(ctx context.Context, v music.Viewer, id string) (*Heard, error) {
	if _, err := s.Store.Generation(ctx, v, id); err != nil {
		return nil, err
	}
	s.mu.Lock()
	w := s.running[id]
	s.mu.Unlock()
	if w == nil {
		return nil, errNoSound
	}
	w.mu.Lock()
	sound := w.sound
	w.mu.Unlock()
	if sound == nil {
		return nil, errNoSound
	}
	file, err := sound.Open(ctx)
	if err != nil {
		return nil, errNoSound.Because(err)
	}
	return &Heard{file, sound.Size, `"` + id + `"`}, nil
}
