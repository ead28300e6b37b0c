package catalogue_test

import (
	"encoding/json"
	"math"
	"net/http"
	"strings"
	"testing"

	"sonora/internal/testkit"
	"sonora/internal/testkit/fakelib"
)

// heard starts a server with two tracks and waits until both are analysed.
func heard(t *testing.T) (s *testkit.Server, fast, slow trackJSON) {
	t.Helper()
	music := t.TempDir()
	fakelib.Write(t, music, "fast.wav", fakelib.Clicks(150, 12))
	fakelib.Write(t, music, "slow.wav", fakelib.Clicks(90, 12))
	s = testkit.Start(t, testkit.Options{Music: music, Settings: map[string]json.RawMessage{
		"analyseTracks": []byte("true"), "scannedTracksPublic": []byte("false"),
	}})
	s.AwaitAnalysis(t)
	tracks := testkit.JSON[[]trackJSON](t, s.Do(t, testkit.Request{Path: "/api/tracks?sort=-bpm", As: s.Member}))
	if len(tracks) != 2 {
		t.Fatalf("%d tracks", len(tracks))
	}
	return s, tracks[0], tracks[1]
}

type trackJSON struct {
	ID, Title, Key, Camelot string
	BPM, Loudness, Energy   *float64
}

func TestAnalysis(t *testing.T) {
	s, fast, slow := heard(t)
	if fast.BPM == nil || math.Abs(*fast.BPM-150) > 0.2 || fast.Key != "Am" || fast.Camelot != "8A" || fast.Loudness == nil || fast.Energy == nil {
		t.Errorf("fast: %+v", fast)
	}
	path := "/api/tracks/" + fast.ID
	s.Run(t, []testkit.Scenario{
		{
			Name: "to a member", Request: testkit.Request{Path: path + "/analysis", As: s.Member}, Status: 200,
			Contains: []string{`"state":"done"`, `"camelot":"8A"`, `"openKey":"1m"`, `"sections":[{`, `"edit":null`, `"mayEdit":false`, `"overview":{"low":"`},
		},
		{Name: "to a visitor", Request: testkit.Request{Path: path + "/analysis"}, Status: 404},
		{Name: "of no track", Request: testkit.Request{Path: "/api/tracks/nothing/analysis", As: s.Member}, Status: 404},
		{Name: "peaks to a visitor", Request: testkit.Request{Path: path + "/peaks"}, Status: 404},
		{Name: "corrected by a member", Request: testkit.Request{Method: http.MethodPut, Path: path + "/analysis", Body: `{"bpm":75}`, As: s.Member}, Status: 403},
		{Name: "cleared by a member", Request: testkit.Request{Method: http.MethodDelete, Path: path + "/analysis", As: s.Member}, Status: 403},
		{Name: "again by a member", Request: testkit.Request{Method: http.MethodPost, Path: path + "/analysis", As: s.Member}, Status: 403},
		{Name: "corrected by a visitor", Request: testkit.Request{Method: http.MethodPut, Path: path + "/analysis", Body: `{"bpm":75}`}, Status: 401},
		{
			Name: "slow ones", Request: testkit.Request{Path: "/api/tracks?bpmMax=100", As: s.Member}, Status: 200,
			Contains: []string{slow.ID}, Lacks: []string{fast.ID},
		},
		{
			Name: "in a range", Request: testkit.Request{Path: "/api/tracks?bpmMin=140&bpmMax=160&energyMin=0&loudnessMin=-70", As: s.Member}, Status: 200,
			Contains: []string{fast.ID}, Lacks: []string{slow.ID},
		},
		{Name: "compatible", Request: testkit.Request{Path: "/api/tracks?compatible=Em&sort=key", As: s.Member}, Status: 200, Contains: []string{fast.ID}},
		{Name: "not compatible", Request: testkit.Request{Path: "/api/tracks?compatible=F%23", As: s.Member}, Status: 200, Lacks: []string{fast.ID}},
		{Name: "by key", Request: testkit.Request{Path: "/api/tracks?key=C,8A", As: s.Member}, Status: 200, Contains: []string{fast.ID}},
		{Name: "key and compatible", Request: testkit.Request{Path: "/api/tracks?key=C&compatible=F%23", As: s.Member}, Status: 200, Lacks: []string{fast.ID}},
		{Name: "a wrong key", Request: testkit.Request{Path: "/api/tracks?key=X", As: s.Member}, Status: 400, Contains: []string{`"key"`}},
		{Name: "a wrong number", Request: testkit.Request{Path: "/api/tracks?bpmMin=fast&energyMax=2", As: s.Member}, Status: 400, Contains: []string{`"bpmMin"`, `"energyMax"`}},
		{Name: "no number", Request: testkit.Request{Path: "/api/tracks?bpmMin=fast&energyMax=NaN", As: s.Member}, Status: 400, Contains: []string{`"energyMax"`}},
	})
}

