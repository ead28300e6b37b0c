package profile

import (
	"archive/zip"
	"encoding/json"
	"image"
	"image/color"
	"image/png"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"sonora/internal/djmix"
	"sonora/internal/feed"
	"sonora/internal/history"
	"sonora/internal/link"
	"sonora/internal/mail"
	"sonora/internal/marks"
	"sonora/internal/music"
	"sonora/internal/people"
	"sonora/internal/player"
	"sonora/internal/scrobble"
	"sonora/internal/station"
	"sonora/internal/store"
	"sonora/internal/webhook"
)

// colouredPNG returns a PNG of one colour.
func colouredPNG(t *testing.T, c color.Color) []byte {
	t.Helper()
	var b strings.Builder
	img := image.NewPaletted(image.Rect(0, 0, 30, 30), color.Palette{c})
	if err := png.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	return []byte(b.String())
}

// contents returns the files of a ZIP.
func contents(t *testing.T, file *os.File) map[string]string {
	t.Helper()
	info, err := file.Stat()
	if err != nil {
		t.Fatal(err)
	}
	r, err := zip.NewReader(file, info.Size())
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for _, f := range r.File {
		in, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(in)
		if err != nil {
			t.Fatal(err)
		}
		in.Close()
		all[f.Name] = string(content)
	}
	return all
}

// list decodes a file that holds a JSON array.
func list(t *testing.T, text string) []map[string]any {
	t.Helper()
	var items []map[string]any
	if err := json.Unmarshal([]byte(text), &items); err != nil || items == nil {
		t.Fatalf("%v in %.200s", err, text)
	}
	return items
}

// finish runs the waiting jobs.
func (f *fixture) finish() {
	f.t.Helper()
	stop := f.run(f.jobs.Run)
	synctest.Wait()
	stop()
}

// prepare makes an export and returns it.
func (f *fixture) prepare(v music.Viewer) *Export {
	f.t.Helper()
	e, err := f.StartExport(f.t.Context(), v)
	f.must(err)
	f.finish()
	all, err := f.Exports(f.t.Context(), v)
	f.must(err)
	if len(all) == 0 || all[0].ID != e.ID || all[0].State != music.JobDone {
		f.t.Fatalf("exports: %+v", all)
	}
	return &all[0]
}

