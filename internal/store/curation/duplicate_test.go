package curation_test

import (
	"testing"
	"time"

	"sonora/internal/marks"
	"sonora/internal/music"
	"sonora/internal/store/storetest"
)

// duplicateCandidates checks that only tracks that share something are candidates.
func duplicateCandidates(t *testing.T, f *storetest.Fixture) {
	sound := func(key uint64) func(*music.ScannedFile) {
		return func(s *music.ScannedFile) { s.Audio.AudioKey = key }
	}
	recording := storetest.Tags(func(tags *music.Tags) { tags.MusicBrainzRecordingID = "8f3471b5-7e6a-48da-86a9-c1c07a0f47ae" })
	f.Scan(
		storetest.Song("a/1.flac", "Alone"),
		storetest.Song("a/2.flac", "Twice", sound(7)),
		storetest.Song("b/2.flac", "Otherwise", sound(7)),
		storetest.Song("a/3.flac", "Known", recording),
		storetest.Song("b/3.mp3", "Known Too", recording),
		storetest.Song("a/4.flac", "Títle"),
		storetest.Song("b/4.flac", "title"),
		storetest.Song("b/5.flac", "Alone", storetest.By("Somebody Else")),
		storetest.Song("a/6.flac", "", storetest.By()),
		storetest.Song("a/7.flac", "Lost", sound(9)),
		storetest.Song("b/7.flac", "Found", sound(9)),
	)
	of := f.TracksByTitle(storetest.Admin)
	storetest.Get(f.MarkMissing(t.Context(), []string{of["Lost"].ID}, storetest.Now))(t)
	titles := map[string]string{}
	for title, track := range of {
		titles[track.ID] = title
	}
	got := []string{}
	for _, c := range storetest.Get(f.DuplicateCandidates(t.Context()))(t) {
		got = append(got, titles[c.ID])
		if c.Duration != 200*time.Second || c.Seq == 0 || c.ArtistID == "" {
			t.Errorf("%+v", c)
		}
	}
	storetest.Same(t, "candidates", got, []string{"Twice", "Otherwise", "Known", "Known Too", "Títle", "title"})
	copies := storetest.Get(f.Copies(t.Context(), storetest.Admin, []string{of["Twice"].ID, of["Lost"].ID, "nobody's"}))(t)
	if c := copies[of["Twice"].ID]; len(copies) != 1 || c.File.Path != "a/2.flac" || c.Track.Title != "Twice" {
		t.Errorf("%+v", copies)
	}
}

// mergeTracks checks that what people did with several files belongs to the kept one
// afterwards, and that nothing is changed if one of the files does not exist.
func mergeTracks(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	f.Scan(storetest.Song("a/1.flac", "Keep"), storetest.Song("a/2.flac", "Other"), storetest.Song("a/3.flac", "Third"), storetest.Song("a/4.flac", "Apart"))
	of := f.TracksByTitle(storetest.Admin)
	keep, other, third, apart := of["Keep"].ID, of["Other"].ID, of["Third"].ID, of["Apart"].ID
	mia, noa := f.Member("mia", music.Listener), f.Member("noa", music.Listener)
	list := func(ids ...string) *music.Playlist {
		p := music.Playlist{Name: "L", OwnerID: mia.AccountID, CreatedAt: storetest.Now}
		f.Must(f.CreatePlaylist(ctx, &p))
		storetest.Get(f.AddEntries(ctx, mia, p.ID, music.Insertion{TrackIDs: ids}, storetest.Now))(t)
		return storetest.Get(f.Playlist(ctx, mia, p.ID))(t)
	}
	both, several, none := list(other, apart, keep), list(third, apart, other, other), list(apart)
	for _, id := range []string{other, third} {
		storetest.Get(f.Like(ctx, mia, id, storetest.Now))(t)
		storetest.Get(f.Rate(ctx, mia, id, 3, storetest.Now))(t)
	}
	storetest.Get(f.Rate(ctx, noa, keep, 5, storetest.Now))(t)
	storetest.Get(f.Rate(ctx, noa, other, 1, storetest.Now))(t)
	storetest.Listen(f, mia, other, storetest.Now, 200*time.Second)
	storetest.Listen(f, noa, keep, storetest.Now, 200*time.Second)
	storetest.Get(f.RollUpPlays(ctx))(t)

	mark := func(v music.Viewer, id, label string, at time.Time) {
		storetest.Get(f.ChangeMarks(ctx, v, []string{id}, at, func(k *marks.Kept, _ time.Duration) error {
			k.HotCues = []marks.HotCue{{At: 1, Name: label}}
			return nil
		}))(t)
	}
	mark(mia, other, "older", storetest.Now)
	mark(mia, third, "latest", storetest.Now.Add(time.Hour))
	mark(noa, keep, "own", storetest.Now)
	mark(noa, other, "of the other", storetest.Now.Add(time.Hour))

	f.Code(f.MergeTracks(ctx, keep, []string{other, "nobody's"}), music.NotFound)
	f.Code(f.MergeTracks(ctx, "nobody's", []string{other}), music.NotFound)
	if p := storetest.Get(f.Playlist(ctx, mia, both.ID))(t); p.Version != both.Version || p.Entries != 3 {
		t.Errorf("changed although it failed: %+v", p)
	}
	f.Must(f.MergeTracks(ctx, keep, []string{other, third}))

	entries := func(p *music.Playlist) []string {
		names := []string{}
		for _, e := range storetest.Get(f.Entries(ctx, mia, p, music.Page{}))(t).Items {
			names = append(names, e.Track.Title)
		}
		return names
	}
	storetest.Same(t, "a list with both", entries(both), []string{"Apart", "Keep"})
	storetest.Same(t, "a list with several others", entries(several), []string{"Keep", "Apart"})
	storetest.Same(t, "a list without", entries(none), []string{"Apart"})
	for _, p := range []*music.Playlist{both, several} {
		if now := storetest.Get(f.Playlist(ctx, mia, p.ID))(t); now.Entries != 2 || now.Version != p.Version+1 {
			t.Errorf("%d entries, version %d after %d", now.Entries, now.Version, p.Version)
		}
	}
	if now := storetest.Get(f.Playlist(ctx, mia, none.ID))(t); now.Version != none.Version {
		t.Error("a list without the tracks was changed")
	}
	for _, c := range []struct {
		v      music.Viewer
		id     string
		liked  bool
		rating int
		plays  int64
	}{{mia, keep, true, 3, 2}, {noa, keep, false, 5, 2}, {mia, other, false, 0, 0}, {noa, other, false, 0, 0}, {mia, third, false, 0, 0}} {
		got := storetest.Get(f.Track(ctx, c.v, c.id))(t)
		if got.Liked != c.liked || got.Rating != c.rating || got.Plays != c.plays {
			t.Errorf("%s: liked %v, %d stars, %d plays; want %+v", got.Title, got.Liked, got.Rating, got.Plays, c)
		}
	}
	for _, c := range []struct {
		v    music.Viewer
		want string
	}{{mia, "latest"}, {noa, "own"}} {
		got := storetest.Get(f.Marks(ctx, c.v, keep))(t)
		if len(got.HotCues) != 1 || got.HotCues[0].Name != c.want {
			t.Errorf("marks: %+v, want %q", got.Marks, c.want)
		}
	}
	if _, err := f.Track(ctx, mia, apart); err != nil {
		t.Error(err)
	}
}
