package online

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"sonora/internal/music"
	"sonora/internal/testkit/others"
)

// tracks is a Store.
type tracks map[string]*music.TrackDetail

func (s tracks) Track(_ context.Context, _ music.Viewer, id string) (*music.TrackDetail, error) {
	if t := s[id]; t != nil {
		return t, nil
	}
	return nil, music.ErrNotFound
}

func song0() *music.TrackDetail {
	t := &music.TrackDetail{Track: music.Track{ID: "song", Title: "Song 0", Artist: "Ana", Album: "Suite", Duration: time.Second, OwnerID: "ada"}}
	t.Artists = []music.ArtistRef{{ID: "a", Name: "Ana"}}
	return t
}

var (
	admin = music.Viewer{AccountID: "root", Role: music.Admin}
	owner = music.Viewer{AccountID: "ada", Role: music.Creator}
)

// asking returns a service that uses the stand-ins, with all sources turned on.
func asking(t *testing.T, s *others.Server, track *music.TrackDetail) *Service {
	t.Helper()
	settings := music.DefaultSettings()
	settings.AdminEmail = "ops@music.example"
	settings.AskMusicBrainz, settings.AskCoverArtArchive, settings.AskLRCLIB = true, true, true
	service, err := New(Config{
		Store: tracks{track.ID: track}, Settings: func() music.Settings { return settings }, Version: "1.2", Contact: "https://music.example",
		MusicBrainz: s.URL, CoverArtArchive: s.URL, LRCLIB: s.URL,
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, source := range []*source{service.names, service.covers, service.lyrics} {
		source.limiter.SetLimit(1000) // the rate has its own test
		source.limiter.SetBurst(1000)
		t.Cleanup(source.client.CloseIdleConnections)
	}
	return service
}

func TestMatches(t *testing.T) {
	s := others.Start(t)
	service := asking(t, s, song0())
	for _, v := range []music.Viewer{owner, admin} {
		matches, err := service.Matches(t.Context(), v, "song")
		if err != nil || len(matches) != 2 {
			t.Fatalf("%v %v", matches, err)
		}
		want := Match{Title: "Song 0", Artist: "Ana feat. Bo", Album: "Suite", Year: 1999, RecordingID: others.RecordingID, ReleaseID: others.ReleaseID, Score: matches[0].Score}
		if matches[0] != want || want.Score < 0.9 || matches[1].Album != "Hits" || matches[1].Year != 2005 {
			t.Errorf("%+v", matches)
		}
	}
	asked := s.Asked()
	if len(asked) != 1 {
		t.Fatalf("asked %d times", len(asked))
	}
	query := asked[0].URL.Query()
	if got := query.Get("query"); got != `recording:"Song 0" AND artist:"Ana" AND (release:"Suite" OR dur:[0 TO 16000])` || query.Get("fmt") != "json" {
		t.Errorf("asked for %s", got)
	}
	if agent := asked[0].UserAgent(); agent != "Sonora/1.2 ( ops@music.example )" {
		t.Errorf("as %s", agent)
	}
	if asked[0].Header.Get("Cookie") != "" || asked[0].Header.Get("Referer") != "" {
		t.Errorf("%v", asked[0].Header)
	}
}

func TestMatchesByIDs(t *testing.T) {
	s := others.Start(t)
	one := strings.TrimSuffix(others.Recordings[strings.Index(others.Recordings, `[{"id"`)+1:], "]}")
	s.Answer("/ws/2/recording/"+others.RecordingID, others.JSON(one))
	s.Answer("/ws/2/isrc/GBAYE0601498", others.JSON(others.Recordings))
	for name, c := range map[string]struct {
		id, isrc string
		paths    string
	}{
		"recording":         {others.RecordingID, "", "/ws/2/recording/" + others.RecordingID},
		"ISRC":              {"", "gb-aye-06-01498", "/ws/2/isrc/GBAYE0601498"},
		"an id that is old": {strings.Repeat("0", 8) + others.RecordingID[8:], "", "/ws/2/recording/00000000" + others.RecordingID[8:] + " /ws/2/recording"},
		"what is no id":     {"../../../admin", "'; drop", "/ws/2/recording"},
	} {
		track := song0()
		track.MusicBrainzRecordingID, track.ISRC = c.id, c.isrc
		matches, err := asking(t, s, track).Matches(t.Context(), admin, "song")
		var paths []string
		for _, r := range s.Asked() {
			paths = append(paths, r.URL.Path)
		}
		if err != nil || len(matches) != 2 || strings.Join(paths, " ") != c.paths {
			t.Errorf("%s: %v %v, asked %v", name, matches, err, paths)
		}
	}
}

func TestSearchesWidenUntilSomethingIsFound(t *testing.T) {
	s := others.Start(t)
	s.Answer("/ws/2/recording", func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Query().Get("query"), "recording:(") {
			others.JSON(others.Recordings)(w, r)
			return
		}
		others.JSON(`{"count":0,"recordings":[]}`)(w, r)
	})
	track := song0()
	track.Title, track.Artist, track.Artists = `Söng "0" (OR) \`, `A+B`, nil
	matches, err := asking(t, s, track).Matches(t.Context(), admin, "song")
	var queries []string
	for _, r := range s.Asked() {
		queries = append(queries, r.URL.Query().Get("query"))
	}
	want := []string{
		`recording:"Söng \"0\" (OR) \\" AND artist:"A+B" AND (release:"Suite" OR dur:[0 TO 16000])`,
		`recording:"Söng \"0\" (OR) \\" AND artist:"A+B"`, `recording:(song 0) AND artist:(a b)`,
	}
	if err != nil || len(matches) != 2 || strings.Join(queries, "\n") != strings.Join(want, "\n") {
		t.Errorf("%v %v\n%s", matches, err, strings.Join(queries, "\n"))
	}
	s.Answer("/ws/2/recording", others.JSON(`{"recordings":[]}`))
	track.Title, track.Artist, track.Album, track.Duration = "???", "", "", 0
	if matches, err := asking(t, s, track).Matches(t.Context(), admin, "song"); err != nil || matches == nil || len(matches) != 0 || len(s.Asked()) != 1 {
		t.Errorf("%v %v", matches, err)
	}
}

func TestCover(t *testing.T) {
	s := others.Start(t)
	service := asking(t, s, song0())
	for range 2 {
		for _, preview := range []bool{false, true} {
			picture, err := service.Cover(t.Context(), owner, "song", strings.ToUpper(others.ReleaseID), preview)
			if err != nil || string(picture) != string(others.Picture()) {
				t.Fatalf("%d bytes, %v", len(picture), err)
			}
		}
	}
	asked := s.Asked()
	if len(asked) != 4 || asked[1].URL.Path != "/image" || asked[1].Header.Get("Referer") != "" || asked[0].UserAgent() != "Sonora/1.2" {
		t.Errorf("asked %d times: %v", len(asked), asked)
	}
	for id, want := range map[string]music.Code{"00000000-0000-0000-0000-000000000000": music.NotFound, "../../x": music.Invalid, "": music.Invalid} {
		if _, err := service.Cover(t.Context(), owner, "song", id, false); music.CodeOf(err) != want {
			t.Errorf("%q: %v", id, err)
		}
	}
}

func TestLyrics(t *testing.T) {
	plain := strings.Replace(others.Lyrics, `"[00:00.10]First line\n[00:00.50]Second line"`, "null", 1)
	other := strings.ReplaceAll(others.Lyrics, "Song 0", "Something else")
	late := strings.Replace(others.Lyrics, `"duration":1,`, `"duration":9,`, 1)
	silent := strings.Replace(strings.Replace(plain, `"First line\nSecond line"`, `null`, 1), `"instrumental":false`, `"instrumental":true`, 1)
	const synced, words = "[00:00.10]First line\n[00:00.50]Second line", "First line\nSecond line"
	for name, c := range map[string]struct{ exact, list, want, detail string }{
		"exact":            {exact: others.Lyrics, list: "[]", want: synced},
		"synced of a list": {exact: plain, list: "[" + other + "," + plain + "," + others.Lyrics + "]", want: synced},
		"plain only":       {exact: plain, list: "[]", want: words},
		"times do not fit": {list: "[" + late + "]", want: words},
		"another song":     {list: "[" + other + "]", detail: "LRCLIB has no lyrics for this track."},
		"no words":         {exact: silent, list: "[]", detail: "According to LRCLIB, this track has no words."},
		"nothing":          {list: "[]", detail: "LRCLIB has no lyrics for this track."},
		"rubbish inside": {
			exact: strings.Replace(plain, `First line\n`, "\\u0007First\\u202e line \\r\\n", 1), list: "[]", want: words,
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := others.Start(t)
			s.Answer("/api/get", others.JSON(c.exact))
			if c.exact == "" {
				s.Answer("/api/get", http.NotFound)
			}
			s.Answer("/api/search", others.JSON(c.list))
			text, err := asking(t, s, song0()).Lyrics(t.Context(), owner, "song")
			if text != c.want {
				t.Errorf("%q, %v", text, err)
			}
			if e := (*music.Error)(nil); c.detail != "" && (!errors.As(err, &e) || e.Detail.String() != c.detail || e.Code != music.NotFound) {
				t.Errorf("%v", err)
			}
		})
	}
}

func TestLookupPermissions(t *testing.T) {
	s := others.Start(t)
	service := asking(t, s, song0())
	all := func(v music.Viewer, id string) (errs []error) {
		_, err := service.Matches(t.Context(), v, id)
		errs = append(errs, err)
		_, err = service.Cover(t.Context(), v, id, others.ReleaseID, false)
		errs = append(errs, err)
		_, err = service.Lyrics(t.Context(), v, id)
		return append(errs, err)
	}
	for _, c := range []struct {
		name string
		v    music.Viewer
		id   string
		want music.Code
	}{
		{"a visitor", music.Viewer{}, "song", music.Forbidden},
		{"somebody else", music.Viewer{AccountID: "ben", Role: music.Creator}, "song", music.Forbidden},
		{"no track", admin, "none", music.NotFound},
	} {
		for _, err := range all(c.v, c.id) {
			if music.CodeOf(err) != c.want {
				t.Errorf("%s: %v", c.name, err)
			}
		}
	}
	service.settings = music.DefaultSettings
	for _, err := range all(admin, "song") {
		if music.CodeOf(err) != music.Conflict {
			t.Errorf("switched off: %v", err)
		}
	}
	if asked := s.Asked(); len(asked) > 0 {
		t.Errorf("asked %d times", len(asked))
	}
}

func TestAddresses(t *testing.T) {
	for _, address := range []string{"ftp://x", "musicbrainz.org", "https://", "https://a:b@x", "https://x/?q=1", "http://[::1", "https://x/#a"} {
		if _, err := New(Config{Settings: music.DefaultSettings, LRCLIB: address}); err == nil {
			t.Errorf("%s is taken", address)
		}
	}
	s, err := New(Config{Settings: music.DefaultSettings, LRCLIB: "https://mirror.example/lrclib/"})
	if err != nil || s.lyrics.base.String() != "https://mirror.example/lrclib" || s.names.base.String() != "https://musicbrainz.org" {
		t.Errorf("%v", err)
	}
}

// TestNoRequestsToPrivateNetworks repeats a test of the guard at a higher level: without
// configured addresses, the service reaches nothing on this machine.
func TestNoRequestsToPrivateNetworks(t *testing.T) {
	here := httptest.NewTLSServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("asked") }))
	defer here.Close()
	s := others.Start(t)
	service := asking(t, s, song0())
	s.Answer("/release/"+others.ReleaseID+"/front-1200", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, here.URL+"/secret", http.StatusTemporaryRedirect)
	})
	_, err := service.Cover(t.Context(), owner, "song", others.ReleaseID, false)
	if music.CodeOf(err) != music.Unavailable || !strings.Contains(err.Error(), "private network") {
		t.Errorf("%v", err)
	}
}
