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

	"sonora/internal/background"
	"sonora/internal/dsp/tune"
	"sonora/internal/media/ffmpeg"
	"sonora/internal/music"
	"sonora/internal/sound"
	"sonora/internal/store"
)

const (
	pollEvery = 30 * time.Second // for expired leases, due retries and tracks of other servers
	tidyEvery = 6 * time.Hour
	folder    = "analysis" // in the media folder
)

// Events carries events between servers and to browsers.
type Events interface {
	Publish(e music.Event)
	Subscribe(handle func(music.Event)) (unsubscribe func(), err error)
}

// Config holds the dependencies of a Service. All fields but Locate and Busy
// are required.
type Config struct {
	Store    *store.Store
	Events   Events
	Log      *slog.Logger
	Settings func() music.Settings
	Media    string // folder for generated files

	// FFmpeg finds ffmpeg when the first track is decoded.
	FFmpeg func(context.Context) (*ffmpeg.Runner, error)
	// Locate provides the file of a track on the local disk until release is
	// called. If nil, all tracks are on the local disk.
	Locate func(ctx context.Context, root, path string) (name string, release func(), err error)
	// Cover opens a cover in its smallest size.
	Cover func(ctx context.Context, hash string) (io.ReadCloser, error)
	// Busy reports whether someone is waiting for the processor, in which case
	// the analysis pauses between two batches. nil means never.
	Busy func() bool
}

// Service analyses the library in the background and returns the results. It is
// safe for concurrent use.
type Service struct {
	Config
	peaks peakFiles
	tunes tuneFiles
	now   func() time.Time
	wake  chan struct{}

	mu       sync.Mutex
	analyser *Analyser
	lastHash string // the last cover processed in this round
}

// New returns a Service.
func New(c Config) *Service {
	if c.Locate == nil {
		c.Locate = onDisk
	}
	if c.Busy == nil {
		c.Busy = func() bool { return false }
	}
	return &Service{Config: c, peaks: peakFiles{filepath.Join(c.Media, folder)}, tunes: tuneFiles{filepath.Join(c.Media, folder)}, now: time.Now, wake: make(chan struct{}, 1)}
}

// onDisk is Locate for folders of this machine.
func onDisk(_ context.Context, root, path string) (name string, release func(), err error) {
	return filepath.Join(root, filepath.FromSlash(path)), func() {}, nil
}

// Track returns the analysis of a track, or NotFound if the viewer may not see
// it.
func (s *Service) Track(ctx context.Context, v music.Viewer, id string) (*sound.TrackAnalysis, error) {
	return s.state(s.Store.TrackAnalysis(ctx, v, id))
}

// state replaces the state waiting by off if analysis is switched off.
func (s *Service) state(t *sound.TrackAnalysis, err error) (*sound.TrackAnalysis, error) {
	if err == nil && t.State == sound.StateWaiting && !s.Settings().AnalyseTracks {
		t.State = sound.StateOff
	}
	return t, err
}

// Edit corrects the analysis of a track: change modifies the present
// corrections. It returns NotFound if the viewer may not see the track,
// Forbidden if the viewer is neither its owner nor the operator, and Invalid
// for impossible corrections.
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

// lengthOf returns the maximum length of a grid. The exact length is unknown
// before the analysis.
func lengthOf(t *sound.TrackAnalysis) float64 {
	if t.Measured == nil {
		return MaxDuration.Seconds()
	}
	return duration(t.Measured)
}

// Again queues a track for another analysis. It returns the same errors as
// Edit.
func (s *Service) Again(ctx context.Context, v music.Viewer, id string) error {
	err := s.Store.AnalyseAgain(ctx, v, id)
	if err == nil {
		s.wakeWorker()
	}
	return err
}

// Peaks is an open peaks file. The caller closes File.
type Peaks struct {
	File *os.File
	ETag string // quoted
}

// OpenPeaks returns the waveform of a track in the format of EncodePeaks, or
// NotFound if the viewer may not see the track or it is not analysed.
func (s *Service) OpenPeaks(ctx context.Context, v music.Viewer, id string) (*Peaks, error) {
	t, err := s.Store.TrackAnalysis(ctx, v, id)
	if err != nil {
		return nil, err
	}
	if t.Measured == nil {
		return nil, music.ErrNotFound
	}
	file, err := s.peaks.open(t.TrackID, t.Measured.Version)
	if music.CodeOf(err) == music.NotFound { // the file is missing: analyse the track again
		return nil, errors.Join(err, s.Again(ctx, music.System("analysis"), id))
	}
	if err != nil {
		return nil, err
	}
	return &Peaks{file, fmt.Sprintf(`"%s-%d-%x"`, t.TrackID, t.Measured.Version, t.Measured.CreatedAt.UnixMilli())}, nil
}