func TestExportIsComplete(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFixture(t)
		ctx := t.Context()
		all := f.songs("Dawn", "Noon")
		const plays = 2*archivePart + 3
		for i := range plays {
			_, err := f.store.AddPlay(ctx, f.member, music.Play{ID: strconv.Itoa(i), TrackID: all["Dawn"].ID, StartedAt: time.Now(), Listened: time.Minute}, 0)
			f.must(err)
		}
		_, err := f.store.Like(ctx, f.member, all["Noon"].ID, time.Now())
		f.must(err)
		_, err = f.store.Like(ctx, f.operator, all["Dawn"].ID, time.Now())
		f.must(err)
		f.must(f.store.CreateSession(ctx, &music.Session{AccountID: f.member.AccountID, RefreshHash: []byte("secret-refresh"), ExpiresAt: time.Now().Add(time.Hour), UserAgent: "Firefox <b>", Address: "192.0.2.7"}))
		f.must(f.store.CreateSession(ctx, &music.Session{AccountID: f.operator.AccountID, RefreshHash: []byte("other"), ExpiresAt: time.Now().Add(time.Hour), Address: "192.0.2.8"}))
		f.must(f.store.AddAPIKey(ctx, &people.APIKey{AccountID: f.member.AccountID, Hash: []byte("secret-hash"), Name: "Phone", Scopes: "listen"}, 9))
		f.must(f.store.CreatePasskey(ctx, &people.Passkey{AccountID: f.member.AccountID, CredentialID: []byte("secret-id"), Credential: `{"secret":1}`, Name: "Key"}))
		f.must(f.store.LinkIdentity(ctx, people.Identity{Provider: "google", Subject: "s1", AccountID: f.member.AccountID, Email: "ana@gmail.example", CreatedAt: time.Now(), LastUsedAt: time.Now()}))
		for i := range archivePart + 2 {
			f.must(f.store.CreatePlaylist(ctx, &music.Playlist{OwnerID: f.member.AccountID, Name: "List " + strconv.Itoa(i)}))
		}
		_, err = f.store.Rate(ctx, f.member, all["Noon"].ID, 4, time.Now())
		f.must(err)
		_, err = f.store.ChangeMarks(ctx, f.member, []string{all["Noon"].ID}, time.Now(), func(k *marks.Kept, _ time.Duration) error {
			k.HotCues = []marks.HotCue{{Slot: 1, At: 2.5, Name: "Bridge"}}
			return nil
		})
		f.must(err)
		f.must(f.store.CreateShare(ctx, &link.Link{ID: "secret-link", AccountID: f.member.AccountID, Kind: link.Track, ItemID: all["Noon"].ID, CreatedAt: time.Now()}))
		f.must(f.store.SavePlayer(ctx, f.member.AccountID, &player.Device{ID: "desk-0001", Name: "Desk", Queue: []byte(`{"order":["Nöt"]}`), State: player.Paused, At: time.Now(), SeenAt: time.Now()}))
		f.must(f.store.SavePlayer(ctx, f.operator.AccountID, &player.Device{ID: "desk-0002", Name: "List of operator@example.com", State: player.Paused, At: time.Now(), SeenAt: time.Now()}))
		f.must(f.store.PauseHistory(ctx, f.member.AccountID, time.Now().Add(-time.Hour)))
		f.must(f.store.ResumeHistory(ctx, f.member.AccountID, time.Now().Add(-time.Minute)))
		f.must(f.store.PauseHistory(ctx, f.member.AccountID, time.Now()))
		f.must(f.store.CreatePlaylist(ctx, &music.Playlist{OwnerID: f.operator.AccountID, Name: "List of operator@example.com", IsPublic: true}))
		st := station.New()
		st.OwnerID, st.Name, st.Mode = f.member.AccountID, "Own radio", station.ModeAutoDJ
		f.must(f.store.CreateStation(ctx, &st, station.MaxOwned))
		played := station.NewPlaylist()
		played.StationID, played.PlaylistID = st.ID, "a-list"
		f.must(f.store.CreateStationList(ctx, &played))
		f.must(f.store.AddStationMessage(ctx, f.member, &station.ChatMessage{StationID: st.ID, Text: "Good morning", CreatedAt: time.Now()}))
		f.must(f.store.AddStationSessions(ctx, []station.Session{{StationID: st.ID, AccountID: f.member.AccountID, Began: time.Now(), Seconds: 61, Format: "mp3"}}))
		set := music.NewMix()
		set.OwnerID, set.Title, set.AudioURL, set.CreatedAt = f.operator.AccountID, "Night set", "/media/audio/x.mp3", time.Now()
		f.must(f.store.CreateMix(ctx, &set))
		_, err = f.store.LikeMix(ctx, f.member, set.ID, true, time.Now())
		f.must(err)
		f.must(f.store.AddMixComment(ctx, f.member, &djmix.Comment{MixID: set.ID, At: 90 * time.Second, Text: "What a drop", CreatedAt: time.Now()}))
		show := feed.NewPodcast()
		show.OwnerID, show.Title, show.CreatedAt = f.member.AccountID, "Own show", time.Now()
		f.must(f.store.CreatePodcast(ctx, &show))
		episode := feed.Episode{PodcastID: show.ID, Title: "Own episode", Kind: feed.EpisodeFull, State: feed.EpisodeDraft, TrackID: all["Noon"].ID, CreatedAt: time.Now()}
		f.must(f.store.CreateEpisode(ctx, f.member, &episode))
		fd, err := f.store.AddFeed(ctx, store.NewFeed{URL: "https://club.example/feed", AccountID: f.member.AccountID, Credentials: []byte("secret-login"), Title: "Club"}, time.Now())
		f.must(err)
		f.must(f.store.Subscribe(ctx, f.member, fd, feed.NewSubscription(), time.Now()))
		_, err = f.store.SaveEpisodeProgress(ctx, f.member, feed.EpisodeProgress{EpisodeID: episode.ID, Position: 61.5, At: time.Now()}, time.Now())
		f.must(err)
		for range archivePart + 1 {
			f.must(f.calls.Note(ctx, people.SignedIn, f.member.AccountID, "here"))
		}
		_, err = f.SetAvatar(ctx, f.member, colouredPNG(t, color.White))
		f.must(err)
		f.must(f.store.SaveQueue(ctx, f.member.AccountID, &player.Queue{TrackIDs: []string{all["Noon"].ID}, ChangedAt: time.Now(), ChangedBy: "Amperfy"}))
		f.must(f.store.SaveBookmark(ctx, f.member, all["Noon"].ID, time.Minute, "the bridge", time.Now()))
		f.must(f.store.Connect(ctx, &scrobble.Connection{AccountID: f.member.AccountID, Service: scrobble.ListenBrainz, Name: "ana-lb", Secret: []byte("secret-token"), ConnectedAt: time.Now()}))
		f.must(f.store.AddWebhook(ctx, &webhook.Webhook{AccountID: f.member.AccountID, Address: "https://hook.example/", Events: webhook.Events, Secret: []byte("secret-key"), CreatedAt: time.Now()}, 1))
		albums, err := f.store.Albums(ctx, f.member, music.AlbumFilter{}, music.Page{})
		f.must(err)
		for _, at := range []time.Time{time.Now(), {}} { // taken back
			f.must(f.store.LikeItems(ctx, f.member, people.LikedAlbum, []string{albums.Items[0].ID}, at))
		}
		f.must(f.store.RateItem(ctx, f.member, people.LikedArtist, all["Noon"].ArtistID, 4))
		f.must(f.store.BeginImport(ctx, f.member, &history.Import{ID: "import-1", At: time.Now(), Files: []string{"my_spotify_data.zip"}}))
		e := f.prepare(f.member)
		file, _, err := f.OpenExport(ctx, f.member, e.ID)
		f.must(err)
		defer file.Close()
		if info, err := file.Stat(); err != nil || info.Size() != e.Size || info.Mode().Perm() != 0o600 {
			t.Errorf("%v %v, size %d was told", info, err, e.Size)
		}
		in := contents(t, file)
		for name, want := range map[string]int{
			"plays.json": plays, "likes.json": 1, "sessions.json": 1, "security-events.json": archivePart + 2,
			"api-keys.json": 1, "passkeys.json": 1, "identities.json": 1, "playlists.json": archivePart + 2,
			"ratings.json": 1, "marks.json": 1, "shares.json": 1, "players.json": 1, "stations.json": 1, "station-lists.json": 1, "station-listening.json": 1, "station-messages.json": 1, "mix-likes.json": 1, "mix-comments.json": 1,
			"podcast-subscriptions.json": 1, "podcasts.json": 1, "podcast-episodes.json": 1, "podcast-progress.json": 1, "bookmarks.json": 1, "connections.json": 1, "webhooks.json": 1, "imports.json": 1, "favourites.json": 1,
		} {
			if got := list(t, in[name]); len(got) != want {
				t.Errorf("%s has %d entries, want %d", name, len(got), want)
			}
		}
		for name, want := range map[string]string{
			"profile.json": `"to": "1999-12-31T23:59:00Z"`, "likes.json": `"title":"Noon"`, "plays.json": `"listenedSeconds":60`, "sessions.json": `"Firefox <b>"`,
			"api-keys.json": `"name": "Phone"`, "passkeys.json": `"name": "Key"`, "identities.json": `"ana@gmail.example"`, "security-events.json": `"bySelf":true`, "playlists.json": `"name":"List 501"`, "ratings.json": `"stars":4`, "marks.json": `"hotCues":[{"slot":1,"at":2.5,"name":"Bridge"}]`, "shares.json": `"title":"Noon","subtitle":`, "playlists/List 501.m3u8": "#PLAYLIST:List 501", "stations.json": `"name":"Own radio"`, "station-lists.json": `"playlistId":"a-list"`, "station-listening.json": `"seconds":61`, "station-messages.json": `"text":"Good morning"`, "mix-likes.json": `"title":"Night set"`, "mix-comments.json": `"seconds":90`, "podcast-subscriptions.json": `"feedUrl":"https://club.example/feed"`, "podcasts.json": `"title":"Own show"`, "podcast-episodes.json": `"state":"draft"`, "podcast-progress.json": `"positionSeconds":61.5`, "players.json": "Nöt", "queue.json": `"changedBy": "Amperfy"`, "bookmarks.json": `"comment": "the bridge"`, "connections.json": `"name": "ana-lb"`, "webhooks.json": `"https://hook.example/"`, "imports.json": "my_spotify_data.zip", "favourites.json": `"title": "Nina"`, "listens.jsonl": `"track_name":"Dawn"`, "avatar.jpg": "\xff\xd8\xff",
		} {
			if !strings.Contains(in[name], want) {
				t.Errorf("no %s in %s: %.300s", want, name, in[name])
			}
		}
		for name, content := range in {
			for _, secret := range []string{"secret", "argon2", "192.0.2.8", "operator@example.com", "c2VjcmV0"} {
				if strings.Contains(content, secret) {
					t.Errorf("%s in %s", secret, name)
				}
			}
		}
		if mails := f.calls.sent(); len(mails) != 1 || mails[0].Kind != mail.ExportReady || mails[0].To != "ana@example.com" || mails[0].Link != "https://music.example/settings" || !mails[0].Expires.Equal(e.ExpiresAt) {
			t.Errorf("mails: %+v", mails)
		}
		events, err := f.store.SecurityEvents(ctx, f.member.AccountID, music.Page{Limit: 1})
		if f.must(err); events.Items[0].Kind != people.DataExported {
			t.Errorf("the log ends with %+v", events.Items[0])
		}
	})
}

