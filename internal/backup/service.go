package backup

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"sonora/internal/background"
	"sonora/internal/blob"
	"sonora/internal/job"
	"sonora/internal/music"
	"sonora/internal/people"
)

// Kinds of jobs. They run on a lane of their own, one at a time.
const (
	makeJob    = "backup"
	checkJob   = "database_check"
	compactJob = "database_compact"
)

const (
	lookEvery = time.Minute
	// firstAfter is when a server without backups makes its first: not at once, so
	// that servers that were just tried out make none.
	firstAfter = 10 * time.Minute
	// againAfter is how long a schedule waits after a backup that failed for good.
	againAfter = time.Hour
)

// Store is what the service needs of the database.
type Store interface {
	Jobs(ctx context.Context, accountID, kind string) ([]music.Job, error)
	CheckDatabase(ctx context.Context) ([]string, error)
	CompactDatabase(ctx context.Context) (int64, error)
	Ping(ctx context.Context) error
}

// Audit records what operators do with backups.
type Audit interface {
	NoteOperation(ctx context.Context, actor string, kind people.AuditKind, name string) error
	RestoreEntry(ctx context.Context, actor, name string) people.AuditEntry
}

// Config is what a Service needs.
type Config struct {
	Maker *Maker
	// Make makes a backup: Maker.Make, or Process.Make.
	Make     func(ctx context.Context, kind Kind, progress Progress) (*Backup, error)
	Store    Store
	Jobs     *job.Service // with one worker
	Settings func() music.Settings
	Audit    Audit
	Log      *slog.Logger
	// Restart starts the server again, which finishes a restore. It is nil where
	// several servers share the database.
	Restart func()
}

// Service makes backups on schedule and on request, and restores them. It is safe
// for concurrent use.
type Service struct {
	Config
	now    func() time.Time
	began  time.Time
	wake   chan struct{}
	wanted chan restoring

	mu      sync.Mutex
	making  making
	restore RestoreState
}

// New returns a Service.
func New(c Config) *Service {
	s := &Service{Config: c, now: c.Maker.Now, wake: make(chan struct{}, 1), wanted: make(chan restoring, 1)}
	s.began = s.now()
	s.Jobs.Register(makeJob, s.makeHandler)
	s.Jobs.Register(checkJob, s.checkHandler)
	s.Jobs.Register(compactJob, s.compactHandler)
	return s
}

// Run makes backups on schedule until ctx ends.
func (s *Service) Run(ctx context.Context) error {
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error {
		return background.Task{Name: "look for a due backup", Every: lookEvery, Wake: s.wake, Do: s.look, Log: s.Log}.Run(ctx)
	})
	g.Go(func() error {
		for {
			select {
			case <-ctx.Done():
				return nil
			case r := <-s.wanted:
				s.runRestore(ctx, r)
			}
		}
	})
	return g.Wait()
}

// Wake applies a changed setting at once.
func (s *Service) Wake() {
	select {
	case s.wake <- struct{}{}:
	default: // it is awake
	}
}

// frequency returns the kind of scheduled backups, and the time in the zone of the
// schedule.
func (s *Service) frequency() (Kind, time.Time) {
	settings := s.Settings()
	zone, err := time.LoadLocation(settings.Timezone)
	if err != nil {
		zone = time.UTC // the settings are validated
	}
	return Kind(settings.BackupFrequency), s.now().In(zone)
}

// look removes what killed runs left at the place of the backups, and starts a backup if
// one is due.
func (s *Service) look(ctx context.Context) error {
	if err := s.Maker.SweepPlace(ctx); err != nil {
		s.Log.Warn("remove unfinished backups failed", "error", err)
	}
	list, stray, err := s.Maker.Target.look(ctx)
	if err != nil {
		return err
	}
	for _, name := range stray {
		if err := s.Maker.Target.remove(ctx, name); err != nil {
			s.Log.Warn("remove an unfinished backup failed", "backup", name, "error", err)
		}
	}
	jobs, err := s.Store.Jobs(ctx, "", makeJob)
	if err != nil {
		return err
	}
	kind, now := s.frequency()
	if now.Before(s.due(list, jobs, kind, now)) {
		return nil
	}
	_, err = s.Jobs.EnqueueAlone(ctx, makeJob, "", payload{Kind: kind})
	if music.CodeOf(err) == music.Conflict { // another server was faster, or one is being made
		return nil
	}
	return err
}

// due returns when the next scheduled backup is due, which may be in the past.
func (s *Service) due(list []Backup, jobs []music.Job, kind Kind, now time.Time) time.Time {
	due := s.began.Add(firstAfter)
	if len(list) > 0 {
		due = next(kind, list[0].CreatedAt.In(now.Location()))
	}
	if len(jobs) > 0 && jobs[0].State == music.JobFailed {
		if again := jobs[0].FinishedAt.Add(againAfter); again.After(due) {
			due = again
		}
	}
	return due
}

type payload struct {
	Kind Kind `json:"kind"`
}

