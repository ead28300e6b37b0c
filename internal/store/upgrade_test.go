package store_test

import (
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/pressly/goose/v3"

	"sonora/internal/discovery"
	"sonora/internal/djmix"
	"sonora/internal/generation"
	"sonora/internal/history"
	"sonora/internal/music"
	"sonora/internal/people"
	"sonora/internal/store"
	"sonora/internal/store/analytics"
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

func TestSQLiteUpgradesPlays(t *testing.T) {
	path := filepath.Join(t.TempDir(), "sonora.db")
	execute(t, path, string(read(t, "testdata/version1.sqlite.sql")))
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	upgradedFigures(t, db, goose.DialectSQLite3, "sqlite:"+path)
}

func TestSQLiteUpgradesSounds(t *testing.T) {
	path := filepath.Join(t.TempDir(), "sonora.db")
	execute(t, path, string(read(t, "testdata/version1.sqlite.sql")))
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	upgradedSounds(t, db, goose.DialectSQLite3, "sqlite:"+path)
}

func TestSQLiteUpgradesAppPasswords(t *testing.T) {
	path := filepath.Join(t.TempDir(), "sonora.db")
	execute(t, path, string(read(t, "testdata/version1.sqlite.sql")))
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	upgradedAppPasswords(t, db, goose.DialectSQLite3, "sqlite:"+path)
}

func TestPostgresUpgradesAppPasswords(t *testing.T) {
	url := pgtest.New(t, migrate)
	db, err := sql.Open("pgx", url+"&default_query_exec_mode=simple_protocol")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.ExecContext(t.Context(), "drop schema public cascade; create schema public;"+string(read(t, "testdata/version1.postgres.sql"))); err != nil {
		t.Fatal(err)
	}
	upgradedAppPasswords(t, db, goose.DialectPostgres, url)
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

func TestPostgresUpgradesSounds(t *testing.T) {
	url := pgtest.New(t, migrate)
	db, err := sql.Open("pgx", url+"&default_query_exec_mode=simple_protocol")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.ExecContext(t.Context(), "drop schema public cascade; create schema public;"+string(read(t, "testdata/version1.postgres.sql"))); err != nil {
		t.Fatal(err)
	}
	upgradedSounds(t, db, goose.DialectPostgres, url)
}

func TestPostgresUpgradesPlays(t *testing.T) {
	url := pgtest.New(t, migrate)
	db, err := sql.Open("pgx", url+"&default_query_exec_mode=simple_protocol")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.ExecContext(t.Context(), "drop schema public cascade; create schema public;"+string(read(t, "testdata/version1.postgres.sql"))); err != nil {
		t.Fatal(err)
	}
	upgradedFigures(t, db, goose.DialectPostgres, url)
}

// fillOlder upgrades a database to a version, adds data, and closes it.
func fillOlder(t *testing.T, db *sql.DB, dialect goose.Dialect, version int64, data string) {
	t.Helper()
	folder := map[goose.Dialect]string{goose.DialectSQLite3: "sqlite", goose.DialectPostgres: "postgres"}[dialect]
	older, err := goose.NewProvider(dialect, db, os.DirFS("kernel/migrations/"+folder), goose.WithTableName("sonora_version"), goose.WithDisableGlobalRegistry(true), goose.WithLogger(goose.NopLogger()))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := older.UpTo(t.Context(), version); err != nil {
		t.Fatal(err)
	}
	if _, err := db.ExecContext(t.Context(), data); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
}

// upgradedPlaylists upgrades a database from version 1 to 4, adds data, opens it
// with the current version and checks the result.
func upgradedPlaylists(t *testing.T, db *sql.DB, dialect goose.Dialect, url string) {
	t.Helper()
	ctx := t.Context()
	fillOlder(t, db, dialect, 4, version4)
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

// version14 adds what was heard before roll-ups existed, over eight months, to the
// play of 4 s that version 1 had: plays of
// a song that count and one that does not, plays of an episode, and sessions at a
// station, of which the last two are by a visitor and too short to count.
const version14 = `
update track set duration = 40000;
insert into play (account, id, track, started_at, listened, pending, counted) select 1, 'long', p.track, 1795176010000, 30000, p.pending, 1 from play p;
insert into play (account, id, track, started_at, listened, pending, counted) select 1, 'early', track, 1774000000000, 40000, pending, 1 from play where id = 'long';
insert into play (account, id, track, started_at, listened, pending, counted) select 1, 'skip', track, 1795176030000, 5000, pending, 0 from play where id = 'long';
insert into podcast (id, feed_key, feed_url, title, created_at) values ('pod', 'pod', 'https://p.example', 'Talk', 1774000000000);
insert into episode (id, podcast, guid, audio_key, title, description, link, audio_url, mime, size, duration, season, number, kind, explicit, chapters, transcripts, people, folded, state, published_at, created_at)
	select 'ep', p.seq, 'g', 'k', 'One', '', '', 'https://p.example/1', 'audio/mpeg', 1, 1, 0, 0, 'full', p.explicit, '', '[]', '[]', 'one', 'published', 1, 1 from podcast p;
insert into episode_play (podcast, episode, at, who, app) select podcast, seq, 1780000000000, 'w', 'mpv' from episode;
insert into episode_play (podcast, episode, at, who, app) select podcast, seq, 1790000000000, 'w', 'mpv' from episode;
insert into station (id, name, description, genre, country, stream_url, metadata_url, logo_url, kind, bitrate, format, is_public, created_at)
	select 'jazz', 'Jazz', '', '', '', 'https://s.example', '', '', 'icecast', 128, 'MP3', is_public, 1774000000000 from podcast;
insert into station_session (station, account, began_at, seconds, format) select seq, 2, 1785000000000, 600, 'mp3' from station;
insert into station_session (station, account, began_at, seconds, format) select seq, null, 1785000000000, 10, 'mp3' from station;
insert into station_session (station, account, began_at, seconds, format) select seq, null, 1786000000000, 20, 'mp3' from station;`

// upgradedFigures upgrades a database from version 1 to 14, adds data, opens it
// with the current version and checks that the figures of the operator include
// what was heard before.
func upgradedFigures(t *testing.T, db *sql.DB, dialect goose.Dialect, url string) {
	t.Helper()
	ctx := t.Context()
	fillOlder(t, db, dialect, 14, version14)
	s := open(t, url)
	steps := 0
	for done := false; !done; steps++ {
		var err error
		if done, err = s.RollUpPast(ctx); err != nil {
			t.Fatal(err)
		}
	}
	if steps > 12 { // hours in which nobody listened cost nothing
		t.Errorf("rolled up in %d steps", steps)
	}
	if err := s.Fold(ctx, time.UnixMilli(1800000000000)); err != nil {
		t.Fatal(err)
	}
	total, err := s.Total(ctx, analytics.Span{From: time.UnixMilli(1774000000000).Truncate(time.Hour), To: time.UnixMilli(1800000000000).Truncate(time.Hour)})
	want := analytics.Total{People: 2, Sources: map[analytics.Source]analytics.Sum{
		analytics.TrackSource:   {Plays: 3, Listened: 79 * time.Second},
		analytics.EpisodeSource: {Plays: 2},
		analytics.StationSource: {Plays: 1, Listened: 630 * time.Second},
	}}
	if diff := cmp.Diff(want, total); err != nil || diff != "" {
		t.Errorf("%s, %v", diff, err)
	}
}

// version16 adds two pieces that AI made on the server: of the older one, the track is gone.
const version16 = `
insert into generation (id, account, provider, prompt, seed, state, track_id, verdict, folded, created_at, updated_at)
	select 'made', 1, 'built-in', '', 1, 'ready', t.id, 'rejected', '', 1, 1 from track t where t.seq = (select min(seq) from track);
insert into generation (id, account, provider, prompt, seed, state, track_id, verdict, folded, created_at, updated_at)
	select 'gone', 1, 'built-in', '', 1, 'ready', 'gone', 'rejected', '', 1, 1;`

// upgradedSounds upgrades a database from version 1 to 16, adds data, opens it with the
// current version and checks that a rejected piece is known after its deletion.
func upgradedSounds(t *testing.T, db *sql.DB, dialect goose.Dialect, url string) {
	t.Helper()
	ctx := t.Context()
	fillOlder(t, db, dialect, 16, version16)
	s := open(t, url)
	x, err := s.GenerationByID(ctx, "made")
	if err != nil {
		t.Fatal(err)
	}
	if err := s.DropGeneration(ctx, "made"); err != nil {
		t.Fatal(err)
	}
	if err := s.CheckReviewed(ctx, x.TrackID); !errors.Is(err, generation.ErrNotReviewed) {
		t.Error(err)
	}
}

// version23 adds app passwords of both scopes, from before they were API keys, with
// the hash of a session and the secret of a signing key as theirs.
const version23 = `
insert into app_password (id, account, hash, name, scope, created_at, last_used_at, last_address)
	select 'car', account, refresh_hash, 'Car', 'stream', 1795176000000, 1795176001000, '192.0.2.7' from session;
insert into app_password (id, account, hash, name, scope, created_at, last_used_at, last_address)
	select 'desk', session.account, signing_key.secret, 'Desk', 'full', 1795176000000, 0, '' from session, signing_key;
insert into security_event (at, account, actor, kind, address, user_agent, detail)
	select 1795176002000, account, '', 'app_password_made', '', '', 'Desk' from session;`

// upgradedAppPasswords upgrades a database from version 1 to 23, adds app passwords,
// opens it with the latest version, and finds them as API keys.
func upgradedAppPasswords(t *testing.T, db *sql.DB, dialect goose.Dialect, url string) {
	t.Helper()
	fillOlder(t, db, dialect, 23, version23)
	s := open(t, url)
	accounts, err := s.Accounts(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, account := range accounts {
		keys, err := s.APIKeys(t.Context(), account.ID)
		if err != nil || len(keys) == 0 {
			continue
		}
		made := time.UnixMilli(1795176000000).UTC()
		want := []people.APIKey{
			{ID: "desk", AccountID: account.ID, Name: "Desk", Scopes: "listen write", CreatedAt: made},
			{ID: "car", AccountID: account.ID, Name: "Car", Scopes: "listen", CreatedAt: made, LastUsedAt: made.Add(time.Second), LastAddress: "192.0.2.7"},
		}
		if diff := cmp.Diff(want, keys, cmpopts.IgnoreFields(people.APIKey{}, "Hash")); diff != "" {
			t.Errorf("keys (-want +got):\n%s", diff)
		}
		if k, err := s.APIKeyByHash(t.Context(), keys[1].Hash); err != nil || k.ID != "car" {
			t.Errorf("by its hash: %+v, %v", k, err)
		}
		events, err := s.SecurityEvents(t.Context(), account.ID, music.Page{})
		if err != nil || events.Items[0].Kind != people.APIKeyMade {
			t.Errorf("audit log: %+v, %v", events, err)
		}
		return
	}
	t.Error("no keys")
}
