// Package upload receives files from people, in pieces or whole, and turns them
// into tracks. The bytes of an upload grow in a file of the staging folder on
// this machine; the size of that file is the progress of the upload, even after
// a crash. Complete files are examined, and files that are not music are
// rejected. Those that people keep move to the store for uploads.
package upload

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"sync"
	"time"

	"golang.org/x/sync/semaphore"

	"sonora/internal/blob"
	"sonora/internal/generation"
	"sonora/internal/intake"
	"sonora/internal/music"
	"sonora/internal/people"
	"sonora/internal/store"
)

const (
	// life is how long an upload waits for its next byte, and for being kept.
	life = 24 * time.Hour
	// growingLife is the same for an upload that grows, such as a recording of
	// the DJ desk: the DJ may return to the browser that has the rest of it only
	// days later.
	growingLife = 7 * 24 * time.Hour
	// MaxLength is the duration of the longest music accepted.
	MaxLength = 12 * time.Hour
	// maxFileName is the maximum length of a name, in characters.
	maxFileName = 255
	megabyte    = 1 << 20
)

// Errors that callers distinguish in addition to the error's code.
var (
	// ErrBusy is wrapped by errors about an upload that another request is
	// sending.
	ErrBusy = errors.New("another request is sending this upload")
	// ErrChecksum is wrapped by errors about a piece that does not match its
	// checksum.
	ErrChecksum = errors.New("the checksum does not match")
)

// Events receives changes of the library and of the mixes.
type Events interface{ Publish(e music.Event) }

// Config holds the dependencies of a Service. All fields are required.
type Config struct {
	Store    *store.Store
	Blobs    blob.Store // store of intake.Root
	Events   Events
	Log      *slog.Logger
	Settings func() music.Settings
	Folder   string // staging folder; created when needed
	// Quota returns how many bytes the uploads and automixes of an account may take; 0
	// for no limit.
	Quota  func(ctx context.Context, accountID string) (int64, error)
	Plans  Plans
	Copies Copies
	// Held is told of an upload that an operator has to review.
	Held func(ctx context.Context, x *generation.Generation)
	// Note adds an entry to the audit log.
	Note func(ctx context.Context, actor string, kind people.AuditKind, detail string) error
	// Room returns how many bytes may still be written to the disk that holds a folder.
	Room func(folder string) (int64, error)
}

// Service receives uploads. It is safe for concurrent use.
type Service struct {
	store    *store.Store
	blobs    blob.Store
	events   Events
	log      *slog.Logger
	settings func() music.Settings
	quota    func(ctx context.Context, accountID string) (int64, error)
	plans    Plans
	client   *http.Client // see fetch
	staging  staging
	copies   Copies
	held     func(ctx context.Context, x *generation.Generation)
	note     func(ctx context.Context, actor string, kind people.AuditKind, detail string) error
	room     func(folder string) (int64, error)
	now      func() time.Time

	patience time.Duration       // see claim
	looking  *semaphore.Weighted // limits memory for reading files and pictures
	mu       sync.Mutex
	writers  map[string]*writer // by upload, while one is active
}

// New returns a Service.
func New(c Config) *Service {
	return &Service{
		store: c.Store, blobs: c.Blobs, events: c.Events, log: c.Log, settings: c.Settings, quota: c.Quota, plans: c.Plans, staging: staging{c.Folder}, copies: c.Copies, held: c.Held, note: c.Note, room: c.Room, client: newClient(c.Settings),
		now: time.Now, patience: patience, looking: semaphore.NewWeighted(2), writers: map[string]*writer{},
	}
}

var errTooLarge = music.NewError(music.TooLarge, "The file is larger than the upload limit.")

// MaxSize returns the maximum size of a file, in bytes.
func (s *Service) MaxSize() int64 { return int64(s.settings().MaxUploadSize) * megabyte }

// admit adds an upload if its account's quota has room for it.
func (s *Service) admit(ctx context.Context, u *intake.Upload) error {
	quota, err := s.quota(ctx, u.AccountID)
	if err != nil {
		return err
	}
	return s.store.CreateUpload(ctx, u, quota)
}

// UnknownLength is the length of a file that is still being made. The upload
// grows with its pieces, until one of them states the length.
const UnknownLength = -1

