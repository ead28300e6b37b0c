// Package backup makes backups of a server and restores them: the database with
// the settings, small files that exist nowhere else, and a list of the larger
// ones. A backup does not depend on the engine: one of SQLite can be restored
// into PostgreSQL, and the other way round.
package backup

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"sonora/internal/backup/archive"
	"sonora/internal/blob"
	"sonora/internal/music"
	"sonora/internal/store"
	"sonora/internal/store/dump"
)

// Backup describes a backup that is complete and verified.
type Backup struct {
	Name        string    `json:"name"` // of its file
	Kind        Kind      `json:"kind"`
	CreatedAt   time.Time `json:"createdAt"` // the moment that it shows
	VerifiedAt  time.Time `json:"verifiedAt"`
	Size        int64     `json:"size"` // bytes
	Checksum    string    `json:"checksum"`
	IsEncrypted bool      `json:"isEncrypted"`
	HasKey      bool      `json:"hasKey"` // the key of secrets is in it
	Engine      string    `json:"engine"`
	Schema      int64     `json:"schema"`
	Program     string    `json:"program"`
	Rows        int64     `json:"rows"`
	Kept        int       `json:"kept"`   // small files in it
	Listed      int       `json:"listed"` // larger files in its list
	ListedBytes int64     `json:"listedBytes"`
	// IsListPartial is true if the storage for uploads did not answer.
	IsListPartial bool `json:"isListPartial"`
}

// Source is the server that is backed up.
type Source struct {
	Database string // URL
	Data     string // folder with the key of secrets
	Media    string
	Uploads  blob.Store // nil to list none
	Program  string     // version of Sonora
}

// keptFolders are the folders below Media with small files that exist nowhere
// else.
var keptFolders = []string{"avatars", "tag-covers", "playlist-covers"}

const secretKey = "secret.key"

// Maker makes backups.
type Maker struct {
	Source

	Target *Target
	Lock   *archive.Lock // nil: backups are not encrypted
	// Opens opens the backups that a passphrase locks; nil otherwise.
	Opens *archive.Key
	Now   func() time.Time
}

// Progress is told how much of a backup is done, from 0 to 1.
type Progress func(done float64)

// Shares of the progress.
const (
	writeShare  = 0.45
	storeShare  = 0.05
	verifyShare = 1 - writeShare - storeShare
)

// errUnverified means that a backup was removed because it could not be restored.
var errUnverified = errors.New("the backup cannot be restored, so it was removed")

// Make writes a backup, stores it, restores it into a scratch database, and
// compares that with what was written. If anything fails, nothing is left at the
// target.
func (m *Maker) Make(ctx context.Context, kind Kind, progress Progress) (*Backup, error) {
	if progress == nil {
		progress = func(float64) {}
	}
	work, err := m.workFolder()
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(work) }() // the next run tries again
	b := &Backup{Kind: kind, IsEncrypted: m.Lock != nil, Program: m.Program}
	file := filepath.Join(work, "backup")
	key, err := m.write(ctx, b, file, func(done float64) { progress(writeShare * done) })
	if err != nil {
		return nil, explained(err, music.Say("The backup could not be written."))
	}
	err = m.noteStored(work, b.Name)
	if err == nil {
		err = m.Target.put(ctx, b, file)
	}
	if err != nil {
		return nil, explained(err, music.Say("The backup could not be stored at %s.", m.Target))
	}
	progress(writeShare + storeShare)
	err = m.verify(ctx, b, key, filepath.Join(work, "scratch.db"), func(done float64) { progress(writeShare + storeShare + verifyShare*done) })
	if err == nil {
		b.VerifiedAt = m.Now()
		err = m.Target.note(ctx, b)
	}
	if err != nil {
		removing, cancel := context.WithTimeout(context.WithoutCancel(ctx), removeTime)
		defer cancel()
		return nil, explained(errors.Join(err, m.Target.remove(removing, b.Name)), music.Say("The backup could not be verified."))
	}
	return b, nil
}

// removeTime limits the removal of a backup that failed.
const removeTime = 10 * time.Second

// explained gives an error of a backup a sentence for operators, unless it has one.
// A later attempt may succeed.
func explained(err error, says music.Message) error {
	if _, ok := errors.AsType[*music.Error](err); ok || errors.Is(err, context.Canceled) {
		return err
	}
	if errors.Is(err, fs.ErrPermission) {
		return music.NewError(music.Unavailable, "The server may not write to the place of the backups.").Because(err)
	}
	if isFull(err) {
		return music.NewError(music.Unavailable, "There is no room for the backup; nothing was left behind.").Because(err)
	}
	return (&music.Error{Code: music.Unavailable, Detail: says}).Because(err)
}

