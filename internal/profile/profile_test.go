package profile

import (
	"context"
	"io"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"sonora/internal/job"
	"sonora/internal/mail"
	"sonora/internal/music"
	"sonora/internal/people"
	"sonora/internal/playlist"
	"sonora/internal/premium"
	"sonora/internal/share"
	"sonora/internal/store"
	"sonora/internal/store/sqlitetest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// fixture is a service over an empty database with an operator and a member.
type fixture struct {
	*Service
	t        *testing.T
	dir      string
	calls    *calls
	operator music.Viewer
	member   music.Viewer
}

// calls records the calls to accounts, the mails and the events.
type calls struct {
	store *store.Store

	mu    sync.Mutex
	mails []mail.Message
	ended []music.Viewer
	told  []music.Event
	paid  []string // what became of subscriptions
}

// Follow notes whether the subscriptions of an account are to end or to go on.
func (d *calls) Follow(ctx context.Context, accountID string) error {
	account, err := d.store.AccountByID(ctx, accountID)
	if err == nil {
		d.notePaid(map[bool]string{true: "goes on", false: "ends later"}[account.DeleteAt.IsZero()])
	}
	return err
}

func (d *calls) EndAll(context.Context, string) error {
	d.notePaid("ends now")
	return nil
}

func (d *calls) notePaid(what string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.paid = append(d.paid, what)
}

func (d *calls) Publish(e music.Event) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.told = append(d.told, e)
}

// events returns what was published.
func (d *calls) events() []music.Event {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Clone(d.told)
}

func (d *calls) Note(ctx context.Context, kind people.AuditKind, accountID, detail string) error {
	return d.store.AddSecurityEvent(ctx, people.AuditEntry{At: time.Now(), AccountID: accountID, Actor: accountID, Kind: kind, Detail: detail})
}

func (d *calls) Delete(ctx context.Context, _, accountID string) error {
	if err := d.store.DeleteAccount(ctx, accountID); err != nil {
		return err
	}
	return d.Note(ctx, people.AccountDeleted, "", accountID)
}

func (d *calls) Remove(ctx context.Context, _, accountID string, deleteAt time.Time) (changed bool, err error) {
	return true, d.store.RemoveAccount(ctx, accountID, time.Now(), deleteAt)
}

func (d *calls) Restore(ctx context.Context, _, accountID string) error {
	return d.store.RestoreAccount(ctx, accountID)
}

func (d *calls) ReplaceEmail(context.Context, music.Viewer, string) error { return nil }

func (d *calls) EndOtherSessions(_ context.Context, v music.Viewer) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.ended = append(d.ended, v)
	return nil
}

func (d *calls) Send(_ context.Context, m mail.Message) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.mails = append(d.mails, m)
	return nil
}

// sent returns the mails sent since the last call.
func (d *calls) sent() []mail.Message {
	d.mu.Lock()
	defer d.mu.Unlock()
	mails := d.mails
	d.mails = nil
	return mails
}

// sharing lets everybody share everything.
type sharing struct{}

func (sharing) Get() music.Settings { return music.DefaultSettings() }

func (sharing) Allows(context.Context, music.Viewer, premium.Entitlement) error { return nil }

func newFixture(t *testing.T) *fixture {
	t.Helper()
	dir, log := t.TempDir(), slog.New(slog.DiscardHandler)
	db, err := store.Open(t.Context(), sqlitetest.At(t, filepath.Join(dir, "sonora.db")), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	d := &calls{store: db}
	f := &fixture{t: t, dir: dir, calls: d, Service: New(Config{
		Store: db, Accounts: d, Mail: d, Jobs: job.New(db, log), Events: d, Log: log,
		Media: filepath.Join(dir, "media"), Data: dir, PublicURL: &url.URL{Scheme: "https", Host: "music.example"},
		Open: func(_ context.Context, root, path string) (io.ReadCloser, error) {
			return os.Open(filepath.Join(root, path))
		},
		Picture: func(name string) (io.ReadCloser, error) {
			if name == "replaced" {
				return nil, music.ErrNotFound
			}
			return io.NopCloser(strings.NewReader("picture " + name)), nil
		},
		Subscriptions: d, Links: share.New(db, sharing{}, nil, sharing{}),
		PlaylistFile: playlist.New(playlist.Config{Store: db, Events: d}).File,
	})}
	f.operator, f.member = f.join("operator@example.com", music.Admin), f.join("ana@example.com", music.Listener)
	return f
}

func (f *fixture) must(err error) {
	f.t.Helper()
	if err != nil {
		f.t.Fatal(err)
	}
}

func (f *fixture) join(email string, role music.Role) music.Viewer {
	f.t.Helper()
	a := &music.Account{Email: email, PasswordHash: "$argon2id$secret", FirstName: "Ana", Role: role, EmailNotifications: true, CreatedAt: time.Now()}
	f.must(f.store.CreateAccount(f.t.Context(), a))
	return music.Viewer{AccountID: a.ID, Role: a.Role}
}

// run runs jobs or housekeeping until the returned function is called.
func (f *fixture) run(work func(context.Context) error) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- work(ctx) }()
	return func() {
		f.t.Helper()
		cancel()
		f.must(<-ended)
	}
}

// dated sets the time of files to the test's clock.
func (f *fixture) dated(folders ...string) {
	f.t.Helper()
	for _, folder := range folders {
		for _, name := range f.files(folder) {
			f.must(os.Chtimes(filepath.Join(folder, name), time.Now(), time.Now()))
		}
	}
}

// songs adds tracks with these titles to the library and returns them by title.
func (f *fixture) songs(titles ...string) map[string]music.Track {
	f.t.Helper()
	ctx, folder := f.t.Context(), filepath.Join(f.dir, "music")
	f.must(os.MkdirAll(folder, 0o700))
	roots, err := f.store.EnsureRoots(ctx, []string{folder}, time.Now())
	f.must(err)
	var files []music.ScannedFile
	for i, title := range titles {
		name, sound := title+".mp3", []byte("the sound of "+title)
		f.must(os.WriteFile(filepath.Join(folder, name), sound, 0o600))
		files = append(files, music.ScannedFile{Name: name, Size: int64(len(sound)), ModTime: 1, Audio: &music.AudioFile{
			Format: music.MP3, SampleRate: 44_100, Channels: 2, Duration: 3 * time.Minute, AudioKey: uint64(i + 1),
			Tags: music.Tags{Title: title, Artists: []string{"Nina"}, Album: "Days", AlbumArtists: []string{"Nina"}},
		}})
	}
	_, err = f.store.SaveScanned(ctx, roots[0].ID, files, time.Now(), false)
	f.must(err)
	f.must(f.store.FinishScan(ctx))
	list, err := f.store.Tracks(ctx, f.member, music.TrackFilter{}, music.Page{})
	f.must(err)
	all := map[string]music.Track{}
	for _, track := range list.Items {
		all[track.Title] = track
	}
	return all
}

// files returns the names in a folder.
func (f *fixture) files(folder string) []string {
	f.t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil && !os.IsNotExist(err) {
		f.t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}
