package backup

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"sonora/internal/backup/archive"
	"sonora/internal/blob"
	"sonora/internal/people"
	"sonora/internal/store"
	"sonora/internal/store/dump"
)

// A backup is restored in two steps. Prepare fills a database beside the present
// one and changes nothing else; Finish puts it into place, while no server runs.

// stageFolder is the folder in the data folder for what Prepare has prepared.
const stageFolder = "restore"

const (
	planFile    = "plan.json" // written last: without it, nothing is prepared
	stagedMedia = "media"
)

// Plan is a restore that is prepared.
type Plan struct {
	Name       string    `json:"name"`       // of the backup
	PreparedAt time.Time `json:"preparedAt"` // names what is kept, so that Finish can continue
	CreatedAt  time.Time `json:"createdAt"`
	Program    string    `json:"program"`
	Rows       int64     `json:"rows"`
	HasKey     bool      `json:"hasKey"`
	// Missing are files of the list that the storage for uploads does not have, and
	// Changed those with another size.
	Missing int `json:"missing"`
	Changed int `json:"changed"`
	Listed  int `json:"listed"`
}

// Result is what a restore did.
type Result struct {
	Plan

	KeptDatabase string // what the previous database is called now; "" if there was none
	KeptKey      string // file of the previous key of secrets; "" if it is the same or there was none
	LacksKey     bool   // the secrets in the database cannot be decrypted
}

// Restore restores a backup from r, unless others use the database. It looks before
// the backup is prepared, which may take long, and again before that is put into
// place.
func Restore(ctx context.Context, s Source, r io.Reader, key *archive.Key, entry people.AuditEntry) (*Result, error) {
	if err := dump.Unused(ctx, s.Database); err != nil {
		return nil, unchanged(err)
	}
	if _, err := Prepare(ctx, s, r, key, entry); err != nil {
		return nil, unchanged(err)
	}
	if err := dump.Unused(ctx, s.Database); err != nil {
		return nil, unchanged(errors.Join(err, discard(ctx, s)))
	}
	return Finish(ctx, s)
}

func unchanged(err error) error { return fmt.Errorf("nothing was changed: %w", err) }

// ownJobs are jobs that end with the database that they work on. A backup contains
// the job that makes it as one that is running.
var ownJobs = []string{makeJob, checkJob, compactJob}

// Prepare reads a whole backup from r, and fills a database beside that of the
// server. The present database stays in use. entry says who restores which backup,
// for the audit log of the restored database.
func Prepare(ctx context.Context, s Source, r io.Reader, key *archive.Key, entry people.AuditEntry) (_ *Plan, err error) {
	a, err := archive.NewReader(r, key, store.LatestVersion())
	if err != nil {
		return nil, err
	}
	defer a.Close()
	stage := filepath.Join(s.Data, stageFolder)
	if err := unstage(stage); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(stage, 0o700); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, discard(ctx, s))
		}
	}()
	beside, err := dump.Beside(ctx, s.Database)
	if err != nil {
		return nil, err
	}
	p := &Plan{Name: entry.Detail, PreparedAt: entry.At, CreatedAt: a.Head.CreatedAt, Program: a.Head.Program}
	end, err := load(ctx, beside, a, p.sink(ctx, s.Uploads, stage), (*dump.Loader).Finish)
	if err != nil {
		return nil, err
	}
	p.Rows, p.Listed = end.Rows(), end.Listed
	if err := store.CompleteRestored(ctx, beside, entry, ownJobs); err != nil {
		return nil, err
	}
	text, err := json.Marshal(p)
	if err != nil {
		return nil, err
	}
	return p, blob.WriteFile(filepath.Join(stage, planFile), text, true)
}

// discard removes what a restore has prepared.
func discard(ctx context.Context, s Source) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), removeTime)
	defer cancel()
	if err := dump.Discard(ctx, s.Database); err != nil {
		return err
	}
	return unstage(filepath.Join(s.Data, stageFolder))
}

