// Package job does work that outlives a request. A job is a row in the store:
// it survives the server being killed, another server takes it over if one
// dies, and it is retried with growing pauses when it fails.
package job

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"sonora/internal/background"
	"sonora/internal/music"
	"sonora/internal/store"
)

const (
	usualWorkers = 2
	pollEvery    = 15 * time.Second // for jobs of other servers and due retries
	lease        = time.Minute
	renewEvery   = lease / 4
	maxAttempts  = 5
	firstPause   = 10 * time.Second // before the second attempt; four times as long before each further one
	maxWait      = time.Hour        // that a handler may ask for before the next attempt
	settleTime   = 5 * time.Second  // for recording the outcome of a job when the server stops
	keepFor      = 30 * 24 * time.Hour
	tidyEvery    = 6 * time.Hour
)

// Handler runs a job and returns its result, which is stored as JSON. It must
// stop when ctx ends, and may run again for the same job, even after the server
// was killed. A *music.Error is final unless its code is Internal, TooMany,
// Unavailable or Elsewhere; its RetryAfter delays the next attempt.
type Handler func(ctx context.Context, j *music.Job, progress func(float64)) (result any, err error)

// Service runs jobs. It is safe for concurrent use.
type Service struct {
	store   *store.Store
	log     *slog.Logger
	now     func() time.Time
	workers int
	wake    chan struct{}
	failed  func(ctx context.Context, j *music.Job, err error) // see OnFailure
	held    func() bool                                        // see HoldWhile

	mu       sync.Mutex
	handlers map[string]Handler
}

// New returns a Service.
func New(s *store.Store, log *slog.Logger) *Service { return NewLane(s, log, usualWorkers) }

// NewLane returns a Service that runs so many jobs at once. Kinds of jobs that
// take minutes have a lane of their own, so that the others need not wait.
func NewLane(s *store.Store, log *slog.Logger, workers int) *Service {
	return &Service{
		store: s, log: log, now: time.Now, workers: workers, wake: make(chan struct{}, workers), handlers: map[string]Handler{},
		failed: func(context.Context, *music.Job, error) {}, held: func() bool { return false },
	}
}

// HoldWhile sets what is asked before a job starts: while it returns true, none does.
// Jobs that run already go on. Call it before Run.
func (s *Service) HoldWhile(held func() bool) { s.held = held }

// OnFailure sets what is called when a job has failed for good. Call it before Run.
func (s *Service) OnFailure(tell func(ctx context.Context, j *music.Job, err error)) { s.failed = tell }

// TakeOver makes the jobs of a server that was killed due at once, instead of when
// their leases expire. Call it before Run. It does so on SQLite, which only one
// server uses at a time: on PostgreSQL, other servers may be running the jobs.
func TakeOver(ctx context.Context, s *store.Store) error {
	if s.Engine() != "sqlite" {
		return nil
	}
	return s.ReleaseJobs(ctx)
}

// Register sets the handler for a kind of job. Call it before Run.
func (s *Service) Register(kind string, h Handler) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.handlers[kind] = h
}

// Enqueue adds a job, which runs as soon as a worker is free.
func (s *Service) Enqueue(ctx context.Context, kind, accountID string, payload any) (*music.Job, error) {
	return s.enqueue(ctx, kind, accountID, payload, false)
}

// EnqueueAlone is Enqueue, but returns Conflict while the account has an
// unfinished job of that kind. Without an account, the job is the server's own.
func (s *Service) EnqueueAlone(ctx context.Context, kind, accountID string, payload any) (*music.Job, error) {
	return s.enqueue(ctx, kind, accountID, payload, true)
}

// EnqueueNow is EnqueueAlone for a job of the server's own, which takes the place of one
// that failed and waits to be tried again.
func (s *Service) EnqueueNow(ctx context.Context, kind string, payload any) (*music.Job, error) {
	return s.add(kind, "", payload, func(j *music.Job) error { return s.store.EnqueueJobNow(ctx, j) })
}

func (s *Service) enqueue(ctx context.Context, kind, accountID string, payload any, alone bool) (*music.Job, error) {
	return s.add(kind, accountID, payload, func(j *music.Job) error { return s.store.EnqueueJob(ctx, j, alone) })
}

// add has a new job stored and wakes the workers.
func (s *Service) add(kind, accountID string, payload any, store func(*music.Job) error) (*music.Job, error) {
	encoded, err := json.Marshal(payload)
	if err != nil {
		return nil, fmt.Errorf("encode the job %s: %w", kind, err)
	}
	now := s.now()
	j := &music.Job{Kind: kind, AccountID: accountID, Payload: encoded, RunAt: now, CreatedAt: now}
	if err := store(j); err != nil {
		return nil, fmt.Errorf("enqueue the job %s: %w", kind, err)
	}
	select {
	case s.wake <- struct{}{}:
	default: // the workers are already awake
	}
	return j, nil
}

// Run runs jobs until ctx ends. It then returns unfinished jobs to the queue.
func (s *Service) Run(ctx context.Context) error {
	g, ctx := errgroup.WithContext(ctx)
	for range s.workers {
		g.Go(func() error { return s.work(ctx) })
	}
	g.Go(func() error {
		return background.Task{Name: "delete old jobs", Every: tidyEvery, Do: s.tidy, Log: s.log}.Run(ctx)
	})
	return g.Wait()
}

func (s *Service) work(ctx context.Context) error {
	poll := time.NewTicker(pollEvery)
	defer poll.Stop()
	for {
		for s.runOne(ctx) {
		}
		select {
		case <-s.wake:
		case <-poll.C:
		case <-ctx.Done():
			return nil
		}
	}
}

// runOne runs one job and reports whether there may be another.
func (s *Service) runOne(ctx context.Context) bool {
	if s.held() {
		return false
	}
	now := s.now()
	j, err := s.store.ClaimJob(ctx, s.kinds(), now, now.Add(lease))
	if music.CodeOf(err) == music.NotFound || ctx.Err() != nil {
		return false
	}
	if err != nil {
		s.log.Error("claim job failed", "error", err)
		return false
	}
	if err := s.attempt(ctx, j); err != nil {
		// Another server has taken over the job, or the database is down and
		// the lease will expire.
		s.log.Warn("record job outcome failed", "kind", j.Kind, "job", j.ID, "error", err)
	}
	return ctx.Err() == nil
}

func (s *Service) kinds() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Sorted(maps.Keys(s.handlers))
}

func (s *Service) handler(kind string) Handler {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.handlers[kind]
}

// tidy deletes jobs that ended long ago.
func (s *Service) tidy(ctx context.Context) error {
	_, err := s.store.DropJobs(ctx, "", s.now().Add(-keepFor))
	return err
}
