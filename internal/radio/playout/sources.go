package playout

import (
	"sync"
	"time"

	"sonora/internal/radio/hub"
	"sonora/internal/radio/mix"
)

// The delays between the samples that an MP3 encoder gets and the sound of its
// frames: 576 samples by LAME and 529 by every decoder. Recordings are MP3.
const (
	encoderSamples = 576 + 529
	encoderLag     = encoderSamples * time.Second / mix.Rate
)

// sources remembers the source of each part of the sound that an encoder got,
// so that its frames can be assigned to sources. Different goroutines may call
// add and of.
type sources struct {
	mu      sync.Mutex
	got     time.Duration // length of the sound that the encoder got
	sent    time.Duration // length of the sound that it sent
	changes []change      // changes of the source that it has not sent yet
	last    *hub.Live     // source of the sound that the encoder gets
	live    *hub.Live     // source of the sound that it sends
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

// of returns the source that is audible in the next frame, which has the given
// length. A frame that is partly sound of a source belongs to that source.
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
