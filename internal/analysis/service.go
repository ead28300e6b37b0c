package analysis

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"sonora/internal/media"
	"sonora/internal/music"
	"sonora/internal/sound"
	"sonora/internal/store"
)

const (
	pollEvery = 30 * time.Second // for leases that ran out, attempts that are due and other servers' tracks
	tidyEvery = 6 * time.Hour
	folder    = "analysis" // in the media folder
)

// Events carries events between servers and to browsers.
type Events interface {
	Publish(e music.Event)
	Subscribe(handle func(music.Event)) (unsubscribe func(), err error)
}

// Config says what a Service works with. All but Locate and Busy are required.
type Config struct {
	Store    *store.Store
	Events   Events
	Log      *slog.Logger
	Settings func() music.Settings
	Media    string // folder for what Sonora makes

	// FFmpeg finds it when the first track is to be decoded.
	FFmpeg func(context.Context) (*media.FFmpeg, error)
	// Locate brings the file of a track to this machine's disk until release
	// is called; nil for tracks that all are there.
	Locate func(ctx context.Context, root, path string) (name string, release func(), err error)
	// Cover opens a picture in its smallest form.
	Cover func(ctx context.Context, hash string) (io.ReadCloser, error)
	// Busy reports whether somebody waits for the processor, for whom the
	// analysis stops between two batches; nil is never.
	Busy func() bool
}

// Service analyses the library in the background and answers what is known of
// its tracks. It is safe for concurrent use.
type Service struct {
	Config
	peaks peakFiles
	now   func() time.Time
	wake  chan struct{}

	mu       sync.Mutex
	analyser *Analyser
	lastHash string // of the covers that were looked at in this round
}

// New returns the service.
func New(c Config) *Service {
	if c.Locate == nil {
		c.Locate = onDisk
	}
	if c.Busy == nil {
		c.Busy = func() bool { return false }
	}
	return &Service{Config: c, peaks: peakFiles{filepath.Join(c.Media, folder)}, now: time.Now, wake: make(chan struct{}, 1)}
}

// onDisk is Locate for folders of this machine.
func onDisk(_ context.Context, root, path string) (name string, release func(), err error) {
	return filepath.Join(root, filepath.FromSlash(path)), func() {}, nil
}

// Track returns what is known of the sound of a track. NotFound when the
// viewer may not see it.
func (s *Service) Track(ctx context.Context, v music.Viewer, id string) (*sound.TrackAnalysis, error) {
	return s.state(s.Store.TrackAnalysis(ctx, v, id))
}

// state says which tracks wait for nothing, and keeps reasons from those they
// do not concern.
func (s *Service) state(t *sound.TrackAnalysis, err error) (*sound.TrackAnalysis, error) {
	if err == nil && t.State == sound.StateWaiting && !s.Settings().AnalyseTracks {
		t.State = sound.StateOff
	}
	return t, err
}

// Edit corrects the analysis of a track: change gets the present corrections.
// NotFound when the viewer may not see the track, Forbidden when it is neither
// theirs nor are they the operator, Invalid for what cannot be.
func (s *Service) Edit(ctx context.Context, v music.Viewer, id string, change func(*sound.Edit) error) (*sound.TrackAnalysis, error) {
	t, err := s.state(s.Store.EditAnalysis(ctx, v, id, s.now(), func(t *sound.TrackAnalysis) error {
		if err := change(&t.Edit); err != nil {
			return err
		}
		return Validate(&t.Edit, lengthOf(t))
	}))
	if err == nil {
		s.changed([]string{id})
	}
	return t, err
}

// lengthOf is how long a grid may be; before the analysis nobody knows exactly.
func lengthOf(t *sound.TrackAnalysis) float64 {
	if t.Measured == nil {
		return MaxDuration.Seconds()
	}
	return duration(t.Measured)
}

// Again has a track analysed once more. Errors are those of Edit.
func (s *Service) Again(ctx context.Context, v music.Viewer, id string) error {
	err := s.Store.AnalyseAgain(ctx, v, id)
	if err == nil {
		s.hurry()
	}
	return err
}

