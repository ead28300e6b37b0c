package ai

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"sonora/internal/ai/remote"
	"sonora/internal/generation"
	"sonora/internal/media/ffmpeg"
	"sonora/internal/music"
	"sonora/internal/store"
	"sonora/internal/store/sqlitetest"
	"sonora/internal/testkit/wave"
)

type quiet struct{}

func (quiet) Publish(music.Event) {}

func (quiet) ReviewWaits(context.Context, string, string) {}

// studio returns the settings of a service that sends a second of music, and counts its orders.
func studio(t *testing.T) (*music.Settings, *atomic.Int32) {
	t.Helper()
	orders := new(atomic.Int32)
	file := wave.File(1, wave.Tone(220, -12))
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		orders.Add(1)
		w.Header().Set("Content-Type", "audio/wav")
		if _, err := w.Write(file); err != nil {
			t.Error(err)
		}
	}))
	t.Cleanup(service.Close)
	template, err := json.Marshal(map[string]any{
		"name": "Studio", "url": service.URL, "submit": map[string]any{"path": "make", "body": map[string]string{"prompt": "{{prompt}}"}}, "result": "url", "price": 0.5,
	})
	if err != nil {
		t.Fatal(err)
	}
	settings := music.DefaultSettings()
	settings.AIHTTPProvider = string(template)
	return &settings, orders
}

// TestPaidPieceWaitsForFFmpeg has a service deliver a piece while ffmpeg does not answer: another
// attempt goes on with the file, and nothing is ordered twice.
func TestPaidPieceWaitsForFFmpeg(t *testing.T) {
	ctx, folder := t.Context(), t.TempDir()
	db, err := store.Open(ctx, sqlitetest.At(t, filepath.Join(folder, "sonora.db")), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	ana := &music.Account{Email: "ana@example.com"}
	if err := db.CreateAccount(ctx, ana); err != nil {
		t.Fatal(err)
	}
	settings, orders := studio(t)
	get := func() music.Settings { return *settings }
	found := ffmpeg.ErrSilent
	s := New(Config{
		Store: db, Remote: remote.New(db, get, func(context.Context, string) (float64, error) { return get().AIPersonBudget, nil }), Settings: get, Events: quiet{}, Operators: quiet{}, Log: slog.New(slog.DiscardHandler), Now: time.Now,
		Folder: filepath.Join(folder, "compositions"), FFmpeg: func(context.Context) (*ffmpeg.Runner, error) { return nil, found },
		Keep: func(_ context.Context, _ music.Viewer, _, path string, _ Track) (string, error) {
			_, err := os.Stat(path)
			return "kept", err
		},
	})
	x := &generation.Generation{OwnerID: ana.ID, Provider: "http", Prompt: "a song", Title: "Song", Duration: time.Second, CreatedAt: time.Now()}
	if err := db.CreateGeneration(ctx, x, limits); err != nil {
		t.Fatal(err)
	}
	attempt := func(want error, state generation.State) {
		t.Helper()
		taken, err := db.TakeGeneration(ctx, "job", generation.Services, time.Now())
		if err != nil {
			t.Fatal(err)
		}
		if err := s.make(ctx, taken, func(float64) {}); !errors.Is(err, want) {
			t.Fatalf("%v, not %v", err, want)
		}
		now, err := db.GenerationByID(ctx, x.ID)
		if err != nil || now.State != state || orders.Load() != 1 {
			t.Fatalf("%+v, %v, after %d orders", now, err, orders.Load())
		}
	}
	attempt(ffmpeg.ErrSilent, generation.Finishing)
	attempt(ffmpeg.ErrSilent, generation.Finishing)
	found = ffmpeg.ErrNotFound // which is enough for a file that plays
	attempt(nil, generation.Ready)
	if left, err := os.ReadDir(s.Folder); err != nil || len(left) > 0 {
		t.Errorf("left: %v, %v", left, err)
	}
}
