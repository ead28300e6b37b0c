package backup

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"time"

	"sonora/internal/backup/archive"
	"sonora/internal/blob"
)

// writeFiles adds everything to an archive that is not in the database. work is the
// folder of the run.
func (m *Maker) writeFiles(ctx context.Context, a *archive.Writer, b *Backup, work string) error {
	for _, folder := range keptFolders {
		if err := keep(ctx, a, m.Media, folder); err != nil {
			return fmt.Errorf("keep the files of %s: %w", folder, err)
		}
	}
	isWhole, err := m.listUploads(ctx, a, work)
	if err != nil {
		return fmt.Errorf("list the uploads: %w", err)
	}
	b.IsListPartial = !isWhole
	return nil
}

// secret returns the key of secrets for an encrypted backup. It is nil for others,
// and where there are no secrets yet.
func (m *Maker) secret(b *Backup) ([]byte, error) {
	if !b.IsEncrypted {
		return nil, nil
	}
	key, err := os.ReadFile(filepath.Join(m.Data, secretKey))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return key, err
}

// keep adds the files of a folder below the media folder.
func keep(ctx context.Context, a *archive.Writer, media, folder string) error {
	err := filepath.WalkDir(filepath.Join(media, folder), func(name string, e fs.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() || e.Name()[0] == '.' {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		return keepFile(a, media, name)
	})
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// keepFile adds one file, unless it was removed meanwhile.
func keepFile(a *archive.Writer, media, name string) error {
	rel, err := filepath.Rel(media, name)
	if err != nil {
		return err
	}
	file, err := os.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return err
	}
	return a.Keep(filepath.ToSlash(rel), file, info.Size())
}

// checksumTime is how long one backup computes checksums of uploads. The next ones
// continue, and keep those that are known.
const checksumTime = 30 * time.Second

// derivedUploads are the folders in the storage whose files are made again.
var derivedUploads = []string{"bodies"}

// listUploads adds the list of all uploads, with their checksums. It reports whether
// the storage listed all of them.
func (m *Maker) listUploads(ctx context.Context, a *archive.Writer, work string) (isWhole bool, err error) {
	if m.Uploads == nil {
		return true, nil
	}
	file, err := os.Create(filepath.Join(work, "uploads"))
	if err != nil {
		return false, err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	sums := &checksums{store: m.Uploads, known: readSums(m.Data), used: map[string]string{}, until: time.Now().Add(checksumTime)}
	l := &listing{out: bufio.NewWriter(file)}
	isWhole, err = l.addAll(ctx, m.Uploads, sums)
	if err != nil {
		return false, err
	}
	if err := errors.Join(l.out.Flush(), writeSums(m.Data, sums.used)); err != nil {
		return false, err
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return false, err
	}
	return isWhole, a.List(file, l.size, l.files, l.bytes)
}

// listing is a list of files, one line each.
type listing struct {
	out   *bufio.Writer
	size  int64 // bytes of the list
	files int
	bytes int64 // of the files
}

// addAll adds all files of a storage. It reports whether the storage listed all of
// them: the database is worth a backup even if it does not answer.
func (l *listing) addAll(ctx context.Context, storage blob.Store, sums *checksums) (isWhole bool, err error) {
	for info, err := range storage.List(ctx, "") {
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return true, nil
		case errors.Is(err, blob.ErrUnavailable):
			return false, nil
		case err != nil:
			return false, err
		case isDerived(info.Key):
			continue
		}
		sum, err := sums.of(ctx, info)
		if err != nil {
			return false, err
		}
		if err := l.add(archive.File{Key: info.Key, Size: info.Size, Checksum: sum}); err != nil {
			return false, err
		}
	}
	return true, nil
}

func (l *listing) add(f archive.File) error {
	line, err := json.Marshal(f)
	if err != nil {
		return err
	}
	n, err := l.out.Write(append(line, '\n'))
	l.files, l.bytes, l.size = l.files+1, l.bytes+f.Size, l.size+int64(n)
	return err
}

func isDerived(key string) bool {
	for _, folder := range derivedUploads {
		if ok, err := path.Match(folder+"/*", key); err == nil && ok {
			return true
		}
	}
	return false
}

// checksums computes the checksums of files, each once.
type checksums struct {
	store blob.Store
	known map[string]string // by key, size and time
	used  map[string]string
	until time.Time
}

func (c *checksums) of(ctx context.Context, info blob.Info) (string, error) {
	if info.Checksum != "" {
		return info.Checksum, nil
	}
	id := fmt.Sprint(info.Key, " ", info.Size, " ", info.ModTime.UnixNano())
	sum := c.known[id]
	if sum == "" && time.Now().Before(c.until) {
		var err error
		if sum, err = c.compute(ctx, info.Key); err != nil {
			return "", err
		}
	}
	if sum != "" {
		c.used[id] = sum
	}
	return sum, nil
}

func (c *checksums) compute(ctx context.Context, key string) (string, error) {
	o, err := c.store.Open(ctx, key)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil // removed meanwhile
	}
	if err != nil {
		return "", err
	}
	defer o.Close()
	h := sha256.New()
	if _, err := io.Copy(h, o); err != nil {
		return "", err
	}
	return "sha256:" + hex.EncodeToString(h.Sum(nil)), ctx.Err()
}

// sumsFile remembers checksums between backups. Losing it costs time only.
const sumsFile = "upload-checksums.json"

func readSums(data string) map[string]string {
	known := map[string]string{}
	text, err := os.ReadFile(filepath.Join(data, sumsFile))
	if err != nil || json.Unmarshal(text, &known) != nil {
		return map[string]string{} // they are computed again
	}
	return known
}

func writeSums(data string, sums map[string]string) error {
	text, err := json.Marshal(sums)
	if err != nil {
		return err
	}
	return blob.WriteFile(filepath.Join(data, sumsFile), text, false)
}