func TestPeaks(t *testing.T) {
	s, fast, _ := heard(t)
	path := "/api/tracks/" + fast.ID + "/peaks"
	r := s.Do(t, testkit.Request{Path: path, As: s.Member})
	if want := 12 + 3*12*150; r.Status != 200 || len(r.Body) != want || !strings.HasPrefix(r.Body, "SNPK\x01\x03\x96\x00\x08\x07\x00\x00") {
		t.Errorf("%d: %d bytes, want %d: %q", r.Status, len(r.Body), want, r.Body[:min(12, len(r.Body))])
	}
	if r.Header.Get("Content-Type") != "application/octet-stream" || !strings.Contains(r.Header.Get("Cache-Control"), "max-age=") {
		t.Errorf("headers %v", r.Header)
	}
	again := s.Do(t, testkit.Request{Path: path, As: s.Member, Header: map[string]string{"If-None-Match": r.Header.Get("ETag")}})
	if again.Status != http.StatusNotModified {
		t.Errorf("asked again: %d", again.Status)
	}
}

func TestCorrectAnalysis(t *testing.T) {
	s, fast, _ := heard(t)
	path := "/api/tracks/" + fast.ID + "/analysis"
	put := func(body string) testkit.Request {
		return testkit.Request{Method: http.MethodPut, Path: path, Body: body, As: s.Admin}
	}
	s.Run(t, []testkit.Scenario{
		{
			Name: "tempo and key", Request: put(`{"bpm":75,"key":"F#"}`), Status: 200,
			Contains: []string{`"tempo":{"bpm":75,`, `"key":"F#"`, `"camelot":"2B"`, `"edit":{"bpm":75,"key":"F#","grid":null`, `"measured":{"tempo":{"bpm":1`},
		},
		{Name: "shown", Request: testkit.Request{Path: "/api/tracks/" + fast.ID, As: s.Member}, Status: 200, Contains: []string{`"bpm":75`, `"key":"F#"`}},
		{Name: "key only", Request: put(`{"bpm":null}`), Status: 200, Contains: []string{`"edit":{"bpm":null,"key":"F#"`}},
		{Name: "no key at all", Request: put(`{"key":""}`), Status: 200, Contains: []string{`"edit":{"bpm":null,"key":""`}},
		{
			Name: "grid", Request: put(`{"grid":[{"start":0.1,"bpm":149,"beats":8},{"start":4,"bpm":151,"beats":12}],"meter":3,"downbeat":1}`), Status: 200,
			Contains: []string{`"grid":[{"start":0.1,"bpm":149,"beats":8}`, `"meter":3`, `"downbeat":1`},
		},
		{Name: "too fast", Request: put(`{"bpm":1000}`), Status: 400, Contains: []string{`"bpm":["Enter 20 to 400 beats per minute."]`}},
		{Name: "a wrong key", Request: put(`{"key":"X"}`), Status: 400, Contains: []string{`"key":["Enter a key`}},
		{Name: "a grid behind the end", Request: put(`{"grid":[{"start":500,"bpm":120,"beats":4}]}`), Status: 400, Contains: []string{`"grid"`}},
		{Name: "text for a number", Request: put(`{"bpm":"fast"}`), Status: 400},
		{Name: "cleared", Request: testkit.Request{Method: http.MethodDelete, Path: path, As: s.Admin}, Status: 204},
		{Name: "as measured", Request: testkit.Request{Path: path, As: s.Admin}, Status: 200, Contains: []string{`"edit":null`}},
		{Name: "again", Request: testkit.Request{Method: http.MethodPost, Path: path, As: s.Admin}, Status: 202},
	})
	s.AwaitAnalysis(t)
}