func TestPlaylistsAreInTheExportAsFiles(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFixture(t)
		all := f.songs("Dawn", "Noon")
		for _, name := range []string{"Day/Night", "day/night"} {
			p := &music.Playlist{OwnerID: f.member.AccountID, Name: name}
			f.must(f.store.CreatePlaylist(t.Context(), p))
			_, err := f.store.AddEntries(t.Context(), f.member, p.ID, music.Insertion{TrackIDs: []string{all["Noon"].ID, all["Dawn"].ID}}, time.Now())
			f.must(err)
		}
		file, _, err := f.OpenExport(t.Context(), f.member, f.prepare(f.member).ID)
		f.must(err)
		defer file.Close()
		in := contents(t, file)
		var names []string
		for name, content := range in {
			if strings.HasPrefix(name, "playlists/") {
				names = append(names, strings.ToLower(name))
				if noon, dawn := strings.Index(content, "Noon"), strings.Index(content, "Dawn"); noon < 0 || dawn < noon {
					t.Errorf("%s:\n%s", name, content)
				}
			}
		}
		slices.Sort(names)
		if want := []string{"playlists/day_night (2).m3u8", "playlists/day_night (2).xspf", "playlists/day_night.m3u8", "playlists/day_night.xspf"}; !slices.Equal(names, want) {
			t.Errorf("%q", names)
		}
	})
}