// Peaks is an open file of peaks. The caller closes File.
type Peaks struct {
	File *os.File
	ETag string // quoted
}

// OpenPeaks returns the waveform of a track as EncodePeaks writes it. NotFound
// when the viewer may not see the track or it is not analysed.
func (s *Service) OpenPeaks(ctx context.Context, v music.Viewer, id string) (*Peaks, error) {
	t, err := s.Store.TrackAnalysis(ctx, v, id)
	if err != nil {
		return nil, err
	}
	if t.Measured == nil {
		return nil, music.ErrNotFound
	}
	file, err := s.peaks.open(t.TrackID, t.Measured.Version)
	if music.CodeOf(err) == music.NotFound { // somebody emptied the folder: the track is listened to again
		return nil, errors.Join(err, s.Again(ctx, music.Viewer{Role: music.Admin}, id))
	}
	if err != nil {
		return nil, err
	}
	return &Peaks{file, fmt.Sprintf(`"%s-%d-%x"`, t.TrackID, t.Measured.Version, t.Measured.CreatedAt.UnixMilli())}, nil
}

// Queue tells how far the analysis of the library is.
func (s *Service) Queue(ctx context.Context) (*sound.Queue, error) {
	return s.Store.AnalysisQueue(ctx, sound.Version, s.now())
}

// Failed returns a page of the tracks that were given up.
func (s *Service) Failed(ctx context.Context, p music.Page) (music.List[sound.Failed], error) {
	return s.Store.FailedAnalyses(ctx, sound.Version, p)
}

// Retry tries those again, and returns how many there are.
func (s *Service) Retry(ctx context.Context) (int, error) {
	n, err := s.Store.RetryAnalyses(ctx)
	if n > 0 {
		s.hurry()
	}
	return n, err
}

// hurry wakes the worker.
func (s *Service) hurry() {
	select {
	case s.wake <- struct{}{}:
	default: // it is awake
	}
}

// changed tells everybody whose analysis is another now.
func (s *Service) changed(ids []string) {
	s.Events.Publish(music.Event{Type: music.EventAnalysis, Data: music.AnalysisChange{TrackIDs: ids}})
}

// Run analyses whatever waits until ctx ends; what is in course then is given
// back.
func (s *Service) Run(ctx context.Context) error {
	unsubscribe, err := s.Events.Subscribe(func(e music.Event) {
		if e.Type == music.EventLibrary || e.Type == music.EventSettings {
			s.hurry()
		}
	})
	if err != nil {
		return err
	}
	defer unsubscribe()
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error { return s.work(ctx) })
	g.Go(func() error { return s.tidy(ctx) })
	return g.Wait()
}

// tidy removes the peaks of tracks that are gone.
func (s *Service) tidy(ctx context.Context) error {
	ticker := time.NewTicker(tidyEvery)
	defer ticker.Stop()
	for {
		if err := s.tidyPeaks(ctx); err != nil && ctx.Err() == nil {
			s.Log.Warn("old peaks stay", "error", err)
		}
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return nil
		}
	}
}

func (s *Service) tidyPeaks(ctx context.Context) error {
	tracks, err := s.Store.AnalysedTracks(ctx)
	if err != nil {
		return err
	}
	known := make(map[string]bool, len(tracks))
	for id, version := range tracks {
		known[filepath.Base(s.peaks.name(id, version))] = true
	}
	return s.peaks.tidy(known, s.now())
}

// decoder is the analyser, found at its first use.
func (s *Service) decoder(ctx context.Context) (*Analyser, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.analyser == nil {
		ffmpeg, err := s.FFmpeg(ctx)
		if err != nil {
			return nil, err
		}
		s.analyser = &Analyser{FFmpeg: ffmpeg, Idle: true}
	}
	return s.analyser, nil
}

// wait returns when there may be something to do; false when ctx ended.
func (s *Service) wait(ctx context.Context, poll <-chan time.Time) bool {
	select {
	case <-s.wake:
	case <-poll:
	case <-ctx.Done():
	}
	return ctx.Err() == nil
}