func TestAnalysisQueue(t *testing.T) {
	s, _, _ := heard(t)
	s.Run(t, []testkit.Scenario{
		{
			Name: "queue", Request: testkit.Request{Path: "/api/admin/analysis", As: s.Admin}, Status: 200,
			Contains: []string{`"enabled":true`, `"waiting":0`, `"done":2`, `"failed":0`, `"perHour":2`, `"current":[]`},
		},
		{Name: "failed", Request: testkit.Request{Path: "/api/admin/analysis/failed", As: s.Admin}, Status: 200, Contains: []string{"[]"}},
		{Name: "retry", Request: testkit.Request{Method: http.MethodPost, Path: "/api/admin/analysis/retry", As: s.Admin}, Status: 200, Contains: []string{`"retried":0`}},
		{Name: "to a member", Request: testkit.Request{Path: "/api/admin/analysis", As: s.Member}, Status: 403},
	})
}

// Without an analysis the response contains no values.
func TestAnalysisOff(t *testing.T) {
	music := t.TempDir()
	fakelib.Write(t, music, "a.wav", fakelib.Clicks(120, 1))
	s := testkit.Start(t, testkit.Options{Music: music})
	track := testkit.JSON[[]trackJSON](t, s.Do(t, testkit.Request{Path: "/api/tracks", As: s.Member}))[0]
	if track.BPM != nil || track.Key != "" || track.Loudness != nil || track.Energy != nil {
		t.Errorf("values without an analysis: %+v", track)
	}
	s.Run(t, []testkit.Scenario{
		{
			Name: "state", Request: testkit.Request{Path: "/api/tracks/" + track.ID + "/analysis", As: s.Member}, Status: 200,
			Contains: []string{`"state":"off"`, `"analysis":null`, `"measured":null`, `"overview":null`},
		},
		{Name: "peaks", Request: testkit.Request{Path: "/api/tracks/" + track.ID + "/peaks", As: s.Member}, Status: 404},
		{
			Name: "corrected all the same", Request: testkit.Request{Method: http.MethodPut, Path: "/api/tracks/" + track.ID + "/analysis", Body: `{"bpm":121.5}`, As: s.Admin}, Status: 200,
			Contains: []string{`"edit":{"bpm":121.5`},
		},
		{Name: "shown", Request: testkit.Request{Path: "/api/tracks?bpmMin=121", As: s.Member}, Status: 200, Contains: []string{`"bpm":121.5`}},
	})
}

func TestMusicLikeATrack(t *testing.T) {
	s, fast, _ := heard(t)
	x := ordered(t, s, s.Member, `{"likeTrackId":"`+fast.ID+`","seed":3}`)
	if x.Key != "A minor" || x.BPM != 150 && x.BPM != 75 || x.Prompt != "Like "+fast.Title {
		t.Errorf("%+v", x)
	}
	other := ordered(t, s, s.Member, `{"likeTrackId":"`+fast.ID+`","prompt":"in D major","seed":3}`)
	if other.Key != "D major" {
		t.Errorf("the description does not win: %+v", other)
	}
	said := testkit.JSON[struct {
		Items []struct {
			Content    string
			Generation *made
		}
	}](t, s.Do(t, testkit.Request{
		Method: http.MethodPost, Path: "/api/ai/messages", As: s.Member, Body: `{"content":"","likeTrackId":"` + fast.ID + `"}`, Header: map[string]string{"Accept-Language": "es"},
	}))
	if len(said.Items) != 2 || said.Items[0].Content != "Como "+fast.Title || said.Items[1].Generation == nil || said.Items[1].Generation.Key != "la menor" {
		t.Fatalf("%+v", said)
	}
	for _, id := range []string{x.ID, other.ID, said.Items[1].Generation.ID} {
		s.Do(t, testkit.Request{Method: http.MethodDelete, Path: "/api/ai/generations/" + id, As: s.Member})
	}
}
