package backup

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"sonora/internal/blob"
	"sonora/internal/music"
)

// A run that is killed leaves its work folder, and perhaps a file at the place of the
// backups that was not verified. The work folder tells which file that is, so that
// files that other servers are verifying stay.

// workFolder is the folder in the data folder for backups that are being made.
const workFolder = "backup-work"

const (
	storedFile = "stored.json" // in the folder of a run
	leftPrefix = "left-"       // of the stored.json of killed runs, in workFolder
)

// stored is a file that a run put at the place of the backups.
type stored struct {
	Place string `json:"place"`
	Name  string `json:"name"`
}

// workFolder makes a folder for one run. It lies below one that Sweep empties.
func (m *Maker) workFolder() (string, error) {
	parent := filepath.Join(m.Data, workFolder)
	if err := os.MkdirAll(parent, 0o700); err != nil {
		return "", err
	}
	return os.MkdirTemp(parent, fmt.Sprintf("%d-", os.Getpid()))
}

// noteStored notes in the folder of a run which file it is about to store.
func (m *Maker) noteStored(work, name string) error {
	text, err := json.Marshal(stored{m.Target.String(), name})
	if err != nil {
		return err
	}
	return blob.WriteFile(filepath.Join(work, storedFile), text, true)
}

// Sweep removes what runs left in the data folder that were killed. Call it before this
// process makes backups. SweepPlace then removes what they left elsewhere.
func Sweep(data string) error {
	parent := filepath.Join(data, workFolder)
	runs, err := os.ReadDir(parent)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	for _, run := range runs {
		if strings.HasPrefix(run.Name(), leftPrefix) {
			continue
		}
		owner, _, _ := strings.Cut(run.Name(), "-")
		pid, parseErr := strconv.Atoi(owner)
		if parseErr == nil && pid != os.Getpid() && syscall.Kill(pid, 0) == nil {
			continue // the command makes a backup right now
		}
		folder := filepath.Join(parent, run.Name())
		moveErr := os.Rename(filepath.Join(folder, storedFile), filepath.Join(parent, leftPrefix+run.Name()))
		if moveErr != nil && !errors.Is(moveErr, fs.ErrNotExist) && !errors.Is(moveErr, syscall.ENOTDIR) {
			err = errors.Join(err, moveErr)
			continue
		}
		err = errors.Join(err, os.RemoveAll(folder))
	}
	return err
}

// SweepPlace removes the files that killed runs left at the place of the backups.
func (m *Maker) SweepPlace(ctx context.Context) error {
	notes, err := filepath.Glob(filepath.Join(m.Data, workFolder, leftPrefix+"*"))
	if err != nil {
		return err
	}
	for _, note := range notes {
		err = errors.Join(err, m.removeLeft(ctx, note))
	}
	return err
}

// removeLeft removes the file that a note names, unless it became a backup, and then the
// note. Notes of another place wait for a process that has that place, for a day.
func (m *Maker) removeLeft(ctx context.Context, note string) error {
	info, err := os.Stat(note)
	if err != nil {
		return err
	}
	text, err := os.ReadFile(note) //nolint:gosec // a file in the data folder
	if err != nil {
		return err
	}
	var left stored
	isOurs := json.Unmarshal(text, &left) == nil && names.MatchString(left.Name) // a kill may have cut it off
	if isOurs && left.Place != m.Target.String() && time.Since(info.ModTime()) < strayAge {
		return nil
	}
	if isOurs && left.Place == m.Target.String() {
		_, err := m.Target.Find(ctx, left.Name)
		if music.CodeOf(err) == music.NotFound {
			err = m.Target.remove(ctx, left.Name)
		}
		if err != nil {
			return err
		}
	}
	return os.Remove(note)
}
