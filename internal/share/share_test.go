package share

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/zeebo/xxh3"

	"sonora/internal/intake"
	"sonora/internal/link"
	"sonora/internal/music"
	"sonora/internal/premium"
	"sonora/internal/station"
	"sonora/internal/store"
	"sonora/internal/store/sqlitetest"
)

// rules are the operator's settings in a test.
type rules struct{ music.Settings }

func (r *rules) Get() music.Settings { return r.Settings }

// lists provides playlists that are lists.
type lists struct{ *store.Store }

func (l lists) Entries(ctx context.Context, v music.Viewer, id string, p music.Page) (music.EntryList, error) {
	list, err := l.Playlist(ctx, v, id)
	if err != nil {
		return music.EntryList{}, err
	}
	return l.Store.Entries(ctx, v, list, p)
}

// nothingEarly is the plan of visitors in a test.
type nothingEarly struct{}

func (nothingEarly) Allows(context.Context, music.Viewer, premium.Entitlement) error {
	return music.ErrForbidden
}

// fixture is a service with a clock, an operator and two people.
type fixture struct {
	*Service
	t              *testing.T
	now            time.Time
	boss, ana, ben music.Viewer
}

func newFixture(t *testing.T) *fixture {
	t.Helper()
	db, err := store.Open(t.Context(), sqlitetest.New(t), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	f := &fixture{Service: New(db, &rules{music.DefaultSettings()}, lists{db}, nothingEarly{}), t: t, now: time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)}
	f.Service.now = func() time.Time { return f.now }
	f.boss, f.ana, f.ben = f.join("Boss", music.Admin), f.join("Ana", music.Creator), f.join("Ben", music.Creator)
	return f
}

func (f *fixture) must(err error) {
	f.t.Helper()
	if err != nil {
		f.t.Fatal(err)
	}
}

func (f *fixture) join(name string, role music.Role) music.Viewer {
	f.t.Helper()
	a := &music.Account{Email: name + "@music.example", FirstName: name, Role: role, CreatedAt: f.now}
	f.must(f.store.CreateAccount(f.t.Context(), a))
	return music.Viewer{AccountID: a.ID, Role: role}
}

// songFile returns a song as a scan finds it.
func songFile(title string) music.ScannedFile {
	return music.ScannedFile{
		Folder: "x", Name: title + ".flac", Size: 1000, ModTime: 1,
		Audio: &music.AudioFile{
			Format: music.FLAC, SampleRate: 44_100, Channels: 2, Samples: 44_100 * 60, Duration: time.Minute, AudioKey: xxh3.HashString(title),
			Tags: music.Tags{Title: title, Artists: []string{"Nina"}, Album: "Hours", AlbumArtists: []string{"Nina"}},
		},
	}
}

// songs adds tracks with these titles to one album and returns them by title.
func (f *fixture) songs(titles ...string) map[string]music.Track {
	f.t.Helper()
	ctx := f.t.Context()
	roots, err := f.store.EnsureRoots(ctx, []string{"/music"}, f.now)
	f.must(err)
	var files []music.ScannedFile
	for _, title := range titles {
		files = append(files, songFile(title))
	}
	for part := range slices.Chunk(files, 200) {
		_, err = f.store.SaveScanned(ctx, roots[0].ID, part, f.now, false)
		f.must(err)
	}
	f.must(f.store.FinishScan(ctx))
	return f.tracks()
}

func (f *fixture) tracks() map[string]music.Track {
	f.t.Helper()
	all := map[string]music.Track{}
	for page := (music.Page{Limit: 500}); ; {
		list, err := f.store.Tracks(f.t.Context(), f.boss, music.TrackFilter{}, page)
		f.must(err)
		for _, track := range list.Items {
			all[track.Title] = track
		}
		if page.After = list.Next; page.After == "" {
			return all
		}
	}
}

func (f *fixture) share(v music.Viewer, kind link.Kind, id string, expires time.Time) string {
	f.t.Helper()
	shared, err := f.Create(f.t.Context(), v, kind, id, expires)
	f.must(err)
	return shared.Link.ID
}

// leads checks whether a link works, and whether it gives access to a track.
func (f *fixture) leads(link, trackID string, want bool) {
	f.t.Helper()
	_, openErr := f.Open(f.t.Context(), link)
	_, soundErr := f.Listener(f.t.Context(), link, trackID)
	for _, err := range []error{openErr, soundErr} {
		if want && err != nil || !want && music.CodeOf(err) != music.NotFound {
			f.t.Errorf("link that should work: %v; error %v", want, err)
		}
	}
}

