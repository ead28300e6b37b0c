package backup_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"filippo.io/age"

	"sonora/internal/backup"
	"sonora/internal/backup/archive"
	"sonora/internal/blob"
	"sonora/internal/blob/s3test"
	"sonora/internal/discovery"
	"sonora/internal/music"
	"sonora/internal/people"
	"sonora/internal/store"
	"sonora/internal/store/dump"
	"sonora/internal/store/sqlitetest"
	"sonora/internal/store/storetest"
)

func TestMain(m *testing.M) {
	if as := os.Getenv(playsProcess); as != "" {
		if err := obey(as); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	code := storetest.Main(m)
	s3test.Stop()
	os.Exit(code)
}

// engines make empty databases.
var engines = map[string]func(t *testing.T) string{
	"SQLite":   func(t *testing.T) string { return sqlitetest.New(t) },
	"Postgres": func(t *testing.T) string { return storetest.NewPostgres(t) },
}

// server is a server with data.
type server struct {
	*backup.Maker
	t *testing.T
}

func newServer(t *testing.T, url string) *server {
	t.Helper()
	data := t.TempDir()
	target, err := backup.OpenTarget(filepath.Join(t.TempDir(), "backups"))
	if err != nil {
		t.Fatal(err)
	}
	media := filepath.Join(data, "media")
	for name, content := range map[string]string{
		"media/avatars/ada.jpg": "a face", "media/covers/derived.jpg": "a thumbnail", "media/uploads/1/song.mp3": "sound", "secret.key": "0123456789abcdef0123456789abcdef",
	} {
		if err := blob.WriteFile(filepath.Join(data, name), []byte(content), false); err != nil {
			t.Fatal(err)
		}
	}
	return &server{&backup.Maker{
		Source: backup.Source{Database: url, Data: data, Media: media, Uploads: blob.NewDisk(filepath.Join(media, "uploads")), Program: "test"},
		Target: target, Now: func() time.Time { return storetest.Now },
	}, t}
}

func (s *server) make() *backup.Backup {
	s.t.Helper()
	b, err := s.Make(s.t.Context(), backup.Manual, nil)
	if err != nil {
		s.t.Fatal(err)
	}
	return b
}

// file returns the content of a backup.
func (s *server) file(b *backup.Backup) []byte {
	s.t.Helper()
	content, err := os.ReadFile(filepath.Join(s.Target.String(), b.Name))
	if err != nil {
		s.t.Fatal(err)
	}
	return content
}

var restoreEntry = people.AuditEntry{At: storetest.Now, Actor: people.ActorOperator, Kind: people.BackupRestored, Detail: "test"}

func (s *server) restore(content []byte, key *archive.Key) (*backup.Result, error) {
	return backup.Restore(s.t.Context(), s.Source, bytes.NewReader(content), key, restoreEntry)
}

// filled fills a database with data of many kinds.
func filled(t *testing.T, url string) {
	t.Helper()
	s, err := store.Open(t.Context(), url, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	f := storetest.NewFixture(t, s)
	ada := f.Member("Ada", music.Admin)
	f.Scan(
		storetest.Song("Été/01.mp3", "Mañana", storetest.By("Señor Coconut"), storetest.On("Été"), storetest.Genre("Electrónica")),
		storetest.Song("b/02.mp3", "Two", storetest.By("Band"), storetest.On("Second")),
	)
	for _, track := range f.TracksByTitle(ada) {
		storetest.Get(f.Like(t.Context(), ada, track.ID, storetest.Now))(t)
		storetest.Listen(f, ada, track.ID, storetest.Now, time.Minute)
	}
	f.Must(s.Close())
}

// content returns a digest of every table.
func content(t *testing.T, url string) (all []archive.Total) {
	t.Helper()
	s, err := dump.Open(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	for _, table := range s.Tables {
		slices.Sort(table.Columns) // the engines have them in other orders
		var d archive.Digest
		if err := s.Rows(t.Context(), table, d.AddRow); err != nil {
			t.Fatal(err)
		}
		all = append(all, d.Total(table.Name))
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return all
}

// TestRestoreOnEveryEngine restores backups of each engine into each other, over a
// database with other data, and compares every row.
func TestRestoreOnEveryEngine(t *testing.T) {
	for from, source := range engines {
		for to, target := range engines {
			t.Run(from+" to "+to, func(t *testing.T) {
				old, fresh := newServer(t, source(t)), newServer(t, target(t))
				filled(t, old.Database)
				want := content(t, old.Database)
				b := old.make()
				r, err := fresh.restore(old.file(b), nil)
				if err != nil {
					t.Fatal(err)
				}
				if r.KeptDatabase == "" || r.Rows != b.Rows || b.Rows == 0 {
					t.Errorf("restored %+v of %+v", r, b)
				}
				if got := content(t, fresh.Database); !slices.Equal(withoutAudit(got), withoutAudit(want)) {
					t.Errorf("restored %v\nwant %v", got, want)
				}
				works(t, fresh.Database)
			})
		}
	}
}

// withoutAudit leaves out the audit log, which says that a backup was restored.
func withoutAudit(all []archive.Total) []archive.Total {
	return slices.DeleteFunc(slices.Clone(all), func(t archive.Total) bool { return t.Table == "security_event" })
}

// TestRestoredDatabaseSaysSo restores a backup that contains the job that makes it.
func TestRestoredDatabaseSaysSo(t *testing.T) {
	for name, engine := range engines {
		t.Run(name, func(t *testing.T) {
			s := newServer(t, engine(t))
			db := storetest.Open(t, s.Database)
			for _, kind := range []string{"backup", "scan"} {
				must(t, db.EnqueueJob(t.Context(), &music.Job{Kind: kind, RunAt: storetest.Now}, false))
				get(db.ClaimJob(t.Context(), []string{kind}, storetest.Now, storetest.Now.Add(time.Minute)))(t)
			}
			file := s.file(s.make())
			fresh := newServer(t, engines["SQLite"](t))
			get(fresh.restore(file, nil))(t)
			restored := storetest.Open(t, fresh.Database)
			if own := get(restored.Jobs(t.Context(), "", "backup"))(t); len(own) != 0 {
				t.Errorf("its own job is there: %+v", own)
			}
			if others := get(restored.Jobs(t.Context(), "", "scan"))(t); len(others) != 1 {
				t.Errorf("other jobs: %+v", others)
			}
			events := get(restored.SecurityEvents(t.Context(), "", music.Page{Limit: 10}))(t)
			if len(events.Items) != 1 || events.Items[0].Kind != people.BackupRestored || events.Items[0].Actor != people.ActorOperator || events.Items[0].Detail != "test" {
				t.Errorf("audit log: %+v", events.Items)
			}
		})
	}
}

// TestLargePicturesAreKept backs up a picture that does not fit into memory at once
// with others.
func TestLargePicturesAreKept(t *testing.T) {
	old, fresh := newServer(t, engines["SQLite"](t)), newServer(t, engines["SQLite"](t))
	const picture, size = "playlist-covers/large.png", 70 << 20
	name := filepath.Join(old.Media, picture)
	must(t, blob.WriteFile(name, []byte("a large picture"), false))
	must(t, os.Truncate(name, size))
	b := old.make()
	if b.Kept != 2 {
		t.Errorf("kept %d", b.Kept)
	}
	get(fresh.restore(old.file(b), nil))(t)
	if info := get(os.Stat(filepath.Join(fresh.Media, picture)))(t); info.Size() != size {
		t.Errorf("%d bytes", info.Size())
	}
}

// TestDatabaseInUse restores into a database that a server uses, and that it does
// not use any more.
func TestDatabaseInUse(t *testing.T) {
	s := newServer(t, engines["Postgres"](t))
	file := s.file(s.make())
	filled(t, s.Database)
	want := content(t, s.Database)
	server := get(store.Open(t.Context(), s.Database, store.Options{}))(t)
	if _, err := s.restore(file, nil); !errors.Is(err, dump.ErrInUse) {
		t.Errorf("while a server uses it: %v", err)
	}
	must(t, server.Close())
	if got := content(t, s.Database); !slices.Equal(got, want) {
		t.Error("the database changed")
	}
	get(s.restore(file, nil))(t)
}

// works uses a restored database: people, likes, search, and new rows.
func works(t *testing.T, url string) {
	t.Helper()
	s := storetest.Open(t, url)
	f := storetest.NewFixture(t, s)
	list, err := s.Accounts(t.Context())
	if err != nil || len(list) != 1 || list[0].FirstName != "Ada" {
		t.Fatalf("%+v, %v", list, err)
	}
	ada := music.Viewer{AccountID: list[0].ID, Role: music.Admin}
	liked, err := s.Tracks(t.Context(), ada, music.TrackFilter{Liked: true}, music.Page{Limit: 10})
	if err != nil || len(liked.Items) != 2 {
		t.Errorf("liked %+v, %v", liked.Items, err)
	}
	for _, words := range []string{"manana", "coconut", "ete", "electronica"} {
		if found := f.Find(ada, discovery.Query{Text: words, Limit: 10}); !slices.Equal(found["tracks"], []string{"Mañana"}) {
			t.Errorf("%s finds %v", words, found)
		}
	}
	f.Member("Bob", music.Listener) // gets a seq that is free
}

func TestEncryptedBackups(t *testing.T) {
	id, err := age.GenerateX25519Identity()
	if err != nil {
		t.Fatal(err)
	}
	other := get(age.GenerateX25519Identity())(t)
	for kind, c := range map[string]struct{ lock, key, wrong string }{
		"public key": {id.Recipient().String(), id.String(), other.String()},
		"passphrase": {"correct horse battery", "correct horse battery", "a passphrase of somebody else"},
	} {
		t.Run(kind, func(t *testing.T) {
			old, fresh := newServer(t, engines["SQLite"](t)), newServer(t, engines["SQLite"](t))
			filled(t, old.Database)
			must(t, os.WriteFile(filepath.Join(fresh.Data, "secret.key"), []byte("another key"), 0o600))
			must(t, os.RemoveAll(fresh.Media))
			old.Lock = get(archive.ParseLock(c.lock))(t)
			if !old.Lock.IsPublic() {
				old.Opens = get(archive.ParseKey(c.lock))(t)
			}
			b := old.make()
			if !b.IsEncrypted || !b.HasKey {
				t.Errorf("%+v", b)
			}
			file := old.file(b)
			if _, err := fresh.restore(file, nil); !errors.Is(err, archive.ErrEncrypted) {
				t.Errorf("without a key: %v", err)
			}
			if _, err := fresh.restore(file, get(archive.ParseKey(c.wrong))(t)); !errors.Is(err, archive.ErrWrongKey) {
				t.Errorf("with another key: %v", err)
			}
			r := get(fresh.restore(file, get(archive.ParseKey(c.key))(t)))(t)
			if r.KeptKey == "" || r.LacksKey || r.Missing != 1 || r.Listed != 1 {
				t.Errorf("%+v", r)
			}
			for name, want := range map[string]string{"secret.key": "0123456789abcdef0123456789abcdef", "media/avatars/ada.jpg": "a face"} {
				if got := get(os.ReadFile(filepath.Join(fresh.Data, name)))(t); string(got) != want {
					t.Errorf("%s: %q", name, got)
				}
			}
			if _, err := os.Stat(filepath.Join(fresh.Media, "covers")); !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("derived pictures were restored: %v", err)
			}
		})
	}
}

// TestDamagedBackupsChangeNothing restores damaged, truncated and foreign files.
func TestDamagedBackupsChangeNothing(t *testing.T) {
	for name, engine := range engines {
		t.Run(name, func(t *testing.T) {
			s := newServer(t, engine(t))
			filled(t, s.Database)
			good := s.file(s.make())
			want := content(t, s.Database)
			flipped := bytes.Clone(good)
			flipped[len(flipped)/2] ^= 0x40
			for what, c := range map[string]struct {
				file []byte
				want error
			}{
				"empty": {nil, archive.ErrForeign}, "text": {[]byte("dear diary, today"), archive.ErrForeign},
				"zip": {[]byte("PK\x03\x04 and so on, for a while"), archive.ErrForeign}, "flipped": {flipped, archive.ErrDamaged},
				"half": {good[:len(good)/2], archive.ErrDamaged}, "without its end": {good[:len(good)-3], archive.ErrDamaged},
				"only its beginning": {good[:40], archive.ErrDamaged},
			} {
				if _, err := s.restore(c.file, nil); !errors.Is(err, c.want) {
					t.Errorf("%s: %v, want %v", what, err, c.want)
				}
			}
			if got := content(t, s.Database); !slices.Equal(got, want) {
				t.Error("the database changed")
			}
			if p := get(backup.Prepared(s.Data))(t); p != nil {
				t.Errorf("prepared %+v", p)
			}
		})
	}
}

// TestInterruptedRestores ends a restore at its worst moments, as if the server was
// killed.
func TestInterruptedRestores(t *testing.T) {
	for name, engine := range engines {
		t.Run(name, func(t *testing.T) {
			s := newServer(t, engine(t))
			file := s.file(s.make())
			filled(t, s.Database)
			want, stage := content(t, s.Database), filepath.Join(s.Data, "restore")

			// While the database beside is filled: it counts for nothing.
			must(t, os.MkdirAll(stage, 0o700))
			l := get(dump.Create(t.Context(), get(dump.Beside(t.Context(), s.Database))(t), store.LatestVersion()))(t)
			must(t, l.Close())
			if r, err := backup.Finish(t.Context(), s.Source); r != nil || err != nil {
				t.Errorf("finished %+v, %v", r, err)
			}
			if _, err := os.Stat(stage); !errors.Is(err, fs.ErrNotExist) || !slices.Equal(content(t, s.Database), want) {
				t.Errorf("the old database is not as it was, or something is left: %v", err)
			}

			// After the switch, before that is written down.
			get(backup.Prepare(t.Context(), s.Source, bytes.NewReader(file), nil, restoreEntry))(t)
			plan := get(os.ReadFile(filepath.Join(stage, "plan.json")))(t)
			first := get(backup.Finish(t.Context(), s.Source))(t)
			restored := content(t, s.Database)
			must(t, blob.WriteFile(filepath.Join(stage, "plan.json"), plan, false))
			again := get(backup.Finish(t.Context(), s.Source))(t)
			if again.KeptDatabase != first.KeptDatabase || first.KeptDatabase == "" || !slices.Equal(content(t, s.Database), restored) || slices.Equal(restored, want) {
				t.Errorf("first %+v, again %+v", first, again)
			}
			if p := get(backup.Prepared(s.Data))(t); p != nil {
				t.Errorf("prepared %+v", p)
			}
		})
	}
}

// TestHostileBackupsAreRefused restores archives with files outside of their
// folders.
func TestHostileBackupsAreRefused(t *testing.T) {
	s := newServer(t, engines["SQLite"](t))
	snapshot := get(dump.Open(t.Context(), s.Database))(t)
	head := archive.Head{Format: 1, Schema: store.LatestVersion()}
	for _, table := range snapshot.Tables {
		head.Tables = append(head.Tables, archive.Table(table))
	}
	must(t, snapshot.Close())
	for what, add := range map[string]func(w *archive.Writer) error{
		"a file above":      func(w *archive.Writer) error { return w.Keep("../../evil", strings.NewReader("evil"), 4) },
		"a file beside":     func(w *archive.Writer) error { return w.Keep("avatars/../uploads/evil", strings.NewReader("evil"), 4) },
		"an upload":         func(w *archive.Writer) error { return w.Keep("uploads/evil", strings.NewReader("evil"), 4) },
		"an absolute entry": func(w *archive.Writer) error { return w.List(strings.NewReader(`{"key":"/etc/passwd"}`), 21, 1, 0) },
	} {
		var file bytes.Buffer
		w := get(archive.NewWriter(&file, nil, head))(t)
		for _, table := range head.Tables {
			must(t, w.EndTable(table.Name))
		}
		must(t, add(w))
		get(w.Close())(t)
		if _, err := s.restore(file.Bytes(), nil); !errors.Is(err, archive.ErrDamaged) {
			t.Errorf("%s: %v", what, err)
		}
		if p := get(backup.Prepared(s.Data))(t); p != nil {
			t.Errorf("%s: prepared %+v", what, p)
		}
	}
}

func TestNewerBackupIsRefused(t *testing.T) {
	var file bytes.Buffer
	for what, head := range map[string]archive.Head{
		"schema": {Format: 1, Schema: store.LatestVersion() + 1}, "format": {Format: 2, Schema: 1},
	} {
		head.Tables = []archive.Table{{Name: "account", Columns: []string{"seq"}}}
		file.Reset()
		w := get(archive.NewWriter(&file, nil, head))(t)
		must(t, w.EndTable("account"))
		if _, err := w.Close(); err != nil {
			t.Fatal(err)
		}
		if _, err := newServer(t, engines["SQLite"](t)).restore(file.Bytes(), nil); !errors.Is(err, archive.ErrNewer) {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// TestOlderBackupIsUpgraded restores a backup of version 1.
func TestOlderBackupIsUpgraded(t *testing.T) {
	for name, engine := range engines {
		t.Run(name, func(t *testing.T) {
			old := newServer(t, "sqlite:"+filepath.Join(t.TempDir(), "old.db"))
			l := get(dump.Create(t.Context(), old.Database, 1))(t)
			must(t, l.Finish(t.Context()))
			must(t, l.Close())
			b := old.make()
			if b.Schema != 1 {
				t.Errorf("%+v", b)
			}
			fresh := newServer(t, engine(t))
			if _, err := fresh.restore(old.file(b), nil); err != nil {
				t.Fatal(err)
			}
			s := storetest.Open(t, fresh.Database)
			if v, err := s.Version(t.Context()); err != nil || v != store.LatestVersion() {
				t.Errorf("version %d, %v", v, err)
			}
		})
	}
}

// TestFailedBackupLeavesNothing lets the target, and the verification, fail.
func TestFailedBackupLeavesNothing(t *testing.T) {
	s := newServer(t, engines["SQLite"](t))
	filled(t, s.Database)
	must(t, os.MkdirAll(filepath.Dir(s.Target.String()), 0o700))
	must(t, os.WriteFile(s.Target.String(), []byte("a file in the way"), 0o600))
	if _, err := s.Make(t.Context(), backup.Daily, nil); music.CodeOf(err) != music.Unavailable {
		t.Errorf("with a file in the way: %v", err)
	}
	must(t, os.Remove(s.Target.String()))
	ctx, cancel := context.WithCancel(t.Context())
	if _, err := s.Make(ctx, backup.Daily, func(done float64) {
		if done > 0.6 { // it is stored, and is being verified
			cancel()
		}
	}); !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted: %v", err)
	}
	list, err := s.Target.List(t.Context())
	files, readErr := os.ReadDir(s.Target.String())
	if err != nil || len(list) != 0 || readErr != nil || len(files) != 0 {
		t.Errorf("left %v, %v, %v, %v", list, files, err, readErr)
	}
	if work := get(os.ReadDir(filepath.Join(s.Data, "backup-work")))(t); len(work) != 0 {
		t.Errorf("left %v", work)
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func get[T any](v T, err error) func(*testing.T) T { return storetest.Get(v, err) }

// TestKilledRunLeavesNothing copies what a run has written while it verifies, and puts it
// back as a kill would have left it.
func TestKilledRunLeavesNothing(t *testing.T) {
	url := sqlitetest.New(t)
	filled(t, url)
	s := newServer(t, url)
	kept := s.make()
	work, copied := filepath.Join(s.Data, "backup-work"), filepath.Join(t.TempDir(), "work")
	s.Now = func() time.Time { return storetest.Now.Add(time.Minute) }
	b, err := s.Make(t.Context(), backup.Manual, func(done float64) {
		if _, err := os.Stat(copied); err != nil && done >= 0.5 {
			if err := os.CopyFS(copied, os.DirFS(work)); err != nil {
				t.Error(err)
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(os.RemoveAll(work), os.Rename(copied, work), os.Remove(filepath.Join(s.Target.String(), b.Name+".json"))); err != nil {
		t.Fatal(err)
	}
	foreign := strings.Replace(b.Name, "manual", "daily", 1) // another server may be verifying it
	if err := os.WriteFile(filepath.Join(s.Target.String(), foreign), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(backup.Sweep(s.Data), s.SweepPlace(t.Context())); err != nil {
		t.Fatal(err)
	}
	want := []string{kept.Name, kept.Name + ".json", foreign}
	slices.Sort(want)
	if got := storetest.Get(names(s.Target.String()))(t); !slices.Equal(got, want) {
		t.Errorf("at the place: %q, want %q", got, want)
	}
	if got := storetest.Get(names(work))(t); len(got) != 0 {
		t.Errorf("left in the data folder: %q", got)
	}
}

func names(folder string) (list []string, err error) {
	entries, err := os.ReadDir(folder)
	for _, e := range entries {
		list = append(list, e.Name())
	}
	return list, err
}
