// Package auth recognises people: it manages accounts, passwords, second
// factors, sessions and the tokens that prove them.
//
// A session is one signed-in device and one row in the store. Its refresh token
// rotates with every use. Access tokens are valid for ten minutes. A cookie
// proves the session where a browser cannot send a header, as in an <audio>
// element. Most requests are checked without the database.
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
	"sonora/internal/people"
	"sonora/internal/seal"
	"sonora/internal/store"
)

// Lifetimes of sessions.
const (
	AccessLifetime = 10 * time.Minute
	// rotationGrace is how long a replaced refresh token is still accepted,
	// because two tabs may refresh at the same time and responses may get lost.
	rotationGrace = 30 * time.Second
	// sessionTrust is how long a session is trusted after it was last checked.
	// It bounds how long a session that ended on another server remains usable
	// here.
	sessionTrust = 30 * time.Second
	// maxSessionAge is the maximum lifetime of a session, regardless of use.
	maxSessionAge = 180 * 24 * time.Hour
)

// Settings are the operator's rules for accounts.
type Settings interface {
	Get() music.Settings
	PasswordMinLength() int
}

// Mailer sends mail to people. A message is durable when Send returns; Send
// does not wait for delivery.
type Mailer interface {
	Send(ctx context.Context, m mail.Message) error
	// Delivers reports whether there is a mail server. Without one, nothing may
	// depend on mail.
	Delivers() bool
}

// Config holds the dependencies of a Service. All fields but GuessedURL,
// Providers and HashCost are required.
type Config struct {
	Store    *store.Store
	Settings Settings
	Mail     Mailer
	Box      *seal.Box // for secrets of second factors
	Log      *slog.Logger
	// Audited is told of every entry of the audit log; nil on the command line.
	Audited func(ctx context.Context, e *people.AuditEntry)
	// Verified is told of every account that has a verified address from now on; nil on the
	// command line.
	Verified func(ctx context.Context, accountID string)
	// PublicURL is the address at which people reach this server, without a
	// trailing slash. Links in mail always begin with it, never with an address
	// taken from a request.
	PublicURL *url.URL
	// GuessedURL means that PublicURL was not configured, so people may use
	// other names of this machine.
	GuessedURL bool
	Providers  []IdentityProvider // in display order; may be empty
	HashCost   HashCost           // of passwords; the zero value is what OWASP recommends
}

// Service manages accounts, signs people in and recognises them. It is safe for
// concurrent use.
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
	audited    func(ctx context.Context, e *people.AuditEntry)
	isVerified func(ctx context.Context, accountID string)

	keys    *keyring
	cost    HashCost            // see Config
	hashing *semaphore.Weighted // limits concurrent password hashes; each takes 19 MiB
	tasks   chan task           // see later

	guesses  guesses // of API keys
	verified verifiedTokens

	mu    sync.Mutex
	trust trust
}

// Open returns the service. It creates a signing key in a new database.
func Open(ctx context.Context, c Config) (*Service, error) {
	a := &Service{
		store: c.Store, settings: c.Settings, mail: c.Mail, box: c.Box, log: c.Log, publicURL: c.PublicURL, now: time.Now,
		providers: c.Providers, guessedURL: c.GuessedURL, audited: c.Audited, isVerified: c.Verified,
		cost:    cmp.Or(c.HashCost, owasp),
		hashing: semaphore.NewWeighted(int64(runtime.GOMAXPROCS(0))),
		trust:   newTrust(),
		tasks:   make(chan task, maxTasks),
	}
	var err error
	if a.keys, err = openKeyring(ctx, c.Store, c.Log, a.now()); err != nil {
		return nil, fmt.Errorf("signing keys: %w", err)
	}
	return a, nil
}

// Delivers reports whether there is a mail server.
func (a *Service) Delivers() bool { return a.mail.Delivers() }

// PublicOrigin returns the origin of the public URL, as browsers write it.
func (a *Service) PublicOrigin() string { return a.publicURL.Scheme + "://" + a.publicURL.Host }

// link returns a URL of the web app with a secret in its fragment. Browsers do
// not send fragments to servers, so the secret appears in no log.
func (a *Service) link(path, secret string) string {
	u := *a.publicURL
	u.Path += path
	u.Fragment = secret
	return u.String()
}