func TestLinksExpire(t *testing.T) {
	f := newFixture(t)
	dawn := f.songs("Dawn")["Dawn"].ID
	ever := f.share(f.ana, link.Track, dawn, time.Time{})
	brief := f.share(f.ana, link.Track, dawn, f.now.Add(time.Hour))
	f.now = f.now.Add(time.Hour - time.Millisecond)
	f.leads(brief, dawn, true)
	f.now = f.now.Add(time.Millisecond)
	f.leads(brief, dawn, false)
	f.leads(ever, dawn, true)
	if _, err := f.SetExpiry(t.Context(), f.ana, brief, f.now); music.CodeOf(err) != music.Invalid {
		t.Errorf("prolonged to a time that has passed: %v", err)
	}
	_, err := f.SetExpiry(t.Context(), f.ana, brief, f.now.Add(time.Hour))
	f.must(err)
	f.leads(brief, dawn, true)
	if _, err := f.Create(t.Context(), f.ana, link.Track, dawn, f.now); music.CodeOf(err) != music.Invalid {
		t.Errorf("made for no time at all: %v", err)
	}
}

func TestLinksEndWithTheirOwner(t *testing.T) {
	f := newFixture(t)
	ctx, dawn := t.Context(), f.songs("Dawn")["Dawn"]
	link, album := f.share(f.ana, link.Track, dawn.ID, time.Time{}), f.share(f.ana, link.Album, dawn.AlbumID, time.Time{})
	both := func(want bool) {
		t.Helper()
		f.leads(link, dawn.ID, want)
		f.leads(album, dawn.ID, want)
	}
	both(true)
	f.must(f.store.SetDisabled(ctx, f.ana.AccountID, f.now))
	both(false)
	f.must(f.store.SetDisabled(ctx, f.ana.AccountID, time.Time{}))
	both(true)
	f.must(f.store.SetDeleteAt(ctx, f.ana.AccountID, f.now.Add(time.Hour)))
	both(false)
	f.must(f.store.SetDeleteAt(ctx, f.ana.AccountID, time.Time{}))
	both(true)
	f.must(f.store.DeleteAccount(ctx, f.ana.AccountID))
	both(false)
}

// TestPrivateUploadsStayHidden puts somebody's private upload on an album that
// another person shares: not even the operator's link reveals it.
func TestPrivateUploadsStayHidden(t *testing.T) {
	f := newFixture(t)
	ctx, dawn := t.Context(), f.songs("Dawn")["Dawn"]
	u := &intake.Upload{AccountID: f.ben.AccountID, FileName: "Secret.flac", Length: 1000, State: intake.Receiving, CreatedAt: f.now, ExpiresAt: f.now.Add(time.Hour)}
	f.must(f.store.CreateUpload(ctx, u, 0))
	u.State, u.Audio, u.Place = intake.Ready, songFile("Secret").Audio, f.ben.AccountID+"/"+u.ID+".flac"
	f.must(f.store.JudgeUpload(ctx, u))
	id, err := f.store.AddUploaded(ctx, &intake.File{Upload: u, Audio: u.Audio, Size: u.Length, ModTime: 1}, f.now)
	f.must(err)
	secret := f.tracks()["Secret"]
	if secret.ID != id || secret.AlbumID != dawn.AlbumID {
		t.Fatalf("the upload is not on the album: %+v", secret)
	}
	for _, v := range []music.Viewer{f.ana, f.boss} {
		ofAlbum := f.share(v, link.Album, dawn.AlbumID, time.Time{})
		shared, err := f.Open(ctx, ofAlbum)
		if f.must(err); len(shared.Tracks) != 1 || shared.Tracks[0].ID != dawn.ID {
			t.Errorf("the album of the %s: %+v", v.Role, shared.Tracks)
		}
		if _, err := f.Listener(ctx, ofAlbum, id); music.CodeOf(err) != music.NotFound {
			t.Errorf("its sound: %v", err)
		}
		if _, err := f.Create(ctx, v, link.Track, id, time.Time{}); music.CodeOf(err) != music.NotFound {
			t.Errorf("shared by the %s: %v", v.Role, err)
		}
	}
	own := f.share(f.ben, link.Track, id, time.Time{})
	f.leads(own, id, true)
}

func TestLongPlaylists(t *testing.T) {
	f := newFixture(t)
	ctx := t.Context()
	const n = link.MaxTracks + 20
	var titles []string
	for i := range n {
		titles = append(titles, fmt.Sprintf("Song %03d", i))
	}
	all := f.songs(titles...)
	p := music.Playlist{OwnerID: f.ana.AccountID, Name: "Long", CreatedAt: f.now}
	f.must(f.store.CreatePlaylist(ctx, &p))
	var ids []string
	for _, title := range titles {
		ids = append(ids, all[title].ID)
	}
	_, err := f.store.AddEntries(ctx, f.ana, p.ID, music.Insertion{TrackIDs: ids}, f.now)
	f.must(err)
	toList := f.share(f.ana, link.Playlist, p.ID, time.Time{})
	shared, err := f.Open(ctx, toList)
	if f.must(err); len(shared.Tracks) != link.MaxTracks || shared.Tracks[0].Title != titles[0] || shared.Tracks[link.MaxTracks-1].Title != titles[link.MaxTracks-1] {
		t.Errorf("%d tracks", len(shared.Tracks))
	}
	f.leads(toList, ids[0], true)
	f.leads(toList, ids[link.MaxTracks-1], true)
}

