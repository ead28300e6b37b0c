// Package similarity finds music that sounds alike. It keeps every track of the
// library in memory, as 96 numbers of 7 bits that it compares a word at a time,
// and searches all of them: 100,000 tracks take 12 MB and a few milliseconds.
// As long as the sound of a track is unknown, it uses the tags.
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
	keepFor   = 15 * time.Minute       // how long the index stays in memory after its last use
	lookEvery = time.Minute            // how often to check for that
	patience  = 100 * time.Millisecond // how long a request waits for changes of the library to be read
	readLimit = time.Minute            // maximum time to read changes
)

// Events reports when music is added, changed or deleted.
type Events interface {
	Subscribe(handle func(music.Event)) (unsubscribe func(), err error)
}

// Config holds the dependencies of a Service. All fields are required.
type Config struct {
	Store  *store.Store
	Events Events
	Log    *slog.Logger
}

// Service finds similar music. It is safe for concurrent use.
type Service struct {
	Config
	now func() time.Time

	loading sync.Mutex // held while the index is loaded for the first time
	work    sync.WaitGroup

	mu       sync.Mutex
	index    *index // nil until it is needed, and after keepFor without use
	wanted   time.Time
	analysed time.Time     // the index holds analyses up to this time
	library  bool          // tracks were added, changed or deleted since
	vectors  bool          // tracks were analysed since
	reading  chan struct{} // closed when the changes are read; nil if nobody is reading them
}

// New returns a Service. It loads nothing until the first request.
func New(c Config) *Service { return &Service{Config: c, now: time.Now} }

// Run follows changes of the library until ctx ends.
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

// Recordings returns a comparison of two tracks by their seqs: whether they sound like
// the same recording, if both are analysed.
func (s *Service) Recordings(ctx context.Context) (func(a, b int64) (same, known bool), error) {
	x, err := s.ready(ctx)
	if err != nil {
		return nil, err
	}
	codes := x.codes()
	return func(a, b int64) (same, known bool) {
		c, d := codes[a], codes[b]
		if c == nil || d == nil {
			return false, false
		}
		return c.distance(d, sameSound) <= sameSound, true
	}, nil
}

// note remembers which changes the index lacks.
func (s *Service) note(e music.Event) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch e.Type {
	case music.EventLibrary:
		s.library = true
	case music.EventAnalysis:
		s.vectors = true
	case music.EventGap:
		s.library, s.vectors = true, true
	}
}

// release drops an index that has not been used for a while.
func (s *Service) release() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.index != nil && s.now().Sub(s.wanted) > keepFor {
		s.index = nil
	}
}

// ready returns an up-to-date index, or the previous state if reading the
// changes takes longer than patience.
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

// follow reads the changes in the background, one reader at a time. The caller
// holds s.mu.
func (s *Service) follow(ctx context.Context) chan struct{} {
	if s.reading != nil {
		return s.reading
	}
	done := make(chan struct{})
	s.reading = done
	x, library := s.index, s.library
	s.library, s.vectors = false, false
	s.work.Go(func() {
		// The caller may leave, but others are waiting too.
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), readLimit)
		defer cancel()
		err := s.read(ctx, x, library)
		s.mu.Lock()
		defer s.mu.Unlock()
		if err != nil {
			s.Log.Warn("update similarity index failed", "error", err)
			s.library = true
		}
		s.reading = nil
		close(done)
	})
	return done
}
