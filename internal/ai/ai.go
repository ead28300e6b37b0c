// Package ai has music made for people: by the built-in composer, or by services
// that the operator configured. Each piece becomes a track of the person, which an
// operator reviews before others hear it.
package ai

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/semaphore"

	"sonora/internal/ai/likeness"
	"sonora/internal/ai/remote"
	"sonora/internal/background"
	"sonora/internal/blob"
	"sonora/internal/generation"
	"sonora/internal/job"
	"sonora/internal/media/ffmpeg"
	"sonora/internal/music"
	"sonora/internal/sound"
	"sonora/internal/store"
)

// limits bound how many pieces may wait.
var limits = generation.Limits{Own: 3, All: 50}

// Events tells open pages of changes.
type Events interface{ Publish(e music.Event) }

// Operators are told of pieces that wait for their review. Package alerting
// implements it.
type Operators interface {
	ReviewWaits(ctx context.Context, title, by string)
}

// Track is what the track of a piece says about it.
type Track struct {
	Title, Artist, Genre string
	Duration             float64 // seconds
}

// Config is what a Service needs. All fields are required.
type Config struct {
	Store  *store.Store
	Jobs   map[generation.Lane]*job.Service // not shared with other packages, because a piece takes a while
	Remote *remote.Service
	Plans  Plans
	// Keep makes a track of the viewer of a file, the same for the same name, and
	// Remove deletes one.
	Keep   func(ctx context.Context, v music.Viewer, name, path string, t Track) (trackID string, err error)
	Remove func(ctx context.Context, v music.Viewer, trackID string) error
	// OpenUpload opens one of the viewer's uploads that are not tracks yet, or returns
	// NotFound, and DropUpload deletes one.
	OpenUpload func(ctx context.Context, v music.Viewer, id string) (io.ReadCloser, error)
	DropUpload func(ctx context.Context, v music.Viewer, id string) error

	FFmpeg func(context.Context) (*ffmpeg.Runner, error)
	Copies *likeness.Copies // keeps known what people hear of pieces that are being made
	// Correct applies people's corrections to an analysis.
	Correct   func(measured *sound.Analysis, edit *sound.Edit) *sound.Analysis
	Settings  func() music.Settings
	Events    Events
	Operators Operators
	Log       *slog.Logger
	Now       func() time.Time
	Folder    string // for sound that is being made
}

// Service makes music. It is safe for concurrent use.
type Service struct {
	Config
	playing *semaphore.Weighted // see stems

	mu      sync.Mutex
	running map[string]*work // by generation
}

// New returns a Service. Its jobs run once Config.Jobs runs.
func New(c Config) *Service {
	s := &Service{Config: c, playing: semaphore.NewWeighted(1), running: map[string]*work{}}
	for lane, jobs := range c.Jobs {
		jobs.Register(jobKinds[lane], func(ctx context.Context, j *music.Job, progress func(float64)) (any, error) {
			return nil, s.run(ctx, lane, j, progress)
		})
	}
	return s
}

// Get returns one of the viewer's generations.
func (s *Service) Get(ctx context.Context, v music.Viewer, id string) (*generation.Generation, error) {
	return s.Store.Generation(ctx, v, id)
}

// List returns a page of the viewer's generations, newest first.
func (s *Service) List(ctx context.Context, v music.Viewer, p music.Page) (music.List[generation.Generation], error) {
	return s.Store.Generations(ctx, v, p)
}

// Cancel stops one of the viewer's generations that is not ready yet. It returns
// Conflict for any other.
func (s *Service) Cancel(ctx context.Context, v music.Viewer, id string) (*generation.Generation, error) {
	if _, err := s.Store.Generation(ctx, v, id); err != nil {
		return nil, err
	}
	x, err := s.Store.ChangeGeneration(ctx, id, s.Now(), func(x *generation.Generation) error {
		if !x.State.IsWaited() {
			return errEnded
		}
		x.State = generation.Cancelled
		x.Settle()
		return nil
	})
	if err != nil {
		return nil, err
	}
	s.stop(id)
	if x.Provider != generation.BuiltIn {
		if err := s.Remote.Cancel(ctx, x); err != nil {
			s.Log.Warn("cancel order failed", "generation", id, "provider", x.Provider, "error", err)
		}
	}
	s.log(ctx, x, generation.LogCancelled)
	s.tell(x, string(x.State))
	return x, nil
}

var errEnded = music.NewError(music.Conflict, "This piece is not being made any more.")

