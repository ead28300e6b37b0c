// Package vitals measures how the server and its machine are doing: processor,
// memory, disks and database. It keeps the samples of the last hour in memory.
package vitals

import (
	"context"
	"log/slog"
	"runtime"
	"slices"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"sonora/internal/background"
	"sonora/internal/music"
)

const (
	sampleEvery = 10 * time.Second
	keepFor     = time.Hour
	// patience is how long a database may take for its answer before a sample counts
	// as failed.
	patience = 2 * time.Second
)

// Database is asked for an answer with every sample.
type Database interface {
	Ping(ctx context.Context) error
}

// Sample is one measurement.
type Sample struct {
	At time.Time
	// Processor is the share of the machine's processors that was in use since the
	// sample before, from 0 to 1; -1 if unknown. Server is the part of this process.
	Processor, Server float64
	// Memory is the resident memory of this process in bytes; 0 if unknown.
	Memory int64
	// Answer is how long the database took to answer; it did not if Answer is -1.
	Answer time.Duration
}

// Reading is the state of the server, from its latest samples.
type Reading struct {
	Started    time.Time
	Processors int
	Samples    []Sample // oldest first, at most those of an hour
	Disks      []Disk
}

// Availability returns the share of samples in which the database answered, from 0
// to 1. It is 1 without samples.
func (r *Reading) Availability() float64 {
	if len(r.Samples) == 0 {
		return 1
	}
	answered := 0
	for _, s := range r.Samples {
		if s.Answer >= 0 {
			answered++
		}
	}
	return float64(answered) / float64(len(r.Samples))
}

// Latest returns the newest sample; one of unknown values if there is none.
func (r *Reading) Latest() Sample {
	if len(r.Samples) == 0 {
		return Sample{Processor: -1, Server: -1, Answer: -1}
	}
	return r.Samples[len(r.Samples)-1]
}

// Service measures. It is safe for concurrent use.
type Service struct {
	database Database
	log      *slog.Logger
	started  time.Time
	folders  []Folder
	machine  machine

	data string // the folder for notes about disks

	mu      sync.Mutex
	samples []Sample
	diary   diary
}

// New returns a Service that also watches the disks of the folders. It keeps notes
// about them in the folder data.
func New(d Database, data string, folders []Folder, log *slog.Logger) *Service {
	return &Service{database: d, log: log, started: time.Now(), folders: folders, data: data, diary: diary{}}
}

// Run takes samples until ctx ends.
func (s *Service) Run(ctx context.Context) error {
	diary, err := readDiary(s.data)
	music.LogFailure(ctx, s.log, slog.LevelWarn, "read the notes about disks", err)
	s.mu.Lock()
	s.diary = diary
	s.mu.Unlock()
	g, ctx := errgroup.WithContext(ctx)
	for _, task := range []background.Task{
		{Name: "measure the server", Every: sampleEvery, Do: s.sample, Log: s.log},
		{Name: "note how full the disks are", Every: time.Hour, Do: s.note, Log: s.log},
	} {
		g.Go(func() error { return task.Run(ctx) })
	}
	return g.Wait()
}

// note keeps once a day how full the disks are.
func (s *Service) note(context.Context) error {
	disks := DisksOf(s.folders)
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.diary.add(disks, time.Now()) {
		return nil
	}
	return s.diary.write(s.data)
}

func (s *Service) sample(ctx context.Context) error {
	one := s.machine.sample()
	one.Answer = s.answer(ctx)
	one.At = time.Now()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.samples = append(s.samples, one)
	old := slices.IndexFunc(s.samples, func(x Sample) bool { return one.At.Sub(x.At) <= keepFor })
	s.samples = slices.Delete(s.samples, 0, max(old, 0))
	return ctx.Err()
}

// answer measures how long the database takes to answer; -1 if it does not.
func (s *Service) answer(ctx context.Context) time.Duration {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	asked := time.Now()
	if err := s.database.Ping(ctx); err != nil {
		return -1
	}
	return time.Since(asked)
}

// Read returns the state of the server.
func (s *Service) Read() *Reading {
	disks := DisksOf(s.folders)
	s.mu.Lock()
	defer s.mu.Unlock()
	for i := range disks {
		disks[i].FullAt = s.diary.fullAt(&disks[i], time.Now())
	}
	return &Reading{Started: s.started, Processors: runtime.NumCPU(), Samples: slices.Clone(s.samples), Disks: disks}
}
