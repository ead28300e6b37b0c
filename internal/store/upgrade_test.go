package store_test

import (
	"database/sql"
	"os"
	"path/filepath"
	"testing"

	"sonora/internal/music"
	"sonora/internal/store"
	"sonora/internal/store/pgtest"
)

// The files in testdata are what the release of that schema version wrote:
// two accounts, a sign-in, two songs, a like, a play and a changed setting.

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

// upgraded opens a database of version 1 and looks for everything it held.
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
