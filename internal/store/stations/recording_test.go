package stations_test

import (
	"bytes"
	"slices"
	"testing"
	"time"

	"sonora/internal/discovery"
	"sonora/internal/djmix"
	"sonora/internal/feed"
	"sonora/internal/music"
	"sonora/internal/station"
	"sonora/internal/store/storetest"
)

func recordings(t *testing.T, s *storetest.Fixture) {
	ctx := t.Context()
	dj, owner, stranger := s.Member("dj", music.Listener), s.Member("owner", music.Listener), s.Member("other", music.Listener)
	s.Member("boss", music.Admin)
	st := station.New()
	st.Name, st.OwnerID, st.Mode = "S", owner.AccountID, station.ModeLive
	s.Must(s.CreateStation(ctx, &st, station.MaxOwned))
	at := time.UnixMilli(1_700_000_000_123)
	r := &station.Recording{StationID: st.ID, AccountID: dj.AccountID, DJ: "DJ", Title: "Show", BeganAt: at, Format: "MP3"}
	s.Must(s.CreateRecording(ctx, r))
	s.Code(s.CreateRecording(ctx, &station.Recording{StationID: "gone", Format: "MP3"}), music.NotFound)
	if list := storetest.Get(s.RecordingsGoingOn(ctx, 10))(t); len(list) != 1 || list[0].ID != r.ID || !list[0].BeganAt.Equal(at) || !list[0].EndedAt.IsZero() {
		t.Fatalf("%+v", list)
	}
	mix := music.NewMix()
	mix.Title, mix.DJName, mix.AudioURL, mix.CreatedAt = "Show", "DJ", "/api/mixes/x/stream", at
	s.Must(s.CreateMix(ctx, &mix))
	changed := storetest.Get(s.ChangeRecording(ctx, r.ID, func(r *station.Recording) error {
		r.EndedAt, r.State, r.MixID, r.Size, r.Duration = at.Add(time.Hour), station.RecordingReady, mix.ID, 1234, time.Hour
		r.Trim = station.Trim{From: time.Second, To: time.Minute, FromByte: 10, ToByte: 1000}
		r.Tracklist = []djmix.Entry{{Seconds: 1.5, Artist: "A", Title: "T", TrackID: "x"}}
		return nil
	}))(t)
	if changed.Heard() != 59*time.Second {
		t.Errorf("%v are heard", changed.Heard())
	}
	for _, why := range []music.Message{music.Say("%s ended.", "{} %s"), {ID: "{} ended, as an earlier release wrote: 100%."}} {
		storetest.Get(s.ChangeRecording(ctx, r.ID, func(r *station.Recording) error { r.Reason = why; return nil }))(t)
		if got := storetest.Get(s.Recording(ctx, dj, r.ID))(t); !got.Reason.Equal(why) {
			t.Errorf("%+v, want %+v", got.Reason, why)
		}
	}
	s.Must(s.SetWaveform(ctx, r.ID, []byte{0, 1, 255}))
	if w := storetest.Get(s.Waveform(ctx, r.ID))(t); !bytes.Equal(w, []byte{0, 1, 255}) {
		t.Error(w)
	}
	for _, v := range []music.Viewer{dj, owner, {Role: music.Admin, AccountID: "x"}} {
		got := storetest.Get(s.Recording(ctx, v, r.ID))(t)
		if got.Station != "S" || got.OwnerID != owner.AccountID || got.AccountID != dj.AccountID || got.Trim.ToByte != 1000 || len(got.Tracklist) != 1 || !got.MayManage(v) {
			t.Errorf("%+v", got)
		}
		if list := storetest.Get(s.Recordings(ctx, v, st.ID, music.Page{}))(t); list.Total != 1 {
			t.Errorf("%d recordings", list.Total)
		}
	}
	_, err := s.Recording(ctx, stranger, r.ID)
	s.Code(err, music.NotFound)
	if list := storetest.Get(s.Recordings(ctx, stranger, "", music.Page{}))(t); list.Total != 0 {
		t.Errorf("a stranger sees %d", list.Total)
	}
	if got := storetest.Get(s.RecordingOfMix(ctx, mix.ID))(t); got.ID != r.ID {
		t.Errorf("%+v", got)
	}
	withdrawn(s, r.ID, mix)
	unpublished(s, &mix)
	inEpisode(s, dj, &mix)
	s.Must(s.DeleteStation(ctx, st.ID))
	if got := storetest.Get(s.Recording(ctx, dj, r.ID))(t); got.StationID != "" {
		t.Errorf("%+v", got)
	}
	s.Must(s.DeleteAccount(ctx, dj.AccountID)) // deletes the DJ's recordings too
	_, err = s.Recording(ctx, music.Viewer{Role: music.Admin, AccountID: "x"}, r.ID)
	s.Code(err, music.NotFound)
	_, err = s.ChangeRecording(ctx, r.ID, func(*station.Recording) error { return nil })
	s.Code(err, music.NotFound)
	_, err = s.Mix(ctx, music.Viewer{Role: music.Admin, AccountID: "x"}, mix.ID)
	s.Code(err, music.NotFound)
	storetest.Same(t, "doomed", storetest.Get(s.RecordingsGone(ctx, 10))(t), []string{r.ID})
	s.Must(s.DeleteRecording(ctx, r.ID))
	storetest.Same(t, "doomed", storetest.Get(s.RecordingsGone(ctx, 10))(t), nil)
	_, err = s.RecordingOfMix(ctx, mix.ID)
	s.Code(err, music.NotFound)
}

