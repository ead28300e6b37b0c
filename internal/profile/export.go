package profile

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"sonora/internal/mail"
	"sonora/internal/music"
	"sonora/internal/people"
)

const (
	exportKind = "export"
	// exportLife is how long an export can be downloaded.
	exportLife = 7 * 24 * time.Hour
)

var errExporting = music.NewError(music.Conflict, "An export of your data is already in progress.")

// Export is a copy of everything Sonora stores about a person, finished or in
// progress.
type Export struct {
	ID        string
	State     music.JobState
	Progress  float64 // 0 to 1
	Size      int64   // bytes, once finished
	CreatedAt time.Time
	ReadyAt   time.Time // zero until finished
	ExpiresAt time.Time // zero until finished
}

// exportResult is the result of a finished export job.
type exportResult struct {
	Size int64 `json:"size"`
}

// StartExport starts an export of everything Sonora stores about the viewer. It
// returns Conflict while one is in progress.
func (s *Service) StartExport(ctx context.Context, v music.Viewer) (*Export, error) {
	j, err := s.jobs.EnqueueAlone(ctx, exportKind, v.AccountID, nil)
	if music.CodeOf(err) == music.Conflict {
		return nil, errExporting.Because(err)
	}
	if err != nil {
		return nil, fmt.Errorf("start an export: %w", err)
	}
	// Record this now rather than when it is done, because only the request has
	// the person's address.
	if err := s.accounts.Note(ctx, people.DataExported, v.AccountID, ""); err != nil {
		return nil, fmt.Errorf("record an export: %w", err)
	}
	e := exportOf(j)
	return &e, nil
}

// Exports returns the viewer's exports, newest first.
func (s *Service) Exports(ctx context.Context, v music.Viewer) ([]Export, error) {
	list, err := s.store.Jobs(ctx, v.AccountID, exportKind)
	if err != nil {
		return nil, fmt.Errorf("list exports: %w", err)
	}
	exports := []Export{}
	for _, j := range list {
		if e := exportOf(&j); e.ExpiresAt.IsZero() || e.ExpiresAt.After(s.now()) {
			exports = append(exports, e)
		}
	}
	return exports, nil
}

func exportOf(j *music.Job) Export {
	e := Export{ID: j.ID, State: j.State, Progress: j.Progress, CreatedAt: j.CreatedAt}
	var result exportResult
	if j.State == music.JobDone && json.Unmarshal(j.Result, &result) == nil {
		e.Size, e.ReadyAt, e.ExpiresAt = result.Size, j.FinishedAt, j.FinishedAt.Add(exportLife)
	}
	return e
}

// OpenExport opens one of the viewer's finished exports, a ZIP file. It returns
// NotFound for any other ID.
func (s *Service) OpenExport(ctx context.Context, v music.Viewer, id string) (*os.File, *Export, error) {
	exports, err := s.Exports(ctx, v)
	if err != nil {
		return nil, nil, err
	}
	i := slices.IndexFunc(exports, func(e Export) bool { return e.ID == id && e.State == music.JobDone })
	if i < 0 {
		return nil, nil, music.ErrNotFound
	}
	file, err := os.Open(s.exportFile(id))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil, music.ErrNotFound.Because(err)
	}
	if err != nil {
		return nil, nil, fmt.Errorf("open an export: %w", err)
	}
	return file, &exports[i], nil
}

func (s *Service) exportFile(id string) string { return filepath.Join(s.exports, id+exportSuffix) }

const exportSuffix = ".zip"

// export is the job handler: it writes the file and sends a mail.
func (s *Service) export(ctx context.Context, j *music.Job, progress func(float64)) (any, error) {
	account, err := s.store.AccountByID(ctx, j.AccountID)
	if err != nil {
		return nil, fmt.Errorf("find the account: %w", err)
	}
	a := &archive{Service: s, account: account, viewer: music.Viewer{AccountID: account.ID, Role: account.Role}, progress: progress}
	if err := createFile(s.exports, j.ID+exportSuffix, func(f *os.File) error { return a.write(ctx, f) }); err != nil {
		return nil, fmt.Errorf("write an export: %w", err)
	}
	if err := s.dropOlderExports(ctx, j); err != nil {
		return nil, err
	}
	err = s.mail.Send(ctx, mail.Message{
		Kind: mail.ExportReady, AccountID: account.ID, To: account.Email, Name: account.FirstName, Language: account.Language,
		Link: s.link("/settings"), Expires: s.now().Add(exportLife), At: s.now(),
	})
	if err != nil {
		return nil, fmt.Errorf("send mail about an export: %w", err)
	}
	return exportResult{Size: a.size}, nil
}

// dropOlderExports keeps only the latest file of each person.
func (s *Service) dropOlderExports(ctx context.Context, latest *music.Job) error {
	list, err := s.store.Jobs(ctx, latest.AccountID, exportKind)
	if err != nil {
		return fmt.Errorf("list exports: %w", err)
	}
	for _, j := range list {
		if j.ID == latest.ID || j.State != music.JobDone {
			continue
		}
		if err := os.Remove(s.exportFile(j.ID)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("remove an export: %w", err)
		}
	}
	return nil
}

// link returns a URL of the web app.
func (s *Service) link(path string) string { return s.publicURL.JoinPath(path).String() }
