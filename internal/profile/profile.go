// Package profile holds what people say about themselves and do with the data
// that Sonora stores about them: their profile and picture, their public page,
// their statistics, the export of all their data, and the deletion of the
// account.
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
	"sonora/internal/link"
	"sonora/internal/mail"
	"sonora/internal/music"
	"sonora/internal/people"
	"sonora/internal/store"
)

// Accounts is the part of package auth that profiles need.
type Accounts interface {
	// Note records an action of the account's owner in the audit log.
	Note(ctx context.Context, kind people.AuditKind, accountID, detail string) error
	// ReplaceEmail changes a person's address, or starts the verification if
	// mails can be sent. It does nothing if the address is unchanged. It
	// returns Invalid with the field "email" for an address that is taken or
	// not valid.
	ReplaceEmail(ctx context.Context, v music.Viewer, email string) error
	// EndOtherSessions signs a person out everywhere else.
	EndOtherSessions(ctx context.Context, v music.Viewer) error
	// Remove disables an account until its data are deleted, for an operator.
	Remove(ctx context.Context, actor, accountID string, deleteAt time.Time) (changed bool, err error)
	// Restore takes back Remove.
	Restore(ctx context.Context, actor, accountID string) error
	// Delete deletes an account and records who did it, "" for nobody.
	Delete(ctx context.Context, actor, accountID string) error
}

// Subscriptions are what people pay for. Package subscription implements it.
type Subscriptions interface {
	// Follow has the subscriptions of an account end when what is paid ends, if it is to
	// be deleted now, and otherwise go on.
	Follow(ctx context.Context, accountID string) error
	// EndAll has the subscriptions of an account end at once.
	EndAll(ctx context.Context, accountID string) error
}

// Mailer sends mail.
type Mailer interface {
	Send(ctx context.Context, m mail.Message) error
}

// Events carries events to browsers.
type Events interface{ Publish(e music.Event) }

// Config holds the dependencies of a Service. All fields are required.
type Config struct {
	Store     *store.Store
	Accounts  Accounts
	Mail      Mailer
	Jobs      *job.Service
	Events    Events
	Log       *slog.Logger
	Media     string // folder with a subfolder for pictures
	Data      string // folder with a subfolder for exports
	PublicURL *url.URL
	// Open opens the bytes of an uploaded track by its root and path.
	Open func(ctx context.Context, root, path string) (io.ReadCloser, error)
	// Picture opens the picture of a playlist as a JPEG. It returns NotFound if
	// there is none.
	Picture       func(name string) (io.ReadCloser, error)
	Subscriptions Subscriptions
	Links         Links
	// PlaylistFile returns a playlist as a file for other players, and the name of the file.
	PlaylistFile func(ctx context.Context, v music.Viewer, id, format string) (name string, data []byte, err error)
}

// Links says what links lead to. *share.Service implements it.
type Links interface {
	DescribeAll(ctx context.Context, links []link.Link) ([]link.Shared, error)
}

// Service manages profiles. It is safe for concurrent use.
type Service struct {
	store     *store.Store
	accounts  Accounts
	mail      Mailer
	jobs      *job.Service
	events    Events
	log       *slog.Logger
	avatars   string // folder
	exports   string // folder
	publicURL *url.URL
	open      func(ctx context.Context, root, path string) (io.ReadCloser, error)
	picture   func(name string) (io.ReadCloser, error)
	paid      Subscriptions
	links     Links
	asFile    func(ctx context.Context, v music.Viewer, id, format string) (name string, data []byte, err error)
	now       func() time.Time

	pictures *semaphore.Weighted // limits memory for decoding
	files    sync.Mutex          // held while a picture is replaced
}

// New returns a Service and registers its job handlers.
func New(c Config) *Service {
	s := &Service{
		store: c.Store, accounts: c.Accounts, mail: c.Mail, jobs: c.Jobs, events: c.Events, log: c.Log,
		avatars: filepath.Join(c.Media, "avatars"), exports: filepath.Join(c.Data, "exports"), publicURL: c.PublicURL, open: c.Open, picture: c.Picture,
		paid: c.Subscriptions, links: c.Links, asFile: c.PlaylistFile, now: time.Now, pictures: semaphore.NewWeighted(1),
	}
	s.jobs.Register(exportKind, s.export)
	return s
}

// Change is a change of a person's profile. nil leaves a field as it is.
type Change struct {
	people.ProfileChange
	Email *string
}

// Update changes the viewer's profile and returns the updated account. It
// returns Invalid with the fields that are not valid, and then changes nothing.
func (s *Service) Update(ctx context.Context, v music.Viewer, c Change) (*music.Account, error) {
	fields := tidied(c.ProfileChange)
	if err := check(fields, s.now()); err != nil {
		return nil, err
	}
	if c.Email != nil {
		if err := s.accounts.ReplaceEmail(ctx, v, *c.Email); err != nil {
			return nil, fmt.Errorf("replace the email address: %w", err)
		}
	}
	if err := s.store.UpdateProfile(ctx, v.AccountID, fields); err != nil {
		return nil, fmt.Errorf("save the profile: %w", err)
	}
	return s.account(ctx, v)
}

// SetLanguage sets the language of the viewer's mails; "" follows the browser.
// It returns Invalid for an unsupported language.
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
		f.Add("language", "Choose one of %s.", strings.Join(music.Languages, ", "))
	}
	return f.Err()
}

// account returns the viewer's own account.
func (s *Service) account(ctx context.Context, v music.Viewer) (*music.Account, error) {
	account, err := s.store.AccountByID(ctx, v.AccountID)
	if err != nil {
		return nil, fmt.Errorf("find the account: %w", err)
	}
	return account, nil
}