// withdrawn checks that a recording has no mix once that is deleted, until it gets
// another one.
func withdrawn(f *storetest.Fixture, id string, mix music.Mix) {
	f.T.Helper()
	ctx := f.T.Context()
	boss := music.Viewer{Role: music.Admin, AccountID: "x"}
	f.Must(f.DeleteMix(ctx, mix.ID))
	if got := storetest.Get(f.Recording(ctx, boss, id))(f.T); got.MixID != "" {
		f.T.Errorf("it still has the mix %s", got.MixID)
	}
	_, err := f.RecordingOfMix(ctx, mix.ID)
	f.Code(err, music.NotFound)
	f.Must(f.CreateMix(ctx, &mix))
	if got := storetest.Get(f.ChangeRecording(ctx, id, func(r *station.Recording) error { r.MixID = mix.ID; return nil }))(f.T); got.MixID != mix.ID {
		f.T.Errorf("it has the mix %q", got.MixID)
	}
}

// unpublished checks that an unpublished recording does not appear in lists for
// listeners.
func unpublished(f *storetest.Fixture, mix *music.Mix) {
	f.T.Helper()
	ctx := f.T.Context()
	boss := music.Viewer{Role: music.Admin, AccountID: "x"}
	set := func(active bool) {
		f.T.Helper()
		storetest.Get(f.ChangeMix(ctx, mix.ID, func(m *music.Mix) { m.IsActive = active }))(f.T)
	}
	for _, active := range []bool{false, true} {
		set(active)
		arrived := slices.DeleteFunc(storetest.Get(f.Arrivals(ctx, boss, music.Page{}))(f.T).Items, func(a discovery.Arrival) bool { return a.Kind != discovery.ArrivedMix })
		for name, n := range map[string]int{
			"listed":  storetest.Get(f.FindMixes(ctx, boss, djmix.Filter{}, music.Page{}))(f.T).Total,
			"found":   len(storetest.Get(f.Search(ctx, boss, discovery.Query{Text: mix.Title, Limit: 10, Now: storetest.Now}))(f.T).Mixes),
			"arrived": len(arrived),
		} {
			if (n == 1) != active {
				f.T.Errorf("%d are %s, published: %v", n, name, active)
			}
		}
		if all := storetest.Get(f.MixTable(ctx, djmix.Table{}, music.Page{}))(f.T); all.Total != 1 {
			f.T.Errorf("%d in the admin area", all.Total)
		}
	}
}

// inEpisode checks that the audio of an episode stays while it is published.
func inEpisode(f *storetest.Fixture, v music.Viewer, mix *music.Mix) {
	f.T.Helper()
	ctx := f.T.Context()
	p := feed.NewPodcast()
	p.ID, p.OwnerID, p.Title, p.GUID, p.CreatedAt = music.NewID(), v.AccountID, "Nights", "nights", storetest.Now
	f.Must(f.CreatePodcast(ctx, &p))
	e := feed.Episode{PodcastID: p.ID, Title: "Show", Kind: feed.EpisodeFull, State: feed.EpisodePublished, PublishedAt: storetest.Now, MixID: mix.ID, CreatedAt: storetest.Now}
	f.Must(f.CreateEpisode(ctx, v, &e))
	off := func(m *music.Mix) { m.IsActive = false }
	_, err := f.ChangeMix(ctx, mix.ID, off)
	f.Code(err, music.Conflict)
	f.Code(f.DeleteMix(ctx, mix.ID), music.Conflict)
	storetest.Get(f.ChangeEpisode(ctx, v, e.ID, storetest.Now, func(e *feed.Episode) { e.State = feed.EpisodeDraft }))(f.T)
	storetest.Get(f.ChangeMix(ctx, mix.ID, off))(f.T)
}
