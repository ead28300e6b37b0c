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
	"regexp"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"sonora/internal/blob"
	"sonora/internal/music"
)

// Kind says why a backup was made.
type Kind string

// Kinds of backups. The frequencies are those of the setting.
const (
	Manual  Kind = "manual"
	Hourly  Kind = "hourly"
	Daily   Kind = "daily"
	Weekly  Kind = "weekly"
	Monthly Kind = "monthly"
)

// A backup is two objects at the target: its file, and a note that is written when
// the backup is verified. A file without a note does not count.
const (
	plainSuffix  = ".tar.zst"
	lockedSuffix = plainSuffix + ".age"
	noteSuffix   = ".json"
)

// names are the names of files of backups.
var names = regexp.MustCompile(`^sonora-\d{8}-\d{6}-(manual|hourly|daily|weekly|monthly)\.tar\.zst(\.age)?$`)

func nameOf(b *Backup) string {
	suffix := plainSuffix
	if b.IsEncrypted {
		suffix = lockedSuffix
	}
	return music.ProductSlug + "-" + b.CreatedAt.UTC().Format("20060102-150405") + "-" + string(b.Kind) + suffix
}

// Target is where backups are stored: a folder or a bucket.
type Target struct {
	blobs blob.Store

	mu    sync.Mutex
	notes map[string]Backup // by the name of the note, with its time; notes do not change
}

// OpenTarget returns the target at a place, which is a folder or the address of a
// bucket. It does not access the place yet.
func OpenTarget(place string) (*Target, error) {
	s, err := blob.Open(place)
	if err != nil {
		return nil, err
	}
	return &Target{blobs: s, notes: map[string]Backup{}}, nil
}

// String names the place without its secrets.
func (t *Target) String() string { return t.blobs.String() }

// Close closes the connections to a bucket.
func (t *Target) Close() {
	if bucket, ok := t.blobs.(*blob.S3); ok {
		bucket.Close()
	}
}

func (t *Target) put(ctx context.Context, b *Backup, name string) error {
	if disk, ok := t.blobs.(*blob.Disk); ok { // if it is on the same file system
		if err := disk.Take(ctx, name, b.Name); !errors.Is(err, errors.ErrUnsupported) {
			return err
		}
	}
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	return t.blobs.Put(ctx, b.Name, file, b.Size)
}

func (t *Target) note(ctx context.Context, b *Backup) error {
	text, err := json.MarshalIndent(b, "", " ")
	if err != nil {
		return err
	}
	return t.blobs.Put(ctx, b.Name+noteSuffix, bytes.NewReader(text), int64(len(text)))
}

// remove deletes the note first, so that a backup without its file is never
// listed.
func (t *Target) remove(ctx context.Context, name string) error {
	if err := t.blobs.Delete(ctx, name+noteSuffix); err != nil {
		return err
	}
	return t.blobs.Delete(ctx, name)
}

// List returns the backups, newest first.
func (t *Target) List(ctx context.Context) ([]Backup, error) {
	all, _, err := t.look(ctx)
	return all, err
}

// look returns the backups, newest first, and the names of files without a note.
func (t *Target) look(ctx context.Context) (all []Backup, stray []string, err error) {
	files, notes := map[string]blob.Info{}, []blob.Info{}
	for info, err := range t.blobs.List(ctx, music.ProductSlug+"-") {
		if errors.Is(err, fs.ErrNotExist) {
			break // the folder does not exist before the first backup
		}
		if err != nil {
			return nil, nil, fmt.Errorf("list backups: %w", err)
		}
		switch name, isNote := strings.CutSuffix(info.Key, noteSuffix); {
		case isNote && names.MatchString(name):
			notes = append(notes, info)
		case names.MatchString(info.Key):
			files[info.Key] = info
		}
	}
	for _, n := range notes {
		b, err := t.read(ctx, n)
		if err != nil {
			return nil, nil, fmt.Errorf("read %s: %w", n.Key, err)
		}
		if file, ok := files[b.Name]; ok && file.Size == b.Size && n.Key == b.Name+noteSuffix {
			all = append(all, *b)
			delete(files, b.Name)
		}
	}
	for name, info := range files {
		if time.Since(info.ModTime) > strayAge {
			stray = append(stray, name)
		}
	}
	slices.SortFunc(all, func(a, b Backup) int { return strings.Compare(b.Name, a.Name) })
	slices.SortStableFunc(all, func(a, b Backup) int { return b.CreatedAt.Compare(a.CreatedAt) })
	return all, stray, nil
}

// strayAge is how old a file without a note has to be before it is deleted:
// another server may be verifying it.
const strayAge = 24 * time.Hour

// sweepParts removes what copies to a folder left that were killed. A bucket shows only
// complete files.
func (t *Target) sweepParts(ctx context.Context) error {
	if disk, ok := t.blobs.(*blob.Disk); ok {
		return disk.Sweep(ctx, time.Now().Add(-strayAge))
	}
	return nil
}

const maxNote = 1 << 20

func (t *Target) read(ctx context.Context, info blob.Info) (*Backup, error) {
	id := info.Key + " " + info.ModTime.String()
	t.mu.Lock()
	known, ok := t.notes[id]
	t.mu.Unlock()
	if ok {
		return &known, nil
	}
	o, err := t.blobs.Open(ctx, info.Key)
	if err != nil {
		return nil, err
	}
	defer o.Close()
	var b Backup
	if err := json.NewDecoder(io.LimitReader(o, maxNote)).Decode(&b); err != nil {
		return &Backup{}, nil // somebody else's file, which is not listed
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.notes[id] = b
	return &b, nil
}

// Find returns a backup by its name, or NotFound.
func (t *Target) Find(ctx context.Context, name string) (*Backup, error) {
	all, err := t.List(ctx)
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(all, func(b Backup) bool { return b.Name == name })
	if i < 0 {
		return nil, music.ErrNotFound
	}
	return &all[i], nil
}

// Open opens the file of a backup.
func (t *Target) Open(ctx context.Context, name string) (*blob.Object, error) {
	if !names.MatchString(name) {
		return nil, music.ErrNotFound
	}
	o, err := t.blobs.Open(ctx, name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, music.ErrNotFound.Because(err)
	}
	return o, err
}

// isFull reports whether a disk or quota has no room.
func isFull(err error) bool { return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) }

// Counted reports how much of a stored backup was read. progress may be nil.
func (m *Maker) Counted(o *blob.Object, progress Progress) io.Reader {
	if progress == nil {
		return o
	}
	return counted(o, o.Size, progress)
}

// counted reports how much of size was read.
func counted(r io.Reader, size int64, progress Progress) io.Reader {
	return &countedReader{r: r, size: max(size, 1), progress: progress}
}

type countedReader struct {
	r        io.Reader
	n, size  int64
	progress Progress
}

// Read implements io.Reader.
func (c *countedReader) Read(b []byte) (int, error) {
	n, err := c.r.Read(b)
	c.n += int64(n)
	c.progress(min(1, float64(c.n)/float64(c.size)))
	return n, err
}
