package radio

import (
	"context"
	"log/slog"
	"testing"

	"sonora/internal/music"
	"sonora/internal/notice"
	"sonora/internal/station"
	"sonora/internal/store"
	"sonora/internal/store/sqlitetest"
	"sonora/internal/words"
)

// told is a Notifier that remembers.
type told struct{ list []notice.Notification }

func (n *told) Notify(_ context.Context, list ...notice.Notification) error {
	n.list = append(n.list, list...)
	return nil
}

// TestOperatorsAreToldInTheirLanguage keeps the arguments of a problem until
// each notification is read.
func TestOperatorsAreToldInTheirLanguage(t *testing.T) {
	ctx := t.Context()
	db, err := store.Open(ctx, sqlitetest.New(t), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	boss := &music.Account{Email: "boss@music.example", FirstName: "boss", Role: music.Admin}
	if err := db.CreateAccount(ctx, boss); err != nil {
		t.Fatal(err)
	}
	var n told
	s := &Service{Config: Config{Store: db, Log: slog.New(slog.DiscardHandler), Notifier: &n}}
	problem := music.Say("The station is silent. %s", music.Say("The lists of this station are empty."))
	s.alert(ctx, &station.Station{ID: "s", Name: "{} %s"}, problem)
	if len(n.list) != 1 || n.list[0].AccountID != boss.ID {
		t.Fatalf("%+v", n.list)
	}
	for language, want := range map[string]string{
		"en": "{} %s: The station is silent. The lists of this station are empty.",
		"es": "{} %s: La emisora está en silencio. Las listas de esta emisora están vacías.",
	} {
		if got := words.Render(language, n.list[0].Sentence()); got != want {
			t.Errorf("%s: %q", language, got)
		}
	}
}
