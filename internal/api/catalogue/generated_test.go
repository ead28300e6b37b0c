package catalogue_test

import (
	"image"
	_ "image/jpeg"
	"net/http"
	"strings"
	"testing"

	"sonora/internal/testkit"
	"sonora/internal/testkit/apitest"
	"sonora/internal/testkit/fakelib"
)

func TestGeneratedCovers(t *testing.T) {
	root := t.TempDir()
	for i, song := range []fakelib.Song{{Title: "One", Album: "Suite"}, {Title: "Two", Album: "Suite"}, {Title: "Three", Album: "Hits"}, {Title: "Hits"}} {
		song.Artists, song.Sound = []string{"Ana"}, uint64(i+1)
		fakelib.Write(t, root, song.Title+song.Album+".mp3", song.MP3())
	}
	s := testkit.Start(t, testkit.Options{Music: root})
	all := apitest.TracksOf(t, s)
	get := func(path string) testkit.Response {
		t.Helper()
		r := s.Do(t, testkit.Request{Path: path, As: s.Member})
		if r.Status != http.StatusOK || r.Header.Get("X-Generated-Cover") != "true" || r.Header.Get("Content-Type") != "image/jpeg" || r.Header.Get("ETag") == "" {
			t.Fatalf("%s: %d %v", path, r.Status, r.Header)
		}
		return r
	}
	of := func(title, more string) string { return get("/api/tracks/" + all[title].ID + "/cover" + more).Body }
	for size, want := range map[string]int{"": 600, "?size=96": 96, "?size=300": 300, "?size=600": 600, "?size=1200": 1200} {
		c, _, err := image.DecodeConfig(strings.NewReader(of("One", size)))
		if err != nil || c.Width != want || c.Height != want {
			t.Errorf("%s: %v %v", size, c, err)
		}
	}
	if one := of("One", ""); one != of("One", "") || one != of("Two", "") || one == of("Three", "") || of("Three", "") != of("Hits", "") {
		t.Error("the picture is not derived from the album, or from the title without one")
	}
	if light := of("One", "?theme=light"); light == of("One", "?theme=dark") || of("One", "?theme=dark") != of("One", "") {
		t.Error("the picture is not drawn for the theme")
	}
	tag := get("/api/tracks/" + all["One"].ID + "/cover").Header.Get("ETag")
	album := testkit.JSON[[]struct{ ID, Title string }](t, s.Do(t, testkit.Request{Path: "/api/albums?sort=title", As: s.Member}))
	artist := testkit.JSON[[]struct{ ID string }](t, s.Do(t, testkit.Request{Path: "/api/artists", As: s.Member}))[0]
	if len(album) != 2 || get("/api/albums/"+album[1].ID+"/cover?size=300").Body != of("One", "?size=300") {
		t.Errorf("albums %v", album)
	}
	if get("/api/artists/"+artist.ID+"/cover").Body == of("One", "") {
		t.Error("artist and album have the same picture")
	}
	s.Run(t, []testkit.Scenario{
		{Name: "known", Request: testkit.Request{Path: "/api/tracks/" + all["Two"].ID + "/cover", As: s.Member, Header: map[string]string{"If-None-Match": tag}}, Status: 304},
		{Name: "not wanted", Request: testkit.Request{Path: "/api/albums/" + album[0].ID + "/cover?generated=false", As: s.Member}, Status: 404},
		{Name: "not an artist's", Request: testkit.Request{Path: "/api/artists/" + artist.ID + "/cover?generated=false", As: s.Member}, Status: 404},
		{Name: "no such size", Request: testkit.Request{Path: "/api/albums/" + album[0].ID + "/cover?size=7", As: s.Member}, Status: 400},
		{Name: "no such album", Request: testkit.Request{Path: "/api/albums/none/cover", As: s.Member}, Status: 404},
		{Name: "no such artist", Request: testkit.Request{Path: "/api/artists/none/cover", As: s.Member}, Status: 404},
		{Name: "not for who may not see it", Request: testkit.Request{Path: "/api/tracks/" + all["One"].ID + "/cover"}, Status: 404},
		{Name: "an album not for who may not see it", Request: testkit.Request{Path: "/api/albums/" + album[0].ID + "/cover"}, Status: 404},
	})
}

// TestDamagedCoverIsGenerated requests a cover that cannot be decoded.
func TestDamagedCoverIsGenerated(t *testing.T) {
	root := t.TempDir()
	fakelib.Write(t, root, "a.mp3", fakelib.Song{Title: "a", Sound: 1, Cover: []byte("\xff\xd8\xff\xe0 not a picture")}.MP3())
	s := testkit.Start(t, testkit.Options{Music: root})
	path := "/api/tracks/" + apitest.TrackIDs(t, s)[0] + "/cover"
	s.Run(t, []testkit.Scenario{
		{Name: "of the track", Request: testkit.Request{Path: path, As: s.Admin}, Status: 200, Headers: map[string]string{"X-Generated-Cover": "true"}},
		{Name: "for who draws", Request: testkit.Request{Path: path + "?generated=false", As: s.Admin}, Status: 404},
	})
}
