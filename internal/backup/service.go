package backup

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"sonora/internal/background"
	"sonora/internal/backup/archive"
	"sonora/internal/blob"
	"sonora/internal/job"
	"sonora/internal/music"
	"sonora/internal/people"
	"sonora/internal/store"
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
	NoteBackup(ctx context.Context, actor string, kind people.AuditKind, name string) error
	RestoreEntry(ctx context.Context, actor, name string) people.AuditEntry
}

// Config is what a Service needs.
type Config struct {
	Maker    *Maker
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

	mu       sync.Mutex
	progress map[string]float64 // of jobs that run here
	restore  RestoreState
}

// New returns a Service.
func New(c Config) *Service {
	s := &Service{Config: c, now: c.Maker.Now, wake: make(chan struct{}, 1), wanted: make(chan restoring, 1), progress: map[string]float64{}}
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

// look starts a backup if one is due.
func (s *Service) look(ctx context.Context) error {
	list, err := s.Maker.Target.List(ctx)
	if err != nil {
		return err
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

// Start makes a backup soon. It returns Conflict while one is being made.
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
	if _, err := s.Jobs.EnqueueAlone(ctx, kind, "", payload); err != nil {
		return err
	}
	return s.Audit.NoteBackup(ctx, v.AccountID, noted, "")
}

func (s *Service) makeHandler(ctx context.Context, j *music.Job, progress func(float64)) (any, error) {
	var p payload
	if err := json.Unmarshal(j.Payload, &p); err != nil {
		return nil, music.NewError(music.Invalid, "The backup could not be written.").Because(err)
	}
	if err := s.Store.Ping(ctx); err != nil { // it may be another database, or damaged
		return nil, err
	}
	b, err := s.Maker.Make(ctx, p.Kind, s.follow(j, progress))
	if err != nil {
		return nil, err
	}
	s.Log.Info("made a backup", "backup", b.Name, "size", b.Size, "took", b.VerifiedAt.Sub(b.CreatedAt))
	if err := s.prune(ctx); err != nil {
		s.Log.Warn("delete old backups failed", "error", err)
	}
	return b, nil
}

// follow remembers the progress of a job that runs here, which the database learns
// of only now and then.
func (s *Service) follow(j *music.Job, progress func(float64)) Progress {
	return func(done float64) {
		progress(done)
		s.mu.Lock()
		defer s.mu.Unlock()
		s.progress[j.ID] = done
	}
}

func (s *Service) prune(ctx context.Context) error {
	list, stray, err := s.Maker.Target.look(ctx)
	if err != nil {
		return err
	}
	for _, name := range slices.Concat(expired(list), stray) {
		err = errors.Join(err, s.Maker.Target.remove(ctx, name))
	}
	return err
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
	if err := s.Audit.NoteBackup(ctx, v.AccountID, people.BackupDownloaded, name); err != nil {
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
	return s.Audit.NoteBackup(ctx, v.AccountID, people.BackupDeleted, name)
}

// Work is the newest run of something that takes time.
type Work struct {
	State      music.JobState // "" if it never ran
	Progress   float64
	At         time.Time // when it ended; zero before that
	Again      time.Time // when it is tried again; zero unless it failed and is
	Error      string    // of the last attempt; for operators
	Wrong      []string  // of a check
	FreedBytes int64     // of compacting
}

// State is what happens with the database and its backups.
type State struct {
	Place       string
	IsEncrypted bool
	Frequency   Kind
	Next        time.Time // scheduled backup
	Backup      Work
	Check       Work
	Compact     Work
	Restore     RestoreState
	CanRestore  bool // from the app
}

// State returns what happens at present.
func (s *Service) State(ctx context.Context) (*State, error) {
	kind, now := s.frequency()
	st := &State{Place: s.Maker.Target.String(), IsEncrypted: s.Maker.Lock != nil, Frequency: kind, CanRestore: s.Restart != nil}
	jobs, err := s.Store.Jobs(ctx, "", makeJob)
	if err != nil {
		return nil, err
	}
	if list, err := s.Maker.Target.List(ctx); err == nil { // its place may be unreachable, which the list says
		if st.Next = s.due(list, jobs, kind, now); st.Next.Before(now) {
			st.Next = now
		}
	}
	st.Backup = s.work(jobs)
	for name, into := range map[string]*Work{checkJob: &st.Check, compactJob: &st.Compact} {
		jobs, err := s.Store.Jobs(ctx, "", name)
		if err != nil {
			return nil, err
		}
		*into = s.work(jobs)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	st.Restore = s.restore
	return st, nil
}

// work describes the newest of some jobs.
func (s *Service) work(jobs []music.Job) (w Work) {
	if len(jobs) == 0 {
		return w
	}
	j := jobs[0]
	w = Work{State: j.State, Progress: j.Progress, At: j.FinishedAt, Error: j.Error}
	s.mu.Lock()
	defer s.mu.Unlock()
	if j.State == music.JobRunning {
		w.Progress = max(w.Progress, s.progress[j.ID])
	}
	if j.State == music.JobWaiting && j.Error != "" {
		w.Again = j.RunAt
	}
	var result struct {
		checkResult
		compactResult
	}
	if j.State == music.JobDone && json.Unmarshal(j.Result, &result) == nil {
		w.Wrong, w.FreedBytes = result.Wrong, result.Freed
		w.Error = ""
	}
	return w
}

// RestoreState is how far a restore from the app is.
type RestoreState struct {
	Name     string // of the backup; "" if there is none
	Progress float64
	Failed   music.Message // why it failed; zero while it runs
}

// restoring is a restore that somebody asked for.
type restoring struct {
	backup *Backup
	key    *archive.Key
	entry  people.AuditEntry // for the audit log of the restored database
}

var (
	errSeveral   = music.NewError(music.Conflict, "Several servers use this database. Stop them all, and run sonora restore.")
	errRestoring = music.NewError(music.Conflict, "A backup is being restored already.")
)

// Restore restores a backup: it fills a database beside the present one, and then
// starts the server again with it. The key, a passphrase or a secret key of age, is
// for encrypted backups that the configured passphrase does not open.
func (s *Service) Restore(ctx context.Context, v music.Viewer, name, key string) error {
	if s.Restart == nil {
		return errSeveral
	}
	b, err := s.Find(ctx, name)
	if err != nil {
		return err
	}
	opens, err := archive.ParseKey(key)
	if err != nil {
		return music.FieldError(music.Invalid, "key", music.Say("This key is not valid.")).Because(err)
	}
	if opens == nil {
		opens = s.Maker.Opens
	}
	if err := s.tryKey(ctx, b, opens); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.restore.Name != "" && s.restore.Failed.IsZero() {
		return errRestoring
	}
	if err := s.Audit.NoteBackup(ctx, v.AccountID, people.BackupRestored, name); err != nil {
		return err
	}
	s.restore = RestoreState{Name: name}
	s.wanted <- restoring{b, opens, s.Audit.RestoreEntry(ctx, v.AccountID, name)} // there is room: nothing else is being restored
	return nil
}

// tryKey opens a backup, so that a wrong key is refused at once.
func (s *Service) tryKey(ctx context.Context, b *Backup, key *archive.Key) error {
	o, err := s.Maker.Target.Open(ctx, b.Name)
	if err != nil {
		return unreachable(s.Maker.Target, err)
	}
	defer o.Close()
	r, err := archive.NewReader(o, key, store.LatestVersion())
	if err != nil {
		return refusal(err)
	}
	r.Close()
	return nil
}

// refusal says why a backup cannot be restored.
func refusal(err error) *music.Error {
	field := func(says music.Message) *music.Error {
		return music.FieldError(music.Invalid, "key", says).Because(err)
	}
	switch {
	case errors.Is(err, archive.ErrEncrypted):
		return field(music.Say("This backup is encrypted. Enter its passphrase, or the secret key of age."))
	case errors.Is(err, archive.ErrWrongKey):
		return field(music.Say("This key does not open the backup."))
	case errors.Is(err, archive.ErrNewer):
		return music.NewError(music.Conflict, "This backup is from a newer version of Sonora.").Because(err)
	case errors.Is(err, archive.ErrForeign), errors.Is(err, archive.ErrDamaged):
		return music.NewError(music.Conflict, "This backup is damaged or incomplete.").Because(err)
	case isFull(err):
		return music.NewError(music.Unavailable, "There is no room to restore the backup; nothing was changed.").Because(err)
	}
	return music.NewError(music.Unavailable, "The backup could not be restored; nothing was changed.").Because(err)
}

func (s *Service) runRestore(ctx context.Context, r restoring) {
	err := s.prepare(ctx, r)
	if ctx.Err() != nil {
		return
	}
	s.mu.Lock()
	if err != nil {
		s.Log.Error("restore a backup failed", "backup", r.backup.Name, "error", err)
		s.restore.Failed = refusal(err).Detail
		s.mu.Unlock()
		return
	}
	s.restore.Progress = 1
	s.mu.Unlock()
	s.Log.Warn("starting again with a restored backup", "backup", r.backup.Name)
	s.Restart()
}

func (s *Service) prepare(ctx context.Context, r restoring) error {
	o, err := s.Maker.Target.Open(ctx, r.backup.Name)
	if err != nil {
		return err
	}
	defer o.Close()
	_, err = Prepare(ctx, s.Maker.Source, counted(o, r.backup.Size, func(done float64) {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.restore.Progress = done * prepareShare
	}), r.key, r.entry)
	if err != nil {
		return fmt.Errorf("prepare: %w", err)
	}
	return nil
}

// prepareShare is the share of reading in a restore; the rest is comparing.
const prepareShare = 0.7
