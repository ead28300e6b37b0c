package upload

import (
	"testing"

	"sonora/internal/intake"
	"sonora/internal/music"
)

// TestChangedMixesAreTold checks that browsers learn about every change of the
// mixes, and nothing about attempts.
func TestChangedMixesAreTold(t *testing.T) {
	f := newFixture(t)
	ctx := t.Context()
	told := func(what string, times int64) {
		t.Helper()
		if got := f.told.Swap(0); got != times {
			t.Errorf("%s: told %d times instead of %d", what, got, times)
		}
	}
	sound := intake.MediaAudio + f.send("Set.mp3", song(1)) + ".mp3"
	named := func(dj, sound string) func(*music.Mix) {
		return func(m *music.Mix) { m.Title, m.DJName, m.AudioURL = "Set", dj, sound }
	}
	for what, fill := range map[string]func(*music.Mix){
		"without a DJ": named("", sound), "sound elsewhere": named("Ana", "https://music.example/set.mp3"), "no such upload": named("Ana", intake.MediaAudio+"none.mp3"),
	} {
		_, err := f.PublishMix(ctx, f.ana, fill)
		f.code(err, music.Invalid)
		told(what, 0)
	}
	m, err := f.PublishMix(ctx, f.ana, named("Ana", sound))
	f.must(err)
	told("published", 1)

	_, err = f.ChangeMix(ctx, f.boss, m.ID, func(m *music.Mix) { m.Title = "" })
	f.code(err, music.Invalid)
	told("no title", 0)
	_, err = f.ChangeMix(ctx, f.boss, m.ID, func(m *music.Mix) { m.Title = "Better" })
	f.must(err)
	told("changed", 1)

	f.code(f.WithdrawMix(ctx, f.ben, m.ID), music.NotFound)
	told("somebody else's", 0)
	f.must(f.WithdrawMix(ctx, f.ana, m.ID))
	told("withdrawn", 1)

	m, err = f.AddMix(ctx, f.boss, named("", sound))
	f.must(err)
	told("added", 1)
	f.must(f.WithdrawMix(ctx, f.boss, m.ID))
	told("deleted by an operator", 1)
	f.code(f.WithdrawMix(ctx, f.boss, m.ID), music.NotFound)
	told("deleted already", 0)

	m, err = f.PublishMix(ctx, f.ana, named("Ana", sound))
	f.must(err)
	_, err = f.ChangeMix(ctx, f.boss, m.ID, func(m *music.Mix) { m.IsActive = false })
	f.must(err)
	told("published, hidden by an operator", 2)
	f.code(f.WithdrawMix(ctx, f.ben, m.ID), music.NotFound)
	f.must(f.WithdrawMix(ctx, f.ana, m.ID))
	told("hidden, withdrawn", 1)
}