// Delete deletes one of the viewer's generations with its track. An approved
// track stays, because others may have it in their playlists.
func (s *Service) Delete(ctx context.Context, v music.Viewer, id string) error {
	x, err := s.Store.Generation(ctx, v, id)
	if err != nil {
		return err
	}
	if x.State.IsWaited() {
		if _, err := s.Cancel(ctx, v, id); err != nil && !errors.Is(err, errEnded) {
			return err
		}
	}
	if x.Review.Verdict == generation.Approved {
		err = s.Store.HideGeneration(ctx, id)
	} else {
		err = s.drop(ctx, v, x)
	}
	if err != nil {
		return err
	}
	s.tell(x, generation.Deleted)
	s.Events.Publish(generation.ReviewsChanged)
	return nil
}

func (s *Service) drop(ctx context.Context, v music.Viewer, x *generation.Generation) error {
	if x.TrackID != "" {
		if err := s.Remove(ctx, v, x.TrackID); err != nil && music.CodeOf(err) != music.NotFound {
			return err
		}
	}
	return s.Store.DropGeneration(ctx, x.ID)
}

// tell sends the state of a generation to its owner's tabs.
func (s *Service) tell(x *generation.Generation, state string) {
	s.Events.Publish(music.Event{Type: generation.Event, Account: x.OwnerID, Data: generation.Report{
		ID: x.ID, State: state, Stage: string(x.Stage), Progress: x.Progress, Playable: x.Playable.Seconds(),
	}})
}

// log notes how a generation ended and what it cost.
func (s *Service) log(ctx context.Context, x *generation.Generation, status string) {
	err := s.Store.AddGenerationLog(ctx, &generation.Log{
		AccountID: x.OwnerID, GenerationID: x.ID, Provider: x.Provider, Prompt: x.Prompt, Status: status, Cost: x.Cost, CreatedAt: s.Now(),
	})
	if err != nil {
		s.Log.Error("log generation failed", "generation", x.ID, "error", err)
	}
}

const tidyEvery = time.Minute

// Run rescues generations whose job was lost and deletes left-over files, until
// ctx ends.
func (s *Service) Run(ctx context.Context) error {
	return background.Task{Name: "tidy generations", Every: tidyEvery, Do: s.tidy, Log: s.Log}.Run(ctx)
}

func (s *Service) tidy(ctx context.Context) error {
	busy, err := s.Store.BusyGenerations(ctx)
	if err != nil {
		return err
	}
	var errs []error
	for i := range busy {
		errs = append(errs, s.rescue(ctx, &busy[i]))
	}
	waiting, err := s.Store.QueuedGenerations(ctx)
	for _, w := range waiting {
		errs = append(errs, s.requeue(ctx, w))
	}
	return errors.Join(append(errs, err, s.sweep())...)
}

// rescue fails a generation whose job has ended without it.
func (s *Service) rescue(ctx context.Context, x *generation.Generation) error {
	if s.Now().Sub(x.UpdatedAt) < tidyEvery || s.isRunning(x.ID) {
		return nil
	}
	jobs, err := s.Store.Jobs(ctx, x.OwnerID, jobKinds[generation.LaneOf(x.Provider)])
	if err != nil {
		return err
	}
	for i := range jobs {
		if jobs[i].ID == x.Job && (jobs[i].State == music.JobWaiting || jobs[i].State == music.JobRunning) {
			return nil
		}
	}
	return s.fail(ctx, x.ID, errGivenUp)
}

var errGivenUp = music.NewError(music.Unavailable, "This piece could not be finished, although the server tried several times. The log has the details.")

// requeue queues a job for a person whose generations wait without one.
func (s *Service) requeue(ctx context.Context, w generation.Waiting) error {
	jobs, err := s.Store.Jobs(ctx, w.OwnerID, jobKinds[w.Lane])
	if err != nil {
		return err
	}
	for i := range jobs {
		if jobs[i].State == music.JobWaiting || jobs[i].State == music.JobRunning {
			return nil
		}
	}
	return s.queueJob(ctx, w.Lane, w.OwnerID)
}

func (s *Service) queueJob(ctx context.Context, lane generation.Lane, ownerID string) error {
	_, err := s.Jobs[lane].Enqueue(ctx, jobKinds[lane], ownerID, struct{}{})
	return err
}

// leftOver is the age at which a file in Folder counts as left over.
const leftOver = 24 * time.Hour

// sweep deletes files in Folder that nothing has written to for a day.
func (s *Service) sweep() error {
	return blob.Sweep(s.Folder, s.Now().Add(-leftOver), func(name string) bool {
		id, _, _ := strings.Cut(name, ".")
		return s.isRunning(id)
	})
}