// Create starts an upload of length bytes, or of UnknownLength. metadata is
// stored for the client. It returns TooLarge if length exceeds MaxSize or the
// viewer's remaining space, Unsupported for an empty file, and Unavailable if the
// disk has no room for it.
func (s *Service) Create(ctx context.Context, v music.Viewer, name, metadata string, length int64) (*intake.Upload, error) {
	if err := s.checkDisk(length); err != nil {
		return nil, err
	}
	return s.create(ctx, v, name, metadata, length)
}

// create is Create for a file that may be on the disk already.
func (s *Service) create(ctx context.Context, v music.Viewer, name, metadata string, length int64) (*intake.Upload, error) {
	switch {
	case length == 0:
		return nil, refusal(music.Say("The file is empty."))
	case length > s.MaxSize():
		return nil, errTooLarge
	}
	now := s.now()
	u := &intake.Upload{
		AccountID: v.AccountID, FileName: tidyName(name), Metadata: metadata, Length: length, State: intake.Receiving,
		CreatedAt: now,
	}
	if length == UnknownLength {
		u.State, u.Length, u.IsRecording = intake.Growing, 0, true
	}
	u.ExpiresAt = now.Add(lifeOf(u))
	if err := s.admit(ctx, u); err != nil {
		return nil, err
	}
	if err := s.staging.create(u.ID); err != nil {
		return nil, errors.Join(err, s.store.DropUpload(ctx, u.ID))
	}
	return u, nil
}

// own returns one of the viewer's uploads. It returns NotFound for any other,
// and for one that has expired.
func (s *Service) own(ctx context.Context, v music.Viewer, id string) (*intake.Upload, error) {
	u, err := s.store.Upload(ctx, id)
	if err != nil {
		return nil, err
	}
	expired := u.State != intake.Used && !u.ExpiresAt.After(s.now())
	if u.AccountID != v.AccountID || !v.SignedIn() || expired || u.State == intake.Gone {
		return nil, music.ErrNotFound
	}
	return u, nil
}

// Progress is an upload with the number of bytes received.
type Progress struct {
	intake.Upload
	Offset int64
}

// Offset returns one of the viewer's uploads with its progress. It ends the
// request that was sending the upload if that has gone quiet, and returns
// ErrBusy if it is still sending.
func (s *Service) Offset(ctx context.Context, v music.Viewer, id string) (*Progress, error) {
	u, err := s.own(ctx, v, id)
	if err != nil {
		return nil, err
	}
	if !u.Arrives() {
		return &Progress{*u, u.Length}, nil
	}
	w, err := s.claim(ctx, id, nil)
	if err != nil {
		return nil, err
	}
	defer s.release(id, w)
	size, err := s.staging.settle(id)
	if err != nil {
		return nil, err
	}
	return &Progress{*u, min(size, u.Length)}, nil
}

// List returns the viewer's uploads that are not tracks, newest first.
func (s *Service) List(ctx context.Context, v music.Viewer) ([]Progress, error) {
	all, err := s.store.Uploads(ctx, v.AccountID)
	if err != nil {
		return nil, err
	}
	list := []Progress{}
	for _, u := range all {
		if !u.ExpiresAt.After(s.now()) {
			continue
		}
		offset := u.Length
		if u.Arrives() {
			offset = min(u.Length, s.staging.offset(u.ID))
		}
		list = append(list, Progress{u, offset})
	}
	return list, nil
}

// Delete deletes one of the viewer's uploads that is not a track.
func (s *Service) Delete(ctx context.Context, v music.Viewer, id string) error {
	u, err := s.own(ctx, v, id)
	if err != nil {
		return err
	}
	if u.State == intake.Used {
		return music.ErrNotFound
	}
	w, err := s.claim(ctx, id, nil)
	if err != nil {
		return err
	}
	defer s.release(id, w)
	return s.drop(ctx, u)
}

// drop removes the bytes of an upload, then its row. Tidy retries what fails.
func (s *Service) drop(ctx context.Context, u *intake.Upload) error {
	if err := s.staging.remove(u.ID); err != nil {
		return fmt.Errorf("remove an upload: %w", err)
	}
	if u.Place != "" {
		if err := s.blobs.Delete(ctx, u.Place); err != nil && !errors.Is(err, os.ErrNotExist) {
			return fmt.Errorf("remove the bytes of an upload: %w", err)
		}
	}
	return s.store.DropUpload(ctx, u.ID)
}
