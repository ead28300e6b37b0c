package radio

import (
	"context"
	"log/slog"
	"testing"
	"testing/synctest"
	"time"

	"sonora/internal/music"
	"sonora/internal/radio/ingest"
	"sonora/internal/station"
	"sonora/internal/store"
	"sonora/internal/store/sqlitetest"
)

// TestIngestLearnsThatASourceIsOnAir puts a source on air, which leaves as soon as it is
// told so.
func TestIngestLearnsThatASourceIsOnAir(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		db, err := store.Open(t.Context(), sqlitetest.New(t), store.Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		s := New(Config{Store: db, Log: slog.New(slog.DiscardHandler)})
		defer s.Close()
		owner := &music.Account{Email: "a@example.com", Role: music.Creator}
		if err := db.CreateAccount(t.Context(), owner); err != nil {
			t.Fatal(err)
		}
		st := station.New()
		st.Name, st.OwnerID, st.Mode = "Jazz", owner.ID, station.ModeLive
		if err := db.CreateStation(t.Context(), &st, station.MaxOwned); err != nil {
			t.Fatal(err)
		}
		ctx, leave := context.WithTimeout(t.Context(), time.Minute)
		began := time.Now()
		_ = s.GoOnAir(ctx, ingest.Pass{Station: &st, DJID: "D1", DJ: "Ann"}, ingest.Source{Frames: &microphone{ctx}, OnAir: leave})
		if took := time.Since(began); took >= time.Minute {
			t.Errorf("on air for %v", took)
		}
	})
}