// write writes the archive to a file and fills in what is known of it. It returns
// the key that opens the archive.
func (m *Maker) write(ctx context.Context, b *Backup, name string, progress Progress) (key *archive.Key, err error) {
	file, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	s, err := dump.Open(ctx, m.Database)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	b.CreatedAt, b.Schema, b.Engine = m.Now().UTC().Truncate(time.Second), s.Version, s.Engine
	secret, err := m.secret(b)
	if err != nil {
		return nil, err
	}
	b.HasKey = secret != nil
	b.Name = nameOf(b)
	sum := sha256.New()
	a, err := archive.NewWriter(io.MultiWriter(file, sum), m.Lock, archive.Head{
		Format: archive.Format, Schema: s.Version, Engine: b.Engine, Program: m.Program, CreatedAt: b.CreatedAt, HasKey: b.HasKey, Tables: tablesOf(s.Tables),
	})
	if err != nil {
		return nil, err
	}
	defer a.Abandon()
	if err := m.writeRows(ctx, a, s, progress); err != nil {
		return nil, err
	}
	if err := m.writeFiles(ctx, a, b, filepath.Dir(name)); err != nil {
		return nil, err
	}
	if b.HasKey {
		if err := a.SecretKey(secret); err != nil {
			return nil, err
		}
	}
	end, err := a.Close()
	if err != nil {
		return nil, err
	}
	b.Rows, b.Kept, b.Listed, b.ListedBytes = end.Rows(), end.Kept, end.Listed, end.Bytes
	b.Checksum = "sha256:" + hex.EncodeToString(sum.Sum(nil))
	if b.Size, err = file.Seek(0, io.SeekCurrent); err != nil {
		return nil, err
	}
	return a.Key(), file.Sync()
}

func tablesOf(tables []dump.Table) []archive.Table {
	all := make([]archive.Table, len(tables))
	for i, t := range tables {
		all[i] = archive.Table(t)
	}
	return all
}

// progressEvery is the number of rows between two reports.
const progressEvery = 10_000

func (m *Maker) writeRows(ctx context.Context, a *archive.Writer, s *dump.Snapshot, progress Progress) error {
	total, err := s.Count(ctx)
	if err != nil {
		return err
	}
	done := int64(0)
	for _, t := range s.Tables {
		err := s.Rows(ctx, t, func(row []any) error {
			if done++; done%progressEvery == 0 {
				progress(float64(done) / float64(max(total, done)))
				if err := ctx.Err(); err != nil {
					return err
				}
			}
			return a.Row(t.Name, row)
		})
		if err != nil {
			return err
		}
		if err := a.EndTable(t.Name); err != nil {
			return err
		}
	}
	return nil
}

// verify reads a stored backup back, restores it into a scratch database, and
// compares all rows.
func (m *Maker) verify(ctx context.Context, b *Backup, key *archive.Key, scratch string, progress Progress) error {
	if key == nil {
		key = m.Opens
	}
	stored, err := m.Target.Open(ctx, b.Name)
	if err != nil {
		return err
	}
	defer stored.Close()
	r, err := archive.NewReader(counted(stored, b.Size, progress), key, store.LatestVersion())
	if err != nil {
		return errors.Join(errUnverified, err)
	}
	defer r.Close()
	if _, err := load(ctx, "sqlite:"+scratch, r, archive.Sink{}, (*dump.Loader).Prove); err != nil {
		return errors.Join(errUnverified, err)
	}
	return nil
}

// load fills a new database at url from an archive, and compares its rows with
// those of the archive. others takes what is not in tables. finish is called once
// all rows are there.
func load(
	ctx context.Context, url string, r *archive.Reader, others archive.Sink, finish func(*dump.Loader, context.Context) error,
) (_ *archive.End, err error) {
	l, err := dump.Create(ctx, url, r.Head.Schema)
	if err != nil {
		return nil, err
	}
	end, err := fill(ctx, l, r, others)
	if err == nil {
		err = finish(l, ctx)
	}
	if err = errors.Join(err, l.Close()); err != nil {
		return nil, err
	}
	return end, compare(ctx, url, r.Head.Tables, end.Totals)
}

func fill(ctx context.Context, l *dump.Loader, r *archive.Reader, others archive.Sink) (*archive.End, error) {
	tables := make([]dump.Table, len(r.Head.Tables))
	for i, t := range r.Head.Tables {
		tables[i] = dump.Table(t)
	}
	if err := l.Fits(tables); err != nil {
		return nil, errors.Join(archive.ErrDamaged, err)
	}
	others.Table = func(t archive.Table, next func() ([]any, error)) error {
		return l.Add(ctx, dump.Table(t), func() ([]any, error) {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			return next()
		})
	}
	return r.Read(others)
}

// compare reads all rows of a database that was filled, and returns an error
// unless they are those of the archive.
func compare(ctx context.Context, url string, tables []archive.Table, want []archive.Total) (err error) {
	s, err := dump.Open(ctx, url)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	for i, t := range tables {
		var d archive.Digest
		if err := s.Rows(ctx, dump.Table(t), d.AddRow); err != nil {
			return err
		}
		if got := d.Total(t.Name); got != want[i] {
			return fmt.Errorf("the restored table %s differs: %d rows, not %d, or other values", t.Name, got.Rows, want[i].Rows)
		}
	}
	return nil
}
