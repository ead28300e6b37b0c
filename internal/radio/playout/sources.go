package playout

import (
	"sync"
	"time"

	"sonora/internal/radio/hub"
	"sonora/internal/radio/mix"
)

// The sound of MP3 frames is behind the samples that the encoder got: 576
// samples by LAME and 529 by every decoder. Recordings are MP3.
const (
	encoderSamples = 576 + 529
	encoderLag     = encoderSamples * time.Second / mix.Rate
)

// sources remembers which source is heard in the sound that an encoder got, so
// that its frames can be told apart. add and of may be called from different
// goroutines.
type sources struct {
	mu      sync.Mutex
	got     time.Duration // length of what the encoder got
	sent    time.Duration // length of what it sent
	changes []change      // that it has not sent yet
	last    *hub.Live     // what the encoder gets
	live    *hub.Live     // what it sends
}

// change is another source from a position on.
type change struct {
	at   time.Duration
	live *hub.Live
}

// add is called before a block is encoded.
func (s *sources) add(live *hub.Live) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if live != s.last {
		s.changes = append(s.changes, change{s.got + encoderLag, live})
		s.last = live
	}
	s.got += mix.BlockTime
}

// of returns the source that is heard in the next frame. A frame with a part of
// a source belongs to it.
func (s *sources) of(length time.Duration) *hub.Live {
	s.mu.Lock()
	defer s.mu.Unlock()
	found, began := s.live, s.sent
	for s.sent += length; len(s.changes) > 0 && s.changes[0].at < s.sent; s.changes = s.changes[1:] {
		if s.live = s.changes[0].live; s.live != nil || s.changes[0].at <= began {
			found = s.live
		}
	}
	return found
}