// Waveform returns the waveform of a track, and NotFound like OpenPeaks.
func (s *Service) Waveform(ctx context.Context, v music.Viewer, id string) (*sound.Peaks, error) {
	p, err := s.OpenPeaks(ctx, v, id)
	if err != nil {
		return nil, err
	}
	defer p.File.Close()
	data, err := io.ReadAll(p.File)
	if err != nil {
		return nil, fmt.Errorf("read peaks: %w", err)
	}
	peaks, ok := decodePeaks(data)
	if !ok { // the file is damaged: analyse the track again
		return nil, errors.Join(music.ErrNotFound, s.Again(ctx, music.System("analysis"), id))
	}
	return peaks, nil
}

// Tune returns the notes of a track, or NotFound if the viewer may not see the track or
// they are not known.
func (s *Service) Tune(ctx context.Context, v music.Viewer, id string) (*tune.Tune, error) {
	t, err := s.Store.TrackAnalysis(ctx, v, id)
	if err != nil {
		return nil, err
	}
	if t.Measured == nil {
		return nil, music.ErrNotFound
	}
	notes, err := s.tunes.read(t.TrackID, t.Measured.Version)
	if music.CodeOf(err) == music.NotFound { // the file is missing: analyse the track again
		err = errors.Join(err, s.Again(ctx, music.System("analysis"), id))
	}
	return notes, err
}

// Queue returns the progress of the analysis of the library.
func (s *Service) Queue(ctx context.Context) (*sound.Queue, error) {
	return s.Store.AnalysisQueue(ctx, sound.Version, s.now())
}

// Failed returns a page of the tracks whose analysis failed for good.
func (s *Service) Failed(ctx context.Context, p music.Page) (music.List[sound.Failed], error) {
	return s.Store.FailedAnalyses(ctx, sound.Version, p)
}

// Retry queues the failed tracks again and returns their number.
func (s *Service) Retry(ctx context.Context) (int, error) {
	n, err := s.Store.RetryAnalyses(ctx)
	if n > 0 {
		s.wakeWorker()
	}
	return n, err
}

// wakeWorker wakes the worker.
func (s *Service) wakeWorker() {
	select {
	case s.wake <- struct{}{}:
	default: // the worker is already awake
	}
}

// changed publishes which analyses changed.
func (s *Service) changed(ids []string) {
	s.Events.Publish(music.Event{Type: music.EventAnalysis, Data: music.AnalysisChange{TrackIDs: ids}})
}

// Run analyses waiting tracks until ctx ends. It then returns unfinished tracks
// to the queue.
func (s *Service) Run(ctx context.Context) error {
	unsubscribe, err := s.Events.Subscribe(func(e music.Event) {
		switch e.Type {
		case music.EventLibrary, music.EventSettings, music.EventGap:
			s.wakeWorker()
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

// tidy removes the peaks of deleted tracks.
func (s *Service) tidy(ctx context.Context) error {
	return background.Task{Name: "remove old peaks", Every: tidyEvery, Do: s.tidyPeaks, Log: s.Log}.Run(ctx)
}

func (s *Service) tidyPeaks(ctx context.Context) error {
	tracks, err := s.Store.AnalysedTracks(ctx)
	if err != nil {
		return err
	}
	known := make(map[string]bool, len(tracks))
	for id, version := range tracks {
		known[filepath.Base(s.peaks.name(id, version))] = true
		known[filepath.Base(s.tunes.name(id, version))] = true
	}
	return s.peaks.tidy(known, s.now())
}

// decoder returns the analyser and creates it on first use.
func (s *Service) decoder(ctx context.Context) (*Analyser, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.analyser == nil {
		runner, err := s.FFmpeg(ctx)
		if err != nil {
			return nil, err
		}
		s.analyser = &Analyser{FFmpeg: runner, Idle: true}
	}
	return s.analyser, nil
}

// wait returns true when there may be work, and false when ctx ended.
func (s *Service) wait(ctx context.Context, poll <-chan time.Time) bool {
	select {
	case <-s.wake:
	case <-poll:
	case <-ctx.Done():
	}
	return ctx.Err() == nil
}
