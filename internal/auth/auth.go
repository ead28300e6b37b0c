// Package auth lets people in: accounts, passwords, sessions and the tokens
// that prove them.
//
// A session is one signed-in device and one row of the store. Its refresh
// token rotates with every use; access tokens live ten minutes; a cookie
// proves the session where a browser cannot send a header, as in an <audio>
// element. Requests are checked without the database in the common case.
package auth

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"net/url"
	"runtime"
	"sync"
	"time"

	"golang.org/x/sync/semaphore"

	"sonora/internal/mail"
	"sonora/internal/music"
	"sonora/internal/seal"
	"sonora/internal/store"
)

// Lifetimes of what proves a session.
const (
	AccessLifetime = 10 * time.Minute
	// rotationGrace is how long a replaced refresh token still answers: two
	// tabs may ask at once, and an answer may be lost on the way.
	rotationGrace = 30 * time.Second
	// sessionTrust is how long a session seen alive is taken for alive, so
	// that one ended on another server ends here at last.
	sessionTrust = 30 * time.Second
	// sessionMax is how long a session lasts at most, however much it is used.
	sessionMax = 180 * 24 * time.Hour
)

// Settings are the operator's rules for accounts.
type Settings interface {
	Get() music.Settings
	PasswordMinLength() int
}

// Mailer writes to people. A message is durable when Send returns; it does
// not wait for delivery.
type Mailer interface {
	Send(ctx context.Context, m mail.Message) error
	// Delivers reports whether there is a mail server. Without one nothing
	// may depend on a mail arriving.
	Delivers() bool
}

// Config is what the service stands on. All fields but the last three are required.
type Config struct {
	Store    *store.Store
	Settings Settings
	Mail     Mailer
	Box      *seal.Box // for secrets of second factors
	Log      *slog.Logger
	// PublicURL is the address people reach this server at, without a slash at
	// its end. Links in mails begin with it, never with what a request says.
	PublicURL *url.URL
	// GuessedURL says that nobody named PublicURL, so that people may come by
	// other names of this machine.
	GuessedURL bool
	Providers  []IdentityProvider // in the order people see them; may be none
	HashCost   HashCost           // of passwords; the zero value is what OWASP recommends
}

// Service registers, signs in and recognises people. It is safe for concurrent use.
type Service struct {
	store     *store.Store
	settings  Settings
	mail      Mailer
	box       *seal.Box
	log       *slog.Logger
	publicURL *url.URL
	now       func() time.Time
	providers []IdentityProvider

	guessedURL bool // see Config

	keys    *keyring
	cost    HashCost            // see Config
	hashing *semaphore.Weighted // passwords being hashed; each takes 19 MiB
	errands chan errand         // see later

	guesses guesses // of app passwords

	mu    sync.Mutex
	trust trust
}

// Open returns the service; it makes a signing key on a fresh database.
func Open(ctx context.Context, c Config) (*Service, error) {
	a := &Service{
		store: c.Store, settings: c.Settings, mail: c.Mail, box: c.Box, log: c.Log, publicURL: c.PublicURL, now: time.Now,
		providers: c.Providers, guessedURL: c.GuessedURL,
		cost:    cmp.Or(c.HashCost, owasp),
		hashing: semaphore.NewWeighted(int64(runtime.GOMAXPROCS(0))),
		trust:   newTrust(),
		errands: make(chan errand, maxErrands),
	}
	var err error
	if a.keys, err = openKeyring(ctx, c.Store, c.Log, a.now()); err != nil {
		return nil, fmt.Errorf("signing keys: %w", err)
	}
	return a, nil
}

// Delivers reports whether mails reach people.
func (a *Service) Delivers() bool { return a.mail.Delivers() }

// PublicOrigin is what browsers call the public URL as an origin.
func (a *Service) PublicOrigin() string { return a.publicURL.Scheme + "://" + a.publicURL.Host }

// link returns an address of the web app, with a secret in its fragment: that
// part is not sent to servers and so is in nobody's log.
func (a *Service) link(path, secret string) string {
	u := *a.publicURL
	u.Path += path
	u.Fragment = secret
	return u.String()
}