// Start makes a backup soon, also if the last one failed and waits to be tried again.
// It returns Conflict while one is being made.
func (s *Service) Start(ctx context.Context, v music.Viewer) error {
	return s.enqueue(ctx, v, makeJob, people.BackupMade, payload{Manual})
}

// Check looks for damage in the database, in the background.
func (s *Service) Check(ctx context.Context, v music.Viewer) error {
	return s.enqueue(ctx, v, checkJob, people.DatabaseChecked, nil)
}

// Compact gives unused space of the database back, in the background.
func (s *Service) Compact(ctx context.Context, v music.Viewer) error {
	return s.enqueue(ctx, v, compactJob, people.DatabaseCompacted, nil)
}

func (s *Service) enqueue(ctx context.Context, v music.Viewer, kind string, noted people.AuditKind, payload any) error {
	if _, err := s.Jobs.EnqueueNow(ctx, kind, payload); err != nil {
		return err
	}
	return s.Audit.NoteOperation(ctx, v.AccountID, noted, "")
}

func (s *Service) makeHandler(ctx context.Context, j *music.Job, progress func(float64)) (any, error) {
	var p payload
	if err := json.Unmarshal(j.Payload, &p); err != nil {
		return nil, music.NewError(music.Invalid, "The backup could not be written.").Because(err)
	}
	if err := s.Store.Ping(ctx); err != nil { // it may be another database, or damaged
		return nil, err
	}
	b, err := s.Make(ctx, p.Kind, s.follow(j, progress))
	if err != nil {
		return nil, errors.Join(err, Sweep(s.Maker.Data)) // its process may have been killed
	}
	s.Log.Info("made a backup", "backup", b.Name, "size", b.Size, "took", b.VerifiedAt.Sub(b.CreatedAt))
	if err := s.prune(ctx); err != nil {
		s.Log.Warn("delete old backups failed", "error", err)
	}
	return b, nil
}

// making is the backup that is being made here. The database learns of its progress
// only now and then.
type making struct {
	jobID    string
	progress float64
}

// follow remembers the progress of a job.
func (s *Service) follow(j *music.Job, progress func(float64)) Progress {
	return func(done float64) {
		progress(done)
		s.mu.Lock()
		defer s.mu.Unlock()
		s.making = making{j.ID, done}
	}
}

func (s *Service) prune(ctx context.Context) error {
	list, err := s.Maker.Target.List(ctx)
	if err != nil {
		return err
	}
	for _, name := range expired(list) {
		err = errors.Join(err, s.Maker.Target.remove(ctx, name))
	}
	return errors.Join(err, s.Maker.Target.sweepParts(ctx))
}

// checkResult is the result of a check.
type checkResult struct {
	Wrong []string `json:"wrong"`
}

func (s *Service) checkHandler(ctx context.Context, _ *music.Job, _ func(float64)) (any, error) {
	wrong, err := s.Store.CheckDatabase(ctx)
	if wrong == nil {
		wrong = []string{}
	}
	return checkResult{wrong}, err
}

// compactResult is the result of compacting.
type compactResult struct {
	Freed int64 `json:"freed"`
}

func (s *Service) compactHandler(ctx context.Context, _ *music.Job, _ func(float64)) (any, error) {
	freed, err := s.Store.CompactDatabase(ctx)
	return compactResult{freed}, err
}

// List returns the backups, newest first.
func (s *Service) List(ctx context.Context) ([]Backup, error) {
	list, err := s.Maker.Target.List(ctx)
	if err != nil {
		return nil, unreachable(s.Maker.Target, err)
	}
	return list, nil
}

func unreachable(t *Target, err error) error {
	if errors.Is(err, context.Canceled) {
		return err
	}
	return music.NewError(music.Unavailable, "The place of the backups, %s, cannot be read.", t).Because(err)
}

// Find returns a backup by its name.
func (s *Service) Find(ctx context.Context, name string) (*Backup, error) {
	b, err := s.Maker.Target.Find(ctx, name)
	if err != nil && music.CodeOf(err) != music.NotFound {
		return nil, unreachable(s.Maker.Target, err)
	}
	return b, err
}

// Download opens a backup for an operator.
func (s *Service) Download(ctx context.Context, v music.Viewer, name string) (*blob.Object, *Backup, error) {
	b, err := s.Find(ctx, name)
	if err != nil {
		return nil, nil, err
	}
	o, err := s.Maker.Target.Open(ctx, name)
	if err != nil {
		return nil, nil, err
	}
	if err := s.Audit.NoteOperation(ctx, v.AccountID, people.BackupDownloaded, name); err != nil {
		return nil, nil, errors.Join(err, o.Close())
	}
	return o, b, nil
}

// Delete deletes a backup.
func (s *Service) Delete(ctx context.Context, v music.Viewer, name string) error {
	if _, err := s.Find(ctx, name); err != nil {
		return err
	}
	if err := s.Maker.Target.remove(ctx, name); err != nil {
		return unreachable(s.Maker.Target, err)
	}
	return s.Audit.NoteOperation(ctx, v.AccountID, people.BackupDeleted, name)
}
