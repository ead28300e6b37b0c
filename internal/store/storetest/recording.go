package storetest

import (
	"bytes"
	"slices"
	"testing"
	"time"

	"sonora/internal/discovery"
	"sonora/internal/feed"
	"sonora/internal/music"
	"sonora/internal/station"
)

func recordings(t *testing.T, s *fixture) {
	ctx := t.Context()
	dj, owner, stranger := s.member("dj", music.Listener), s.member("owner", music.Listener), s.member("other", music.Listener)
	s.member("boss", music.Admin)
	st := station.New()
	st.Name, st.OwnerID, st.Mode = "S", owner.AccountID, station.ModeLive
	s.must(s.CreateStation(ctx, &st))
	at := time.UnixMilli(1_700_000_000_123)
	r := &station.Recording{StationID: st.ID, AccountID: dj.AccountID, DJ: "DJ", Title: "Show", BeganAt: at, Format: "MP3"}
	s.must(s.CreateRecording(ctx, r))
	s.code(s.CreateRecording(ctx, &station.Recording{StationID: "gone", Format: "MP3"}), music.NotFound)
	if list := get(s.RecordingsGoingOn(ctx, 10))(t); len(list) != 1 || list[0].ID != r.ID || !list[0].BeganAt.Equal(at) || !list[0].EndedAt.IsZero() {
		t.Fatalf("%+v", list)
	}
	mix := music.NewMix()
	mix.Title, mix.DJName, mix.AudioURL, mix.CreatedAt = "Show", "DJ", "/api/mixes/x/stream", at
	s.must(s.CreateMix(ctx, &mix))
	changed := get(s.ChangeRecording(ctx, r.ID, func(r *station.Recording) error {
		r.EndedAt, r.State, r.MixID, r.Size, r.Duration = at.Add(time.Hour), station.RecordingReady, mix.ID, 1234, time.Hour
		r.Trim = station.Trim{From: time.Second, To: time.Minute, FromByte: 10, ToByte: 1000}
		r.Tracklist = []station.TracklistEntry{{Seconds: 1.5, Artist: "A", Title: "T", TrackID: "x"}}
		return nil
	}))(t)
	if changed.Heard() != 59*time.Second {
		t.Errorf("%v are heard", changed.Heard())
	}
	s.must(s.SetWaveform(ctx, r.ID, []byte{0, 1, 255}))
	if w := get(s.Waveform(ctx, r.ID))(t); !bytes.Equal(w, []byte{0, 1, 255}) {
		t.Error(w)
	}
	for _, v := range []music.Viewer{dj, owner, {Role: music.Admin, AccountID: "x"}} {
		got := get(s.Recording(ctx, v, r.ID))(t)
		if got.Station != "S" || got.OwnerID != owner.AccountID || got.AccountID != dj.AccountID || got.Trim.ToByte != 1000 || len(got.Tracklist) != 1 || !got.MayManage(v) {
			t.Errorf("%+v", got)
		}
		if list := get(s.Recordings(ctx, v, st.ID, music.Page{}))(t); list.Total != 1 {
			t.Errorf("%d recordings", list.Total)
		}
	}
	_, err := s.Recording(ctx, stranger, r.ID)
	s.code(err, music.NotFound)
	if list := get(s.Recordings(ctx, stranger, "", music.Page{}))(t); list.Total != 0 {
		t.Errorf("a stranger sees %d", list.Total)
	}
	if got := get(s.RecordingOfMix(ctx, mix.ID))(t); got.ID != r.ID {
		t.Errorf("%+v", got)
	}
	s.unpublished(&mix)
	s.inEpisode(dj, &mix)
	s.must(s.DeleteStation(ctx, st.ID))
	if got := get(s.Recording(ctx, dj, r.ID))(t); got.StationID != "" {
		t.Errorf("%+v", got)
	}
	s.must(s.DeleteAccount(ctx, dj.AccountID)) // the show goes with its DJ
	_, err = s.Recording(ctx, music.Viewer{Role: music.Admin, AccountID: "x"}, r.ID)
	s.code(err, music.NotFound)
	_, err = s.ChangeRecording(ctx, r.ID, func(*station.Recording) error { return nil })
	s.code(err, music.NotFound)
	_, err = s.Mix(ctx, music.Viewer{Role: music.Admin, AccountID: "x"}, mix.ID)
	s.code(err, music.NotFound)
	same(t, "doomed", get(s.RecordingsGone(ctx, 10))(t), []string{r.ID})
	s.must(s.DeleteRecording(ctx, r.ID))
	same(t, "doomed", get(s.RecordingsGone(ctx, 10))(t), nil)
	_, err = s.RecordingOfMix(ctx, mix.ID)
	s.code(err, music.NotFound)
}

// unpublished sees that a show nobody published is in no list to listen by.
func (f *fixture) unpublished(mix *music.Mix) {
	f.t.Helper()
	ctx := f.t.Context()
	boss := music.Viewer{Role: music.Admin, AccountID: "x"}
	set := func(active bool) {
		f.t.Helper()
		get(f.ChangeMix(ctx, mix.ID, func(m *music.Mix) { m.IsActive = active }))(f.t)
	}
	for _, active := range []bool{false, true} {
		set(active)
		arrived := slices.DeleteFunc(get(f.Arrivals(ctx, boss, music.Page{}))(f.t).Items, func(a discovery.Arrival) bool { return a.Kind != discovery.ArrivedMix })
		for name, n := range map[string]int{
			"listed":  get(f.Mixes(ctx, boss, music.Page{}))(f.t).Total,
			"found":   len(get(f.Search(ctx, boss, discovery.Query{Text: mix.Title, Limit: 10, Now: now}))(f.t).Mixes),
			"arrived": len(arrived),
		} {
			if (n == 1) != active {
				f.t.Errorf("%d are %s, published: %v", n, name, active)
			}
		}
		if all := get(f.AllMixes(ctx, music.Page{}))(f.t); all.Total != 1 {
			f.t.Errorf("%d in the admin area", all.Total)
		}
	}
}

// inEpisode sees that the sound of an episode stays while it is out.
func (f *fixture) inEpisode(v music.Viewer, mix *music.Mix) {
	f.t.Helper()
	ctx := f.t.Context()
	p := feed.NewPodcast()
	p.ID, p.OwnerID, p.Title, p.GUID, p.CreatedAt = music.NewID(), v.AccountID, "Nights", "nights", now
	f.must(f.CreatePodcast(ctx, &p))
	e := feed.Episode{PodcastID: p.ID, Title: "Show", Kind: feed.EpisodeFull, State: feed.EpisodePublished, PublishedAt: now, MixID: mix.ID, CreatedAt: now}
	f.must(f.CreateEpisode(ctx, v, &e))
	off := func(m *music.Mix) { m.IsActive = false }
	_, err := f.ChangeMix(ctx, mix.ID, off)
	f.code(err, music.Conflict)
	f.code(f.DeleteMix(ctx, mix.ID), music.Conflict)
	get(f.ChangeEpisode(ctx, v, e.ID, now, func(e *feed.Episode) { e.State = feed.EpisodeDraft }))(f.t)
	get(f.ChangeMix(ctx, mix.ID, off))(f.t)
}
