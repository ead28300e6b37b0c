package store_test

import (
	"database/sql"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/pressly/goose/v3"

	"sonora/internal/discovery"
	"sonora/internal/djmix"
	"sonora/internal/history"
	"sonora/internal/music"
	"sonora/internal/store"
	"sonora/internal/store/pgtest"
)

// The files in testdata were written by the release with that schema version.
// They contain two accounts, a sign-in, two songs, a like, a play and a changed
// setting.

func TestSQLiteUpgradesVersion1(t *testing.T) {
	path := filepath.Join(t.TempDir(), "sonora.db")
	execute(t, path, string(read(t, "testdata/version1.sqlite.sql")))
	upgraded(t, "sqlite:"+path)
}

func TestPostgresUpgradesVersion1(t *testing.T) {
	url := pgtest.New(t, migrate)
	db, err := sql.Open("pgx", url+"&default_query_exec_mode=simple_protocol")
	if err != nil {
		t.Fatal(err)
	}
	dump, err := os.ReadFile("testdata/version1.postgres.sql")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.ExecContext(t.Context(), "drop schema public cascade; create schema public;"+string(dump)); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	upgraded(t, url)
}

// upgraded opens a database of version 1 and checks that everything is there.
func upgraded(t *testing.T, url string) {
	t.Helper()
	s, ctx := open(t, url), t.Context()
	if v, err := s.Version(ctx); err != nil || v != store.LatestVersion() {
		t.Errorf("version %d, %v", v, err)
	}
	list, err := s.Accounts(ctx)
	if err != nil || len(list) != 2 || list[0].Email != "ana@music.example" || list[0].Role != music.Admin || list[0].PasswordHash == "" {
		t.Fatalf("accounts: %+v, %v", list, err)
	}
	if a := list[0]; !a.VerifiedAt.IsZero() || !a.DeleteAt.IsZero() || !a.TOTPAt.IsZero() || a.Language != "" {
		t.Errorf("what version 1 did not know: %+v", a)
	}
	if keys, err := s.SigningKeys(ctx); err != nil || len(keys) != 1 {
		t.Errorf("keys: %v, %v", keys, err)
	}
	if saved, err := s.Settings(ctx); err != nil || string(saved["siteName"]) != `"Ana FM"` {
		t.Errorf("settings: %s, %v", saved, err)
	}
	ana := music.Viewer{AccountID: list[0].ID, Role: music.Admin}
	liked, err := s.Tracks(ctx, ana, music.TrackFilter{Liked: true}, music.Page{Limit: 10})
	if err != nil || len(liked.Items) != 1 {
		t.Errorf("likes: %+v, %v", liked, err)
	}
	played, err := s.RecentlyPlayed(ctx, ana, 10)
	if err != nil || len(played) != 1 {
		t.Errorf("plays: %+v, %v", played, err)
	}
	if err := s.CreateAccount(ctx, &music.Account{Email: "cleo@music.example"}); err != nil {
		t.Errorf("a new account: %v", err)
	}
}

// version4 adds data from before playlists held tracks: two playlists, plays that
// count or do not, and a mix.
const version4 = `
insert into playlist (id, account, name, description, is_public, cover_image_url, created_at, updated_at)
	select 'tape', seq, 'Été à la mer', 'old', 1 = 0, '/api/covers/x', 1795176000000, 1795176001000 from account where email = 'ana@music.example';
insert into playlist (id, account, name, description, is_public, cover_image_url, created_at, updated_at)
	select 'empty', seq, ' ', '', 1 = 0, '', 1795176000000, 1795176000000 from account where email = 'ana@music.example';
insert into mix (id, owner, title, dj_name, description, genre, category, audio_url, cover_image_url, duration, bpm, tags, format, size, is_active, is_public, plays, created_at)
	select 'set', seq, 'Night set', 'Ana', '', 'House', '', '/media/audio/x.mp3', '', 3600000, 122, '["live"]', 'MP3', 5000000, 1 = 1, 1 = 1, 7, 1795176000000 from account where email = 'ana@music.example';
update track set duration = 40000;
insert into play (account, id, track, started_at, listened, pending) select 1, 'long', seq, 1795176010000, 30000, p.pending from track join play p on p.track = track.seq;
insert into play (account, id, track, started_at, listened, pending) select 1, 'half', track, 1795176020000, 20000, pending from play where id = 'long';
insert into play (account, id, track, started_at, listened, pending) select 1, 'skip', track, 1795176030000, 19999, pending from play where id = 'long';`

func TestSQLiteUpgradesPlaylists(t *testing.T) {
	path := filepath.Join(t.TempDir(), "sonora.db")
	execute(t, path, string(read(t, "testdata/version1.sqlite.sql")))
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	upgradedPlaylists(t, db, goose.DialectSQLite3, "sqlite:"+path)
}

