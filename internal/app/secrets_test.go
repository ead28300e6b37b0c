package app_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"sonora/internal/app"
	"sonora/internal/diagnostics"
	"sonora/internal/music"
	"sonora/internal/seal"
	"sonora/internal/store"
)

func TestDoctorFindsAuthenticatorAppsOfAnotherKey(t *testing.T) {
	data := t.TempDir()
	database := "sqlite:" + filepath.Join(data, "sonora.db")
	box, err := seal.Open(data)
	if err != nil {
		t.Fatal(err)
	}
	db, err := store.Open(t.Context(), database, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	ana := &music.Account{ID: "ana", Email: "ana@example.com", Role: music.Listener, PasswordHash: "hash", CreatedAt: time.Now()}
	if err := db.CreateAccount(t.Context(), ana); err != nil {
		t.Fatal(err)
	}
	if err := db.SetTOTP(t.Context(), ana.ID, box.Close([]byte("secret")), 1, time.Now(), nil); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	secrets := func() diagnostics.Check {
		t.Helper()
		checks, err := app.Doctor(t.Context(), app.Config{Data: data, Database: database, Listen: "127.0.0.1:0"})
		if err != nil {
			t.Fatal(err)
		}
		i := slices.IndexFunc(checks, func(c diagnostics.Check) bool { return c.Name == "secrets" })
		if i < 0 {
			t.Fatalf("no check of secrets in %+v", checks)
		}
		return checks[i]
	}
	if c := secrets(); c.State != diagnostics.OK {
		t.Errorf("with the key: %+v", c)
	}
	if err := os.Remove(filepath.Join(data, seal.KeyFile)); err != nil {
		t.Fatal(err)
	}
	if c := secrets(); c.State != diagnostics.Broken || c.Says.String() != "Authenticator apps that were set up with another secret.key, so that their codes are refused: 1." {
		t.Errorf("without the key: %+v", c)
	}
	if _, err := os.Stat(filepath.Join(data, seal.KeyFile)); err == nil {
		t.Error("the doctor created a key")
	}
}