// unstage removes the stage. The plan goes first, because nothing is prepared without it.
func unstage(stage string) error {
	if err := os.Remove(filepath.Join(stage, planFile)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return os.RemoveAll(stage)
}

// sink stages the files of an archive, and compares its list with the uploads.
func (p *Plan) sink(ctx context.Context, uploads blob.Store, stage string) archive.Sink {
	pictures := blob.NewDisk(filepath.Join(stage, stagedMedia))
	return archive.Sink{
		Kept: func(name string, content io.Reader, size int64) error {
			if folder, _, _ := strings.Cut(name, "/"); !slices.Contains(keptFolders, folder) || blob.CheckKey(name) != nil {
				return fmt.Errorf("%w: it contains the file %q", archive.ErrDamaged, name)
			}
			return pictures.Put(ctx, name, content, size)
		},
		SecretKey: func(key []byte) error {
			p.HasKey = true
			return blob.WriteFile(filepath.Join(stage, secretKey), key, true)
		},
		Listed: func(f archive.File) error {
			if uploads == nil {
				return nil
			}
			if err := blob.CheckKey(f.Key); err != nil {
				return errors.Join(archive.ErrDamaged, err)
			}
			info, err := uploads.Stat(ctx, f.Key)
			switch {
			case errors.Is(err, fs.ErrNotExist), errors.Is(err, blob.ErrUnavailable): // the place may be lost as well
				p.Missing++
			case err != nil:
				return err
			case info.Size != f.Size:
				p.Changed++
			}
			return nil
		},
	}
}

// Prepared returns the restore that is prepared in a data folder; nil for none.
func Prepared(data string) (*Plan, error) {
	text, err := os.ReadFile(filepath.Join(data, stageFolder, planFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var p Plan
	if err := json.Unmarshal(text, &p); err != nil {
		return nil, fmt.Errorf("read the prepared restore: %w", err)
	}
	return &p, nil
}

// Finish puts a prepared restore into place. No server may use the data folder or
// the database. If it is interrupted, calling it again continues. It returns nil if
// nothing is prepared, and then removes what an interrupted Prepare left.
func Finish(ctx context.Context, s Source) (*Result, error) {
	stage := filepath.Join(s.Data, stageFolder)
	p, err := Prepared(s.Data)
	if err != nil {
		return nil, err
	}
	if p == nil {
		if _, err := os.Stat(stage); errors.Is(err, fs.ErrNotExist) {
			return nil, nil // usually nothing is left
		}
		return nil, discard(ctx, s)
	}
	r := &Result{Plan: *p}
	if err := placeMedia(ctx, filepath.Join(stage, stagedMedia), s.Media); err != nil {
		return nil, fmt.Errorf("restore pictures: %w", err)
	}
	if r.KeptKey, err = placeKey(filepath.Join(stage, secretKey), filepath.Join(s.Data, secretKey), p.PreparedAt); err != nil {
		return nil, fmt.Errorf("restore %s: %w", secretKey, err)
	}
	if r.KeptDatabase, err = dump.Switch(ctx, s.Database, p.PreparedAt); err != nil {
		return nil, err
	}
	if _, err := os.Stat(filepath.Join(s.Data, secretKey)); errors.Is(err, fs.ErrNotExist) {
		r.LacksKey = true
	}
	return r, unstage(stage)
}

// placeMedia moves files that are missing into the media folder.
func placeMedia(ctx context.Context, from, to string) error {
	media := blob.NewDisk(to)
	err := filepath.WalkDir(from, func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		rel, err := filepath.Rel(from, name)
		if err != nil {
			return err
		}
		if _, err := os.Stat(filepath.Join(to, rel)); err == nil {
			return nil // names of pictures change with their content
		}
		file, err := os.Open(name) //nolint:gosec // a file that Prepare wrote
		if err != nil {
			return err
		}
		defer file.Close()
		info, err := file.Stat()
		if err != nil {
			return err
		}
		return media.Put(ctx, filepath.ToSlash(rel), file, info.Size())
	})
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// placeKey puts a key of secrets into place, and keeps another one.
func placeKey(from, to string, now time.Time) (kept string, err error) {
	key, err := os.ReadFile(from) //nolint:gosec // a file that Prepare wrote
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	present, err := os.ReadFile(to) //nolint:gosec // the server's own key
	switch {
	case err == nil && bytes.Equal(present, key):
		return "", nil
	case err == nil:
		kept = to + ".before-restore-" + now.UTC().Format("20060102T150405Z")
		if err := os.Rename(to, kept); err != nil {
			return "", err
		}
	case !errors.Is(err, fs.ErrNotExist):
		return "", err
	}
	return kept, blob.WriteFile(to, key, true)
}
