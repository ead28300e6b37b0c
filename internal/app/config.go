package app

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"sonora/internal/auth"
	"sonora/internal/blob"
	"sonora/internal/bus"
	"sonora/internal/oidc"
	"sonora/internal/store"
)

// Config is everything a server needs to know before it starts. The comment of an
// optional field says what its zero value stands for.
type Config struct {
	Version string // of the binary

	Listen         string        // address to serve on, for example 127.0.0.1:4700
	RadioListen    string        // address for source clients and listeners, and the port after it; "" or NoRadioPort for none
	PublicURL      string        // URL at which people reach the server; "" for Listen on this machine
	Data           string        // folder for all data of Sonora
	Music          []string      // library folders, or s3://KEY:SECRET@HOST/BUCKET/PREFIX
	Database       string        // sqlite:PATH or postgres://…; "" is sqlite:DATA/sonora.db
	Media          string        // folder for pictures and other generated files; "" is DATA/media
	Storage        string        // where uploads are stored: a folder, or s3://KEY:SECRET@HOST/BUCKET/PREFIX; "" is uploads in Media
	Backups        string        // where backups are stored: a folder, or s3://KEY:SECRET@HOST/BUCKET/PREFIX; "" is DATA/backups
	BackupKey      string        // encrypts backups: a public key of age, or a passphrase; "" for none
	BackupCommand  []string      // starts a program that calls ObeyBackups; empty to make backups in this process
	StorageProxy   bool          // stream files from buckets through this server instead of redirecting listeners to the bucket
	TranscodeCache int64         // bytes; 0 is 10 GiB
	TranscodeAge   time.Duration // conversions unused for this long are deleted; 0 is 30 days
	Bus            string        // nats://… of a cluster; "" is bus.InProcess
	Watch          bool          // pick up changes in the library folders at once
	RescanInterval time.Duration // time between scans of everything; 0 is never
	Mail           string        // smtp:// or smtps:// URL of a mail server; "" keeps messages in the outbox
	Traces         string        // URL of an OpenTelemetry collector; "" for no traces
	TrustedProxies []string      // addresses or networks whose X-Forwarded-For is trusted
	Providers      []oidc.Config // identity providers to sign in with, in display order

	// URLs of mirrors of the online services; "" for the services themselves.
	MusicBrainz, CoverArtArchive, LRCLIB string
	RadioDirectory                       string // URL of a station directory; "" is radio-browser.info

	// PushService is the URL of a push service in a private network; "" for
	// none. Browsers choose their own on the public web.
	PushService string

	// InsideWebhook is the URL of a webhook in a private network to which alerts may
	// be sent; "" for none.
	InsideWebhook string

	// HashCost is the cost of password hashes. The zero value is what OWASP
	// recommends.
	HashCost auth.HashCost

	// NoAdmin turns the admin area and its API off.
	NoAdmin bool

	// MayCreate lets OpenAccounts create a missing database.
	MayCreate bool
	// NewDatabase confirms that the server starts with an empty database although
	// files of an earlier one are there.
	NewDatabase bool

	// Settings are operator settings, by their JSON names, that the command
	// line, the environment or the configuration file fixes.
	Settings map[string]json.RawMessage

	guessedURL bool // PublicURL is a default
	ownStorage bool // Storage is a default
}

// withDefaults fills in optional fields and makes every path absolute, so that
// nothing depends on the working directory.
func (c Config) withDefaults() (Config, error) {
	var err error
	if c.Data, err = filepath.Abs(c.Data); err != nil {
		return c, fmt.Errorf("data folder: %w", err)
	}
	if c.Database == "" {
		c.Database = "sqlite:" + filepath.Join(c.Data, "sonora.db")
	}
	if c.Bus == "" {
		c.Bus = bus.InProcess
	}
	if c.PublicURL == "" {
		c.guessedURL = true
		c.PublicURL = "http://" + reachable(c.Listen)
	}
	if c.Providers, err = oidc.Complete(c.Providers); err != nil {
		return c, err
	}
	if c.Media == "" {
		c.Media = filepath.Join(c.Data, "media")
	}
	if strings.Contains(c.Media, "://") {
		return c, fmt.Errorf("media folder %s: only folders on this machine are supported", c.Media)
	}
	if c.Media, err = filepath.Abs(c.Media); err != nil {
		return c, fmt.Errorf("media folder: %w", err)
	}
	if c.Storage == "" {
		c.Storage, c.ownStorage = filepath.Join(c.Media, uploads), true
	}
	if c.Storage, err = absolutePlace(c.Storage); err != nil {
		return c, fmt.Errorf("storage: %w", err)
	}
	if c.Backups == "" {
		c.Backups = filepath.Join(c.Data, backups)
	}
	if c.Backups, err = absolutePlace(c.Backups); err != nil {
		return c, fmt.Errorf("backups: %w", err)
	}
	c.Music = slices.Clone(c.Music)
	for i, place := range c.Music {
		if c.Music[i], err = absolutePlace(place); err != nil {
			return c, fmt.Errorf("music: %w", err)
		}
	}
	return c, nil
}

// absolutePlace makes the path of a folder absolute, and checks the URL of a
// bucket.
func absolutePlace(place string) (string, error) {
	if blob.IsBucket(place) {
		_, err := blob.ParseAddress(place)
		return place, err
	}
	if scheme, _, found := strings.Cut(place, "://"); found {
		return "", fmt.Errorf("%s:// is not supported: name a folder, or a bucket with s3://", scheme)
	}
	return filepath.Abs(place)
}

// makeFolders creates the folders for everything else.
func (c Config) makeFolders() error {
	for _, folder := range []string{c.Data, c.Media} {
		if err := os.MkdirAll(folder, 0o750); err != nil {
			return fmt.Errorf("create the folder: %w", err)
		}
	}
	return nil
}

// reachable returns a listen address as a person on this machine would write
// it.
func reachable(listen string) string {
	host, port, err := net.SplitHostPort(listen)
	if err != nil {
		return "127.0.0.1:4700" // a command that does not listen
	}
	if ip, err := netip.ParseAddr(host); host == "" || err == nil && ip.IsUnspecified() {
		host = "localhost"
	}
	return net.JoinHostPort(host, port)
}

// publicURL parses PublicURL.
func (c Config) publicURL() (*url.URL, error) {
	u, err := url.Parse(strings.TrimSuffix(c.PublicURL, "/"))
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.Path != "" || u.RawQuery != "" || u.Fragment != "" || u.User != nil {
		return nil, fmt.Errorf("public URL %q: give an address such as https://music.example, without a path", c.PublicURL)
	}
	return u, nil
}

// MigrateDatabase brings the database to the version of this program, and
// returns the version before. With look it changes nothing.
func MigrateDatabase(ctx context.Context, c Config, look bool) (before int64, err error) {
	if c, err = c.withDefaults(); err != nil {
		return 0, err
	}
	if before, err = store.Inspect(ctx, c.Database); err != nil || look {
		return before, err
	}
	if err := c.makeFolders(); err != nil {
		return before, err
	}
	db, err := store.Open(ctx, c.Database, store.Options{New: c.mayBegin})
	if err != nil {
		return before, err
	}
	return before, db.Close()
}