func TestPostgresUpgradesPlaylists(t *testing.T) {
	url := pgtest.New(t, migrate)
	db, err := sql.Open("pgx", url+"&default_query_exec_mode=simple_protocol")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.ExecContext(t.Context(), "drop schema public cascade; create schema public;"+string(read(t, "testdata/version1.postgres.sql"))); err != nil {
		t.Fatal(err)
	}
	upgradedPlaylists(t, db, goose.DialectPostgres, url)
}

// upgradedPlaylists upgrades a database from version 1 to 4, adds data, opens it
// with the current version and checks the result.
func upgradedPlaylists(t *testing.T, db *sql.DB, dialect goose.Dialect, url string) {
	t.Helper()
	ctx := t.Context()
	folder := map[goose.Dialect]string{goose.DialectSQLite3: "sqlite", goose.DialectPostgres: "postgres"}[dialect]
	older, err := goose.NewProvider(dialect, db, os.DirFS("kernel/migrations/"+folder), goose.WithTableName("sonora_version"), goose.WithDisableGlobalRegistry(true), goose.WithLogger(goose.NopLogger()))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := older.UpTo(ctx, 4); err != nil {
		t.Fatal(err)
	}
	if _, err := db.ExecContext(ctx, version4); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	s := open(t, url)
	list, err := s.Accounts(ctx)
	if err != nil {
		t.Fatal(err)
	}
	ana := music.Viewer{AccountID: list[0].ID, Role: music.Admin}
	tape, err := s.Playlist(ctx, ana, "tape")
	if err != nil || tape.Name != "Été à la mer" || tape.Description != "old" || tape.CoverImageURL != "/api/covers/x" || tape.Kind != music.PlaylistList || tape.Entries != 0 || tape.Version != 0 {
		t.Errorf("tape: %+v, %v", tape, err)
	}
	if own, err := s.Playlists(ctx, ana.AccountID, music.Page{}); err != nil || own.Total != 2 {
		t.Errorf("playlists: %+v, %v", own, err)
	}
	tracks, err := s.Tracks(ctx, ana, music.TrackFilter{}, music.Page{})
	if err != nil || len(tracks.Items) != 2 {
		t.Fatalf("tracks: %+v, %v", tracks, err)
	}
	if _, err := s.AddEntries(ctx, ana, "tape", music.Insertion{TrackIDs: []string{tracks.Items[1].ID, tracks.Items[0].ID}}, tape.UpdatedAt); err != nil {
		t.Errorf("into an old playlist: %v", err)
	}
	found, err := s.Search(ctx, ana, discovery.Query{Text: "ete", Limit: 5})
	if err != nil || len(found.Playlists) != 1 || found.Playlists[0].ID != "tape" {
		t.Errorf("found: %+v, %v", found, err)
	}
	upgradedPlays(t, s, ana)
	upgradedMix(t, s, ana)
}

// upgradedMix checks that an old mix has everything that its page needs.
func upgradedMix(t *testing.T, s *store.Store, ana music.Viewer) {
	t.Helper()
	ctx := t.Context()
	d, err := s.MixDetail(ctx, ana, "set")
	if err != nil || d.Title != "Night set" || d.Plays != 7 || d.Likes != 0 || len(d.Tracklist) != 0 || d.MayDownload || !d.CanManage || len(d.Tags) != 1 {
		t.Fatalf("an old mix: %+v, %v", d, err)
	}
	if likes, err := s.LikeMix(ctx, ana, "set", true, time.Now()); err != nil || likes != 1 {
		t.Errorf("%d likes, %v", likes, err)
	}
	if err := s.SetMixTracklist(ctx, "set", []djmix.Entry{{Seconds: 1, Title: "T"}}); err != nil {
		t.Error(err)
	}
	if err := s.AddMixComment(ctx, ana, &djmix.Comment{MixID: "set", Text: "Nice", CreatedAt: time.Now()}); err != nil {
		t.Error(err)
	}
}

// upgradedPlays checks a play of 4 s, and plays of 30 s, 20 s and slightly less of
// a track of 40 s.
func upgradedPlays(t *testing.T, s *store.Store, ana music.Viewer) {
	t.Helper()
	first := time.UnixMilli(1795176000000)
	_, tops, err := s.Listening(t.Context(), ana, history.Span{From: first.Add(-time.Hour), To: first.Add(time.Hour)}, 10)
	if err != nil || len(tops.Tracks) != 1 || tops.Tracks[0].Plays != 2 {
		t.Errorf("counted plays: %+v, %v", tops.Tracks, err)
	}
	heard, err := s.Heard(t.Context(), ana, history.Filter{}, music.Page{})
	if err != nil || heard.Total != 4 {
		t.Errorf("history: %+v, %v", heard, err)
	}
}
