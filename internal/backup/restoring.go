package backup

import (
	"context"
	"errors"
	"fmt"
	"time"

	"sonora/internal/backup/archive"
	"sonora/internal/maintenance"
	"sonora/internal/music"
	"sonora/internal/people"
	"sonora/internal/store"
)

// Restores that operators start from the app.

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

// CheckChange refuses what people want to change while a backup is being restored: the
// restored database would not have it. It answers as the maintenance mode does.
func (s *Service) CheckChange() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.isRestoring() {
		return nil
	}
	return &music.Error{
		Code: music.Conflict, RetryAfter: restoreRetry,
		Detail: music.Coded(maintenance.Code, "A backup is being restored. You can listen, but nothing can be changed until the server has started again."),
	}
}

// restoreRetry is when clients try again that were refused during a restore.
const restoreRetry = 30 * time.Second

// isRestoring reports whether a restore runs or waits for the start of the server. The
// caller holds mu.
func (s *Service) isRestoring() bool { return s.restore.Name != "" && s.restore.Failed.IsZero() }

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
	if s.isRestoring() {
		return errRestoring
	}
	if err := s.Audit.NoteOperation(ctx, v.AccountID, people.BackupRestored, name); err != nil {
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