func TestPicturesOfPlaylistsAreInTheExport(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFixture(t)
		own, gone, other := f.playlist(f.member, "kept"), f.playlist(f.member, "replaced"), f.playlist(f.operator, "others")
		file, _, err := f.OpenExport(t.Context(), f.member, f.prepare(f.member).ID)
		f.must(err)
		defer file.Close()
		in := contents(t, file)
		if got := in["playlist-covers/"+own+".jpg"]; got != "picture kept" {
			t.Errorf("the picture is %q", got)
		}
		for _, id := range []string{gone, other} {
			if got, ok := in["playlist-covers/"+id+".jpg"]; ok {
				t.Errorf("there is %q", got)
			}
		}
	})
}

// playlist creates a playlist with a picture and returns its ID.
func (f *fixture) playlist(v music.Viewer, cover string) string {
	f.t.Helper()
	p := &music.Playlist{OwnerID: v.AccountID, Name: "With " + cover}
	f.must(f.store.CreatePlaylist(f.t.Context(), p))
	_, err := f.store.SetPlaylistCover(f.t.Context(), v, p.ID, cover, time.Now())
	f.must(err)
	return p.ID
}

func TestExportOfEmptyAccount(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFixture(t)
		file, _, err := f.OpenExport(t.Context(), f.member, f.prepare(f.member).ID)
		f.must(err)
		defer file.Close()
		in := contents(t, file)
		for _, name := range []string{"plays.json", "likes.json", "sessions.json", "identities.json", "playlists.json", "uploads.json", "unfinished-uploads.json"} {
			if got := list(t, in[name]); len(got) != 0 {
				t.Errorf("%s: %v", name, got)
			}
		}
		if _, ok := in["avatar.jpg"]; ok {
			t.Error("there is a picture")
		}
	})
}

