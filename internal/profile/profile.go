// Package profile is what a person says about themselves and does with what
// Sonora holds about them: their profile and picture, the page others see,
// their own figures, a copy of everything, and the end of the account.
package profile

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/semaphore"

	"sonora/internal/job"
	"sonora/internal/mail"
	"sonora/internal/music"
	"sonora/internal/people"
	"sonora/internal/store"
)

// Accounts is what a profile needs of sign-in.
type Accounts interface {
	// Note writes an entry of the audit log about an account, done by its owner.
	Note(ctx context.Context, kind people.AuditKind, accountID, detail string) error
	// ReplaceEmail changes a person's address, or begins to where mails prove
	// it. It does nothing for the address they have. Invalid with the field
	// "email" for one that is taken or none.
	ReplaceEmail(ctx context.Context, v music.Viewer, email string) error
	// EndOtherSessions signs a person out everywhere else.
	EndOtherSessions(ctx context.Context, v music.Viewer) error
	// Delete removes an account and notes who did it, "" for nobody.
	Delete(ctx context.Context, actor, accountID string) error
}

// Mailer writes to people.
type Mailer interface {
	Send(ctx context.Context, m mail.Message) error
}

// Config is what the service stands on. All fields are required.
type Config struct {
	Store     *store.Store
	Accounts  Accounts
	Mail      Mailer
	Jobs      *job.Service
	Log       *slog.Logger
	Media     string // pictures are kept in a folder of it
	Data      string // copies of what Sonora holds about people are kept in a folder of it
	PublicURL *url.URL
	// Open opens the bytes of an uploaded track, by its root and path.
	Open func(ctx context.Context, root, path string) (io.ReadCloser, error)
	// Picture opens a JPEG that somebody gave a playlist; NotFound without it.
	Picture func(name string) (io.ReadCloser, error)
}

// Service keeps profiles. It is safe for concurrent use.
type Service struct {
	store     *store.Store
	accounts  Accounts
	mail      Mailer
	jobs      *job.Service
	log       *slog.Logger
	avatars   string // folder
	exports   string // folder
	publicURL *url.URL
	open      func(ctx context.Context, root, path string) (io.ReadCloser, error)
	picture   func(name string) (io.ReadCloser, error)
	now       func() time.Time

	pictures *semaphore.Weighted // decoding takes memory
	files    sync.Mutex          // held while a picture is replaced
}

// New returns the service; it takes on the work of its kinds from the jobs.
func New(c Config) *Service {
	s := &Service{
		store: c.Store, accounts: c.Accounts, mail: c.Mail, jobs: c.Jobs, log: c.Log,
		avatars: filepath.Join(c.Media, "avatars"), exports: filepath.Join(c.Data, "exports"), publicURL: c.PublicURL, open: c.Open, picture: c.Picture,
		now: time.Now, pictures: semaphore.NewWeighted(1),
	}
	s.jobs.Register(exportKind, s.export)
	return s
}

// Change is what a person sends about themselves; nil leaves a field as it is.
type Change struct {
	people.ProfileChange
	Email *string
}

// Update changes the viewer's profile and returns the account as it is then.
// Invalid with the fields that break a rule; nothing is changed in that case.
func (s *Service) Update(ctx context.Context, v music.Viewer, c Change) (*music.Account, error) {
	fields := tidied(c.ProfileChange)
	if err := check(fields, s.now()); err != nil {
		return nil, err
	}
	if c.Email != nil {
		if err := s.accounts.ReplaceEmail(ctx, v, *c.Email); err != nil {
			return nil, fmt.Errorf("replace the address: %w", err)
		}
	}
	if err := s.store.UpdateProfile(ctx, v.AccountID, fields); err != nil {
		return nil, fmt.Errorf("save the profile: %w", err)
	}
	return s.account(ctx, v)
}

// SetLanguage chooses the language the viewer is written to in, "" for the
// browser's. Invalid for one there are no texts in.
func (s *Service) SetLanguage(ctx context.Context, v music.Viewer, language string) (*music.Account, error) {
	if err := checkLanguage(language); err != nil {
		return nil, err
	}
	if err := s.store.SetLanguage(ctx, v.AccountID, language); err != nil {
		return nil, fmt.Errorf("save the language: %w", err)
	}
	return s.account(ctx, v)
}

func checkLanguage(language string) error {
	f := music.FieldErrors{}
	if language != "" && !slices.Contains(music.Languages, language) {
		f.Add("language", "Choose one of "+strings.Join(music.Languages, ", ")+".")
	}
	return f.Err()
}

// account is the viewer's own.
func (s *Service) account(ctx context.Context, v music.Viewer) (*music.Account, error) {
	account, err := s.store.AccountByID(ctx, v.AccountID)
	if err != nil {
		return nil, fmt.Errorf("find the account: %w", err)
	}
	return account, nil
}
