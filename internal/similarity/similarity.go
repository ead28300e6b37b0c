// Package similarity finds music that sounds alike. It holds how every track of
// the library sounds in memory, as 96 numbers of 7 bits that are compared word
// by word, and searches all of them: at 100,000 tracks that takes 12 MB and a
// few milliseconds. Where the sound of a track is not known yet, its tags have
// to do.
package similarity

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"sonora/internal/music"
	"sonora/internal/store"
)

const (
	keepFor   = 15 * time.Minute       // the index, after it was last wanted
	lookEvery = time.Minute            // whether it is still wanted
	patience  = 100 * time.Millisecond // for changes of the library to be seen
	readLimit = time.Minute            // for reading them
)

// Events tells when music comes, changes and goes.
type Events interface {
	Subscribe(handle func(music.Event)) (unsubscribe func(), err error)
}

// Config says what a Service works with. Everything is required.
type Config struct {
	Store  *store.Store
	Events Events
	Log    *slog.Logger
}

// Service chooses similar music. It is safe for concurrent use.
type Service struct {
	Config
	now func() time.Time

	loading sync.Mutex // held while the index is read for the first time
	work    sync.WaitGroup

	mu       sync.Mutex
	index    *index // nil until it is wanted, and again when it is not
	wanted   time.Time
	analysed time.Time     // up to when analyses are in the index
	library  bool          // tracks came, changed or went since
	vectors  bool          // tracks were analysed since
	reading  chan struct{} // closed when the changes are read; nil when nobody does
}

// New returns the service. It holds nothing until somebody asks.
func New(c Config) *Service { return &Service{Config: c, now: time.Now} }

// Run follows the library until ctx ends.
func (s *Service) Run(ctx context.Context) error {
	unsubscribe, err := s.Events.Subscribe(s.note)
	if err != nil {
		return err
	}
	defer s.work.Wait()
	defer unsubscribe()
	ticker := time.NewTicker(lookEvery)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-ticker.C:
			s.release()
		}
	}
}

// note remembers what the index does not know yet.
func (s *Service) note(e music.Event) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch e.Type {
	case music.EventLibrary:
		s.library = true
	case music.EventAnalysis:
		s.vectors = true
	}
}

// release lets go of an index nobody has wanted for long.
func (s *Service) release() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.index != nil && s.now().Sub(s.wanted) > keepFor {
		s.index = nil
	}
}

// ready returns the index with all that is known, or with what was known a
// moment ago while the rest is being read.
func (s *Service) ready(ctx context.Context) (*index, error) {
	s.mu.Lock()
	s.wanted = s.now()
	x := s.index
	var reading chan struct{}
	if x != nil && (s.library || s.vectors || s.reading != nil) {
		reading = s.follow(ctx)
	}
	s.mu.Unlock()
	if x == nil {
		return s.load(ctx)
	}
	if reading != nil {
		timer := time.NewTimer(patience)
		defer timer.Stop()
		select {
		case <-reading:
		case <-timer.C:
		case <-ctx.Done():
		}
	}
	return x, nil
}

// follow reads the changes in the background; only one does at a time. s.mu is
// held.
func (s *Service) follow(ctx context.Context) chan struct{} {
	if s.reading != nil {
		return s.reading
	}
	done := make(chan struct{})
	s.reading = done
	x, library := s.index, s.library
	s.library, s.vectors = false, false
	s.work.Go(func() {
		// Whoever asked may be gone soon; the others want it too.
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), readLimit)
		defer cancel()
		err := s.read(ctx, x, library)
		s.mu.Lock()
		defer s.mu.Unlock()
		if err != nil {
			s.Log.Warn("changes are not in the index of sounds", "error", err)
			s.library = true
		}
		s.reading = nil
		close(done)
	})
	return done
}
