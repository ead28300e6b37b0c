package upload

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"sonora/internal/intake"
	"sonora/internal/music"
	"sonora/internal/setlist"
	"sonora/internal/station"
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
		_, err := f.PublishMix(ctx, f.ana, Part{}, fill)
		f.code(err, music.Invalid)
		told(what, 0)
	}
	m, err := f.PublishMix(ctx, f.ana, Part{}, named("Ana", sound))
	f.must(err)
	told("published", 1)

	_, err = f.ChangeMix(ctx, f.boss, m.ID, func(m *music.Mix) { m.Title = "" })
	f.code(err, music.Invalid)
	told("no title", 0)
	_, err = f.ChangeMix(ctx, f.boss, m.ID, func(m *music.Mix) { m.Title = "Better" })
	f.must(err)
	told("changed", 1)

	_, err = f.AddMix(ctx, f.boss, named("", sound))
	f.code(err, music.Conflict)
	told("the same sound twice", 0)
	other := f.send("Other.mp3", song(2))
	f.keepIt(other)
	_, err = f.AddMix(ctx, f.boss, named("", intake.MediaAudio+other+".mp3"))
	f.must(err)
	told("added", 1)
}

// TestOneMixOfAnUpload publishes an upload many times at once, then again after the
// mix was withdrawn, and gives another mix its sound.
func TestOneMixOfAnUpload(t *testing.T) {
	f := newFixture(t)
	ctx := t.Context()
	id := f.send("Set.mp3", song(1))
	f.keepIt(id)
	sound := intake.MediaAudio + id + ".mp3"
	fill := func(m *music.Mix) { m.Title, m.DJName, m.AudioURL = "Set", "Ana", sound }
	type result struct {
		mix *music.Mix
		err error
	}
	results := make(chan result)
	const requests = 8
	for range requests {
		go func() {
			m, err := f.PublishMix(ctx, f.ana, Part{}, fill)
			results <- result{m, err}
		}()
	}
	var published []*music.Mix
	for range requests {
		r := <-results
		if r.err == nil {
			published = append(published, r.mix)
			continue
		}
		f.code(r.err, music.Conflict)
		if !strings.Contains(r.err.Error(), "“Set”") {
			t.Errorf("it does not name the mix: %v", r.err)
		}
	}
	if len(published) != 1 {
		t.Fatalf("published %d times", len(published))
	}
	sound = intake.MediaAudio + id // the same upload
	_, err := f.PublishMix(ctx, f.ana, Part{}, fill)
	f.code(err, music.Conflict)

	other := music.NewMix()
	other.Title, other.AudioURL, other.CreatedAt = "Night", "/api/mixes/x/stream", f.now()
	f.must(f.store.CreateMix(ctx, &other))
	_, err = f.ChangeMix(ctx, f.boss, other.ID, func(m *music.Mix) { m.AudioURL = sound })
	f.code(err, music.Conflict)

	f.must(f.store.DeleteMix(ctx, published[0].ID))
	_, err = f.PublishMix(ctx, f.ana, Part{}, fill)
	f.must(err)
}

// TestSoundMadeHereStays gives the mix of a recording, that of an automix and an
// uploaded one another file.
func TestSoundMadeHereStays(t *testing.T) {
	f := newFixture(t)
	ctx := t.Context()
	mix := func(id string) string {
		m := music.NewMix()
		m.ID, m.Title, m.AudioURL, m.CreatedAt = id, "Night", "/api/mixes/x/stream", f.now()
		f.must(f.store.CreateMix(ctx, &m))
		return m.ID
	}
	st := station.New()
	st.Name, st.OwnerID, st.Mode = "Night FM", f.ana.AccountID, station.ModeLive
	f.must(f.store.CreateStation(ctx, &st, station.MaxOwned))
	recording := station.Recording{StationID: st.ID, AccountID: f.ana.AccountID, Title: "Night", BeganAt: f.now(), Format: "MP3"}
	f.must(f.store.CreateRecording(ctx, &recording))
	recorded := mix("")
	_, err := f.store.ChangeRecording(ctx, recording.ID, func(r *station.Recording) error {
		r.State, r.MixID, r.Duration, r.EndedAt = station.RecordingReady, recorded, time.Hour, f.now()
		return nil
	})
	f.must(err)
	automix := setlist.Automix{OwnerID: f.ana.AccountID, Title: "Night", Wishes: json.RawMessage("{}"), CreatedAt: f.now()}
	f.must(f.store.CreateAutomix(ctx, &automix, setlist.Limits{Kept: 1, Queue: 1}))
	made := mix(automix.ID)

	upload := f.send("Set.mp3", song(1))
	f.keepIt(upload)
	sound := intake.MediaAudio + upload + ".mp3"
	other := func(m *music.Mix) { m.AudioURL = sound }
	for _, id := range []string{recorded, made} {
		_, err := f.ChangeMix(ctx, f.boss, id, other)
		f.code(err, music.Conflict)
		m, err := f.ChangeMix(ctx, f.boss, id, func(m *music.Mix) { m.Title = "Late" })
		f.must(err)
		if m.AudioURL == sound || m.Title != "Late" {
			t.Errorf("%+v", m)
		}
	}
	m, err := f.ChangeMix(ctx, f.boss, mix(""), other)
	f.must(err)
	if m.AudioURL != sound {
		t.Errorf("%+v", m)
	}
}
