package station_test

import (
	"net/http"
	"os/exec"
	"strings"
	"testing"
	"time"

	"sonora/internal/testkit"
	"sonora/internal/testkit/apitest"
)

// TestLiveShowIsRecorded broadcasts a show with a real source client, and plays it
// as HLS, by rewinding, and as a mix.
func TestLiveShowIsRecorded(t *testing.T) {
	t.Parallel() // the show runs in real time
	ffmpeg := apitest.FFmpeg(t)
	s := apitest.Start(t, testkit.Options{})
	station := testkit.JSON[stationOf](t, s.Do(t, call{
		Method: "POST", Path: "/api/radios", As: s.Member,
		Body: `{"name":"Show","mode":"live","options":{"hls":true,"rewindHours":1,"recordShows":true}}`,
	}))
	dj := testkit.JSON[struct{ Password string }](t, s.Do(t, call{Method: "POST", Path: "/api/radios/" + station.ID + "/djs", As: s.Member, Body: `{"name":"ana","anyTime":true}`}))
	host := strings.TrimPrefix(s.URL, "http://")
	source := exec.CommandContext(t.Context(), ffmpeg, "-v", "error", "-re", "-f", "lavfi", "-i", "sine=f=440:r=44100", "-t", "16", "-b:a", "128k", "-f", "mp3",
		"-content_type", "audio/mpeg", "icecast://ana:"+dj.Password+"@"+host+"/"+station.Mount)
	if err := source.Start(); err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	ask := func(path string, who testkit.Person) testkit.Response { return s.Do(t, call{Path: path, As: who}) }
	list := awaited(t, 30*time.Second, func() (string, bool) {
		answer := ask("/radio/"+station.Mount+"/hls/live.m3u8", testkit.Person{})
		return answer.Body, answer.Status == http.StatusOK && strings.Contains(answer.Body, "#EXTINF")
	})
	lines := strings.Fields(list)
	if piece := ask("/radio/"+station.Mount+"/hls/"+lines[len(lines)-1], testkit.Person{}); piece.Status != http.StatusOK || piece.Header.Get("Content-Type") != "video/mp2t" || !strings.HasPrefix(piece.Body, "G@\x00") || len(piece.Body) < 30_000 {
		t.Errorf("%d, %d bytes", piece.Status, len(piece.Body))
	}
	if past := testkit.JSON[struct{ From *time.Time }](t, ask("/api/radios/"+station.ID+"/rewind", testkit.Person{})); past.From == nil || past.From.Before(began.Add(-time.Minute)) {
		t.Errorf("%+v", past)
	}
	if err := source.Wait(); err != nil {
		t.Error(err)
	}
	type kept struct {
		ID, State, DJName string
		Duration          float64
		MixID             *string
	}
	r := awaited(t, time.Minute, func() (kept, bool) {
		all := testkit.JSON[[]kept](t, ask("/api/recordings?station="+station.ID, s.Member))
		return last(all), len(all) == 1 && all[0].MixID != nil
	})
	if r.State != "ready" || r.DJName != "ana" || r.Duration < 10 {
		t.Fatalf("%+v", r)
	}
	sound := "/api/mixes/" + *r.MixID + "/stream"
	other := s.SignUp(t, "other@example.com")
	if answer := ask(sound, s.Member); answer.Status != http.StatusOK || len(answer.Body) < 150_000 || answer.Header.Get("Content-Type") != "audio/mpeg" {
		t.Errorf("its owner: %d, %d bytes", answer.Status, len(answer.Body))
	}
	hears := func(visitor, member int) {
		t.Helper()
		if got := ask(sound, testkit.Person{}).Status; got != visitor {
			t.Errorf("a visitor: %d", got)
		}
		if got := ask(sound, other).Status; got != member {
			t.Errorf("a member: %d", got)
		}
	}
	hears(http.StatusNotFound, http.StatusNotFound)
	show := testkit.JSON[struct{ ID string }](t, s.Do(t, call{Method: "POST", Path: "/api/podcasts", As: s.Member, Body: `{"title":"Shows"}`}))
	episode := call{Method: "POST", Path: "/api/podcasts/" + show.ID + "/episodes", As: s.Member, Body: `{"title":"One","mixId":"` + *r.MixID + `"}`}
	if answer := s.Do(t, episode); answer.Status != http.StatusBadRequest || !strings.Contains(answer.Body, "not published yet") {
		t.Errorf("an episode of what is not published: %d %s", answer.Status, answer.Body)
	}
	save := func(who testkit.Person, body string) int {
		return s.Do(t, call{Method: "PUT", Path: "/api/recordings/" + r.ID, As: who, Body: body}).Status
	}
	if got := save(other, `{"title":"Mine"}`); got != http.StatusNotFound {
		t.Errorf("somebody else: %d", got)
	}
	if got := save(s.Member, `{"title":"Better","from":1,"to":6,"isPublished":true}`); got != http.StatusOK {
		t.Errorf("its owner: %d", got)
	}
	hears(http.StatusNotFound, http.StatusOK)
	for who, remove := range map[string]call{"its owner": {Path: "/api/mixes/", As: s.Member}, "an operator": {Path: "/api/admin/mixes/", As: s.Admin}} {
		if answer := s.Do(t, call{Method: "DELETE", Path: remove.Path + *r.MixID, As: remove.As}); answer.Status >= 300 {
			t.Errorf("withdrawn by %s: %d %s", who, answer.Status, answer.Body)
		}
		if now := testkit.JSON[kept](t, ask("/api/recordings/"+r.ID, s.Member)); now.MixID != nil {
			t.Errorf("withdrawn by %s, it has the mix %s", who, *now.MixID)
		}
		if got := ask(sound, s.Member).Status; got != http.StatusNotFound {
			t.Errorf("withdrawn by %s, its owner hears it: %d", who, got)
		}
		if got := save(s.Member, `{"isPublished":true}`); got != http.StatusOK {
			t.Errorf("published again: %d", got)
		}
		hears(http.StatusNotFound, http.StatusOK)
	}
	if got := save(s.Member, `{"isPublic":true}`); got != http.StatusOK {
		t.Errorf("its owner: %d", got)
	}
	hears(http.StatusOK, http.StatusOK)
	if answer := s.Do(t, episode); answer.Status != http.StatusCreated {
		t.Errorf("an episode: %d %s", answer.Status, answer.Body)
	}
	if got := save(s.Member, `{"isPublished":false}`); got != http.StatusConflict {
		t.Errorf("taken back from an episode: %d", got)
	}
	if answer := s.Do(t, call{Method: "DELETE", Path: "/api/recordings/" + r.ID, As: s.Member}); answer.Status != http.StatusConflict || !strings.Contains(answer.Body, "make it a draft") {
		t.Errorf("deleted from an episode: %d %s", answer.Status, answer.Body)
	}
	hears(http.StatusOK, http.StatusOK)
	if answer := s.Do(t, call{Path: sound, Header: map[string]string{"Range": "bytes=100-199"}}); answer.Status != http.StatusPartialContent || len(answer.Body) != 100 {
		t.Errorf("a range: %d, %d bytes", answer.Status, len(answer.Body))
	}
}

func last[T any](list []T) (one T) {
	if len(list) > 0 {
		one = list[len(list)-1]
	}
	return one
}

// awaited repeats a request until the response is right.
func awaited[T any](t *testing.T, patience time.Duration, ask func() (T, bool)) T {
	t.Helper()
	tick := time.NewTicker(200 * time.Millisecond)
	defer tick.Stop()
	for end := time.Now().Add(patience); ; <-tick.C {
		got, ok := ask()
		if ok {
			return got
		}
		if time.Now().After(end) {
			t.Fatalf("condition not met in time; last response: %+v", got)
		}
	}
}