func TestUploadsAreInTheExport(t *testing.T) {
	f := newFixture(t)
	track := f.songs("Dawn")["Dawn"]
	name := t.TempDir() + "/a.zip"
	out, err := os.Create(name)
	f.must(err)
	defer out.Close()
	a := &archive{Service: f.Service, viewer: f.member, zip: zip.NewWriter(out)}
	f.must(a.upload(t.Context(), &track))
	f.must(a.upload(t.Context(), &music.Track{ID: "deleted"}))
	f.must(a.zip.Close())
	if in := contents(t, out); len(in) != 1 || in["uploads/"+track.ID+".mp3"] != "the sound of Dawn" {
		t.Errorf("%v", in)
	}
}

func TestExportIsPrivateAndExpires(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFixture(t)
		ctx := t.Context()
		first, err := f.StartExport(ctx, f.member) // nothing runs jobs yet
		f.must(err)
		if _, err := f.StartExport(ctx, f.member); music.CodeOf(err) != music.Conflict {
			t.Errorf("a second one at once: %v", err)
		}
		if _, _, err := f.OpenExport(ctx, f.member, first.ID); music.CodeOf(err) != music.NotFound {
			t.Errorf("opened before it is ready: %v", err)
		}
		f.finish()
		for _, c := range []struct {
			v  music.Viewer
			id string
		}{{f.operator, first.ID}, {f.member, "../sonora"}, {f.member, ""}, {music.Viewer{}, first.ID}} {
			if _, _, err := f.OpenExport(ctx, c.v, c.id); music.CodeOf(err) != music.NotFound {
				t.Errorf("%q opened by %q: %v", c.id, c.v.AccountID, err)
			}
		}
		file, _, err := f.OpenExport(ctx, f.member, first.ID)
		f.must(err)
		file.Close()

		<-time.After(time.Hour)
		second := f.prepare(f.member)
		if got := f.files(f.exports); len(got) != 1 || got[0] != second.ID+".zip" {
			t.Errorf("files: %v", got)
		}
		if _, _, err := f.OpenExport(ctx, f.member, first.ID); music.CodeOf(err) != music.NotFound {
			t.Errorf("the older one: %v", err)
		}
		f.dated(f.exports)
		defer f.run(f.Run)()
		<-time.After(exportLife + time.Minute)
		if _, _, err := f.OpenExport(ctx, f.member, second.ID); music.CodeOf(err) != music.NotFound {
			t.Errorf("opened when it was over: %v", err)
		}
		<-time.After(2 * tidyEvery)
		synctest.Wait()
		left, err := f.Exports(ctx, f.member)
		if f.must(err); len(left) != 0 || len(f.files(f.exports)) != 0 {
			t.Errorf("exports: %+v, files: %v", left, f.files(f.exports))
		}
	})
}
