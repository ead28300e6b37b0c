package station_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sonora/internal/testkit"
	"sonora/internal/testkit/apitest"
	"sonora/internal/testkit/wave"
)

// automixJSON is what the test reads of an automix.
type automixJSON struct {
	ID, State, Title, Reason string
	AudioURL, MixID          *string
	Size                     int64
	Tracks                   []struct{ TrackID string }
	Joins                    []struct{ Kind string }
	Notes                    []string
	Check                    *struct{ Loudness float64 }
}

// TestAutomix lets the server mix two tracks of a tone, which are not analysed
// before.
func TestAutomix(t *testing.T) {
	t.Parallel()
	apitest.FFmpeg(t)
	folder := t.TempDir()
	for i, name := range []string{"a.wav", "b.wav"} {
		if err := os.WriteFile(filepath.Join(folder, name), wave.File(12, wave.Tone(400+100*float64(i), -20)), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s := testkit.Start(t, testkit.Options{Music: folder})
	s.AwaitScan(t)
	ids := apitest.TrackIDs(t, s)
	await := apitest.Events(t, s, s.Member)
	settled := func() {
		t.Helper()
		for state := ""; state != "ready" && state != "failed"; {
			await("event: automix")
			var change struct{ State string }
			if err := json.Unmarshal([]byte(strings.TrimPrefix(await("data: "), "data: ")), &change); err != nil {
				t.Fatal(err)
			}
			state = change.State
		}
	}
	post := func(path, body string) call { return call{Method: "POST", Path: path, As: s.Member, Body: body} }
	s.Run(t, []testkit.Scenario{
		{Name: "of nothing", Request: post("/api/automixes", `{}`), Status: 400, Contains: []string{`"non_field_errors":["Name a playlist, tracks or a description, and only one of these."]`}},
		{Name: "of two things", Request: post("/api/automixes", `{"prompt":"house","trackIds":["x"]}`), Status: 400},
		{Name: "a visitor", Request: call{Method: "POST", Path: "/api/automixes", Body: `{"prompt":"house"}`}, Status: 401},
		{Name: "what nobody has", Request: post("/api/automixes", `{"trackIds":["x","y"]}`), Status: 404, Contains: []string{"These tracks were not found."}},
		{Name: "one track", Request: post("/api/automixes", fmt.Sprintf(`{"trackIds":[%q]}`, ids[0])), Status: 400, Contains: []string{`"trackIds":["A mix consists of 2 to 200 tracks."]`}},
		{Name: "a playlist that is not there", Request: post("/api/automixes", `{"playlistId":"x"}`), Status: 404},
		{Name: "an unknown order", Request: post("/api/automixes", `{"prompt":"house","order":"odd"}`), Status: 400, Contains: []string{`"order":[`}},
		{Name: "an empty description", Request: post("/api/automixes", `{"prompt":"  "}`), Status: 400, Contains: []string{"Name a playlist, tracks or a description"}},
		{Name: "in Spanish", Request: call{Method: "POST", Path: "/api/automixes", As: s.Member, Body: `{"prompt":"x","bars":3}`, Header: map[string]string{"Accept-Language": "es"}}, Status: 400, Contains: []string{"Elige 4, 8 o 16."}},
		{Name: "a pair that has to be composed", Request: call{Path: "/api/automixes/pair?prompt=for+the+night"}, Status: 200, Contains: []string{
			`"fits":false,"wanted":{"prompt":"for the night, house, 128 BPM, A minor","duration":80,"style":"House","bpm":128,"key":"Am","camelot":"8A"}`, `"bpm":130,"key":"Cm","camelot":"5A"`,
		}, Lacks: []string{`"track":`}}, // none has a tempo
		{Name: "none yet", Request: call{Path: "/api/automixes", As: s.Member}, Status: 200, Contains: []string{"[]"}, Headers: map[string]string{"X-Total-Count": "0"}},
	})
	made := s.Do(t, post("/api/automixes", fmt.Sprintf(`{"trackIds":[%q,%q],"title":"Two tones","order":"given","minutes":60}`, ids[0], ids[1])))
	if made.Status != 202 {
		t.Fatalf("%d %s", made.Status, made.Body)
	}
	x := testkit.JSON[automixJSON](t, made)
	if len(x.Notes) != 1 || !strings.HasPrefix(x.Notes[0], "You asked for 60 minutes, but the tracks that fit last only about ") {
		t.Errorf("notes %q", x.Notes)
	}
	path := "/api/automixes/" + x.ID
	settled()
	x = testkit.JSON[automixJSON](t, s.Do(t, call{Path: path, As: s.Member}))
	if x.State != "ready" || len(x.Tracks) != 2 || len(x.Joins) != 1 || x.Joins[0].Kind != "fade" || x.Check == nil || x.AudioURL == nil || *x.AudioURL != path+"/audio?v=1" {
		t.Fatalf("%+v", x)
	}
	patch := func(body string) call { return call{Method: "PATCH", Path: path, As: s.Member, Body: body} }
	s.Run(t, []testkit.Scenario{
		{Name: "listed", Request: call{Path: "/api/automixes", As: s.Member}, Status: 200, Contains: []string{`"title":"Two tones"`, `"trackCount":2`, `"missedCount":`}, Lacks: []string{`"tracks"`}, Headers: map[string]string{"X-Total-Count": "1"}},
		{Name: "listed for others", Request: call{Path: "/api/automixes", As: s.Admin}, Status: 200, Contains: []string{"[]"}},
		{Name: "for others", Request: call{Path: path, As: s.Admin}, Status: 404},
		{Name: "its sound for others", Request: call{Path: path + "/audio", As: s.Admin}, Status: 404},
		{Name: "its sound", Request: call{Path: path + "/audio", As: s.Member, Header: map[string]string{"Range": "bytes=0-3"}}, Status: 206, Contains: []string{"\xff\xfb\xe4"}, Headers: map[string]string{"Content-Type": "audio/mpeg", "Content-Range": fmt.Sprintf("bytes 0-3/%d", x.Size)}},
		{Name: "beyond its sound", Request: call{Path: path + "/audio", As: s.Member, Header: map[string]string{"Range": "bytes=999999999-"}}, Status: 416},
		{Name: "its waveform", Request: call{Path: path + "/waveform", As: s.Member}, Status: 200, Contains: []string{`"low":"`}},
		{Name: "a title", Request: patch(`{"title":"Tones"}`), Status: 200, Contains: []string{`"title":"Tones"`}},
		{Name: "no title", Request: patch(`{"title":" "}`), Status: 400, Contains: []string{`"title":["Title is required."]`}},
		{Name: "a join that is not there", Request: call{Method: "PATCH", Path: path + "/joins/2", As: s.Member, Body: `{"kind":"cut"}`}, Status: 404},
		{Name: "a join that is impossible", Request: call{Method: "PATCH", Path: path + "/joins/1", As: s.Member, Body: `{"kind":"blend"}`}, Status: 400, Contains: []string{`"kind":[`}},
		{Name: "an unknown kind", Request: call{Method: "PATCH", Path: path + "/joins/1", As: s.Member, Body: `{"kind":"spin"}`}, Status: 400},
		{Name: "another's join", Request: call{Method: "PATCH", Path: path + "/joins/1", As: s.Admin, Body: `{}`}, Status: 404},
		{Name: "the join begins earlier", Request: call{Method: "PATCH", Path: path + "/joins/1", As: s.Member, Body: `{"start":6.5}`}, Status: 202, Contains: []string{`"state":"rendering"`, `"isRendering":true`}},
	})
	settled() // by the title
	settled()
	x = testkit.JSON[automixJSON](t, s.Do(t, call{Path: path, As: s.Member}))
	if x.State != "ready" || *x.AudioURL != path+"/audio?v=2" || x.Reason != "" {
		t.Fatalf("%+v", x)
	}
	publish := func(as testkit.Person) call {
		return call{Method: "POST", Path: path + "/publish", As: as, Body: `{"djName":"Ana","isPublic":true}`}
	}
	s.Run(t, []testkit.Scenario{
		{Name: "publish another's", Request: publish(s.Admin), Status: 404},
		{Name: "publish", Request: publish(s.Member), Status: 201, Contains: []string{`"djName":"Ana"`, `"audioUrl":"/api/mixes/` + x.ID + `/stream"`}},
		{Name: "publish again", Request: publish(s.Member), Status: 409},
		{Name: "its mix", Request: call{Path: "/api/mixes/" + x.ID}, Status: 200, Contains: []string{`"title":"Tones"`, ids[0], ids[1]}},
		{Name: "its tracklist", Request: call{Path: "/api/mixes/" + x.ID + "/tracklist"}, Status: 200, Contains: []string{ids[0], ids[1]}},
		{Name: "the sound of its mix", Request: call{Path: "/api/mixes/" + x.ID + "/stream", Header: map[string]string{"Range": "bytes=0-3"}}, Status: 206, Contains: []string{"\xff\xfb\xe4"}},
		{Name: "its waveform", Request: call{Path: "/api/mixes/" + x.ID + "/waveform"}, Status: 200, Contains: []string{`"low":"`}},
		{Name: "its download", Request: call{Path: "/api/mixes/" + x.ID + "/download", As: s.Member}, Status: 200, Headers: map[string]string{"Content-Disposition": `attachment; filename="Ana - Tones.mp3"`}},
		{Name: "a tracklist with a track", Request: call{Method: "PUT", Path: "/api/mixes/" + x.ID + "/tracklist", As: s.Member, Body: `{"tracklist":[{"seconds":0,"artist":"","title":"Another name","trackId":"` + ids[1] + `"}]}`}, Status: 200, Contains: []string{`"title":"Another name","trackId":"` + ids[1]}},
		{Name: "a tracklist of its owner", Request: call{Method: "PUT", Path: "/api/mixes/" + x.ID + "/tracklist", As: s.Member, Body: `{"text":"0:00 Ana - By hand"}`}, Status: 200, Contains: []string{"By hand"}, Lacks: []string{ids[0]}},
		{Name: "withdraw its mix", Request: call{Method: "DELETE", Path: "/api/mixes/" + x.ID, As: s.Member}, Status: 204},
		{Name: "published no more", Request: call{Path: path, As: s.Member}, Status: 200, Contains: []string{`"mixId":null`}},
		{Name: "publish it anew", Request: publish(s.Member), Status: 201},
		{Name: "delete another's", Request: call{Method: "DELETE", Path: path, As: s.Admin}, Status: 404},
		{Name: "delete", Request: call{Method: "DELETE", Path: path, As: s.Member}, Status: 204},
		{Name: "gone", Request: call{Path: path, As: s.Member}, Status: 404},
		{Name: "its mix is gone", Request: call{Path: "/api/mixes/" + x.ID}, Status: 404},
		{Name: "the sound of its mix is gone", Request: call{Path: "/api/mixes/" + x.ID + "/stream"}, Status: 404},
	})
}
