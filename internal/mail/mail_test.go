package mail_test

import (
	"bytes"
	"log/slog"
	"net/url"
	"path/filepath"
	"testing"
	"time"

	"sonora/internal/mail"
	"sonora/internal/music"
	"sonora/internal/people"
	"sonora/internal/store"
	"sonora/internal/store/sqlitetest"
	"sonora/internal/testkit"
)

// office is a service with a clock that does not advance, and its log.
type office struct {
	*mail.Service
	store    *store.Store
	settings music.Settings
	now      time.Time
	log      bytes.Buffer
}

func open(t *testing.T, server *mail.Server) *office {
	t.Helper()
	db, err := store.Open(t.Context(), sqlitetest.At(t, filepath.Join(t.TempDir(), "sonora.db")), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return openOn(db, server)
}

// openOn opens another service on the same outbox.
func openOn(db *store.Store, server *mail.Server) *office {
	o := &office{store: db, settings: music.DefaultSettings(), now: time.Date(2026, 3, 14, 15, 9, 26, 0, time.UTC)}
	o.Service = mail.New(mail.Config{
		Store: db.AccountStore, Server: server, Log: slog.New(slog.NewTextHandler(&o.log, nil)),
		Settings:  func() music.Settings { return o.settings },
		PublicURL: &url.URL{Scheme: "https", Host: "music.example"},
	})
	o.SetClock(func() time.Time { return o.now })
	return o
}

// serverAt returns a mail server of the test kit as the service's
// configuration.
func serverAt(t *testing.T, post *testkit.SMTP, options string) *mail.Server {
	t.Helper()
	server, err := mail.ParseServer(post.URL + options)
	if err != nil {
		t.Fatal(err)
	}
	server.RootCAs = post.RootCAs
	return server
}

func (o *office) send(t *testing.T, m mail.Message) {
	t.Helper()
	if m.Kind == "" {
		m.Kind = mail.Verify
	}
	if m.To == "" {
		m.To = "ana@example.com"
	}
	if m.Link == "" {
		m.Link = "https://music.example/verify#s3cret"
	}
	if err := o.Send(t.Context(), m); err != nil {
		t.Fatal(err)
	}
}

func (o *office) deliver(t *testing.T) {
	t.Helper()
	if err := o.DeliverDue(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// only returns the only message in the outbox.
func (o *office) only(t *testing.T) people.Mail {
	t.Helper()
	list, err := o.store.Mails(t.Context(), 10)
	if err != nil || len(list) != 1 {
		t.Fatalf("%d messages in the outbox, %v", len(list), err)
	}
	return list[0]
}
