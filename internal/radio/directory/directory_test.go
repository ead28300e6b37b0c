package directory

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"sonora/internal/music"
)

const jazz = `{"stationuuid":"960e57c5-0601-11e8","name":" Jazz\u0000 FM\t","url":"http://a.example/jazz.pls","url_resolved":"http://a.example:8000/jazz","homepage":"javascript:x",
	"favicon":"https://a.example/l.png","tags":"smooth jazz,,blues","country":"The United States Of America","countrycode":"US","language":"english,spanish","codec":"AAC+","bitrate":64,"votes":7,"clickcount":9,"lastcheckok":1}`

func stand(t *testing.T, on *bool) (s *Service, asked *[]string) {
	t.Helper()
	asked = &[]string{}
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		*asked = append(*asked, r.URL.RequestURI())
		if r.Header.Get("User-Agent") != "Sonora/test" {
			t.Errorf("asked as %q", r.Header.Get("User-Agent"))
		}
		switch {
		case r.URL.Path == "/json/url/960e57c5-0601-11e8":
			fmt.Fprint(w, `{"ok":true}`)
		case r.URL.Query().Get("uuids") == "none":
			fmt.Fprint(w, "[]")
		case r.URL.Query().Get("name") == "broken":
			fmt.Fprint(w, "<html>")
		case r.URL.Query().Get("name") == "down":
			http.Error(w, "down", http.StatusBadGateway)
		default:
			fmt.Fprintf(w, `[%s,{"stationuuid":"x","name":"No stream","url":"ftp://a"},{"name":"no id","url":"http://a.example"}]`, jazz)
		}
	}))
	t.Cleanup(web.Close)
	s, err := New(Config{URL: web.URL + "/", Version: "test", On: func() bool { return *on }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.http.CloseIdleConnections)
	return s, asked
}

func TestSearch(t *testing.T) {
	on := true
	s, asked := stand(t, &on)
	now := time.Unix(0, 0)
	s.now = func() time.Time { return now }
	for range 2 { // the second time from the cache
		found, err := s.Search(t.Context(), Query{Name: "jazz & more", Country: "USA", Tag: "jazz", Language: "English", Limit: 1000, At: -1})
		if err != nil || len(found) != 1 {
			t.Fatalf("%v %v", found, err)
		}
		want := "{960e57c5-0601-11e8 Jazz FM http://a.example:8000/jazz  https://a.example/l.png Smooth Jazz [smooth jazz blues] USA English AAC 64 7 9}"
		if got := fmt.Sprint(found[0]); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
	want := "[/json/stations/search?countrycode=US&hidebroken=true&language=english&limit=100&name=jazz+%26+more&offset=0&order=clickcount&reverse=true&tag=jazz]"
	if fmt.Sprint(*asked) != want {
		t.Errorf("asked %v", *asked)
	}
	now = now.Add(rememberFor)
	if _, err := s.Search(t.Context(), Query{Name: "jazz & more", Country: "USA", Tag: "jazz", Language: "English", Limit: 1000}); err != nil || len(*asked) != 2 {
		t.Errorf("later: %v, asked %d times", err, len(*asked))
	}
	for _, name := range []string{"broken", "down"} {
		if _, err := s.Search(t.Context(), Query{Name: name}); !errors.Is(err, errNoAnswer) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestStation(t *testing.T) {
	on := true
	s, asked := stand(t, &on)
	if e, err := s.Station(t.Context(), "960e57c5-0601-11e8"); err != nil || e.Name != "Jazz FM" {
		t.Errorf("%v %v", e, err)
	}
	s.Click(t.Context(), "960e57c5-0601-11e8")
	if n := len(*asked); n != 2 || (*asked)[1] != "/json/url/960e57c5-0601-11e8" {
		t.Errorf("asked %v", *asked)
	}
	for _, id := range []string{"none", "", "../admin", "a b"} {
		if _, err := s.Station(t.Context(), id); music.CodeOf(err) != music.NotFound {
			t.Errorf("%q: %v", id, err)
		}
	}
	s.Click(t.Context(), "../admin")
	on = false
	before := len(*asked)
	s.Click(t.Context(), "960e57c5-0601-11e8")
	_, err := s.Station(t.Context(), "960e57c5-0601-11e8")
	_, searched := s.Search(t.Context(), Query{Name: "jazz"})
	if !errors.Is(err, ErrOff) || !errors.Is(searched, ErrOff) || len(*asked) != before {
		t.Errorf("switched off: %v %v, asked %v", err, searched, *asked)
	}
}

func TestNew(t *testing.T) {
	for _, address := range []string{"ftp://a", "a", "http://", "%"} {
		if _, err := New(Config{URL: address}); err == nil {
			t.Errorf("%q is taken", address)
		}
	}
	if _, err := New(Config{}); err != nil {
		t.Error(err)
	}
}