// TestLinksToOthersPlaylists checks that a link ends when the playlist is no
// longer visible to its maker.
func TestLinksToOthersPlaylists(t *testing.T) {
	f := newFixture(t)
	ctx, dawn := t.Context(), f.songs("Dawn")["Dawn"].ID
	p := music.Playlist{OwnerID: f.ben.AccountID, Name: "Shown", IsPublic: true, CreatedAt: f.now}
	f.must(f.store.CreatePlaylist(ctx, &p))
	_, err := f.store.AddEntries(ctx, f.ben, p.ID, music.Insertion{TrackIDs: []string{dawn}}, f.now)
	f.must(err)
	link := f.share(f.ana, link.Playlist, p.ID, time.Time{})
	f.leads(link, dawn, true)
	_, err = f.store.ChangePlaylist(ctx, f.ben, p.ID, f.now, func(p *music.Playlist) { p.IsPublic = false })
	f.must(err)
	f.leads(link, dawn, false)
}

// TestMembersOnlyStation shares a station that visitors do not hear.
func TestMembersOnlyStation(t *testing.T) {
	f := newFixture(t)
	ctx := t.Context()
	st := station.New()
	st.Name, st.Mode, st.IsPublic, st.OwnerID = "Inside", station.ModeLive, false, f.ana.AccountID
	f.must(f.store.CreateStation(ctx, &st, station.MaxOwned))
	for name, v := range map[string]music.Viewer{"its owner": f.ana, "an operator": f.boss} {
		if _, err := f.Open(ctx, f.share(v, link.Station, st.ID, time.Time{})); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := f.Create(ctx, f.ben, link.Station, st.ID, time.Time{}); music.CodeOf(err) != music.Forbidden {
		t.Errorf("a member: %v", err)
	}
	dj := &station.DJ{StationID: st.ID, AccountID: f.ben.AccountID, Name: "ben", IsEnabled: true}
	f.must(f.store.CreateStationDJ(ctx, dj, ""))
	theirs := f.share(f.ben, link.Station, st.ID, time.Time{})
	if _, err := f.Open(ctx, theirs); err != nil {
		t.Errorf("a DJ: %v", err)
	}
	f.must(f.store.DeleteStationDJ(ctx, st.ID, dj.ID))
	if _, err := f.Open(ctx, theirs); music.CodeOf(err) != music.NotFound {
		t.Errorf("somebody who was a DJ: %v", err)
	}
	if shared, err := f.Describe(ctx, &link.Link{ID: theirs, AccountID: f.ben.AccountID, Kind: link.Station, ItemID: st.ID}); err != nil || shared.Title != "" {
		t.Errorf("described: %+v, %v", shared, err)
	}
	if _, err := f.store.ChangeStation(ctx, st.ID, func(s *station.Station) { s.IsPublic = true }); err != nil {
		t.Fatal(err)
	}
	if _, err := f.Open(ctx, theirs); err != nil {
		t.Errorf("a public station: %v", err)
	}
}

// TestMembersOnlyMix shares a mix that visitors do not hear.
func TestMembersOnlyMix(t *testing.T) {
	f := newFixture(t)
	ctx := t.Context()
	m := music.NewMix()
	m.Title, m.AudioURL, m.IsPublic, m.OwnerID, m.CreatedAt = "Inside", "/media/uploads/x.mp3", true, f.ana.AccountID, f.now
	f.must(f.store.CreateMix(ctx, &m))
	theirs := f.share(f.ben, link.Mix, m.ID, time.Time{})
	if _, err := f.store.ChangeMix(ctx, m.ID, func(m *music.Mix) { m.IsPublic = false }); err != nil {
		t.Fatal(err)
	}
	if _, err := f.Open(ctx, theirs); music.CodeOf(err) != music.NotFound {
		t.Errorf("a link from when it was public: %v", err)
	}
	if _, err := f.Create(ctx, f.ben, link.Mix, m.ID, time.Time{}); music.CodeOf(err) != music.Forbidden {
		t.Errorf("a member: %v", err)
	}
	for name, v := range map[string]music.Viewer{"its owner": f.ana, "an operator": f.boss} {
		if _, err := f.Open(ctx, f.share(v, link.Mix, m.ID, time.Time{})); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
