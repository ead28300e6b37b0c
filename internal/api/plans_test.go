package api_test

import (
	"encoding/base64"
	"fmt"
	"net/http"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"

	"sonora/internal/premium"
	"sonora/internal/testkit"
	"sonora/internal/testkit/apitest"
)

// door is what somebody asks for who needs an entitlement.
type door struct {
	entitlement premium.Entitlement
	less, more  any // what a plan grants that does not allow it, and one that does
	request     call
	status      int    // with enough
	refused     int    // without
	says        string // when refused, besides how to get more
}

// changePlan changes a plan as an operator does.
func changePlan(t *testing.T, s *testkit.Server, plan string, to func(p map[string]any)) {
	t.Helper()
	path := "/api/admin/premium/plans/" + plan
	p := testkit.JSON[map[string]any](t, s.Do(t, call{Path: path, As: s.Admin}))
	for _, name := range []string{"id", "version", "archivedAt", "createdAt", "updatedAt", "$schema"} {
		delete(p, name)
	}
	to(p)
	if r := s.Do(t, call{Method: "PUT", Path: path, As: s.Admin, Body: apitest.Encode(t, p)}); r.Status != http.StatusOK {
		t.Fatalf("%s: %d %s", plan, r.Status, r.Body)
	}
}

// TestEveryEntitlementHasADoor asks for everything that plans grant, with less than it
// needs and with enough.
func TestEveryEntitlementHasADoor(t *testing.T) {
	apitest.FFmpeg(t)
	s := apitest.Start(t, testkit.Options{})
	tracks := apitest.TracksOf(t, s)
	changePlan(t, s, premium.PremiumID, func(p map[string]any) { p["offered"] = true })

	station := testkit.JSON[struct{ ID string }](t, s.Do(t, call{Method: "POST", Path: "/api/radios", As: s.Member, Body: `{"name":"Live FM","mode":"live"}`}))
	doors := doorsOf(tracks, "/api/radios/"+station.ID+"/on-air", earlyMix(t, s))
	for _, d := range premium.Entitlements {
		if !slices.ContainsFunc(doors, func(one door) bool { return one.entitlement == d.Name }) {
			t.Errorf("nothing here asks for %s: where is it enforced?", d.Name)
		}
	}
	for _, d := range doors {
		grant := func(value any) {
			changePlan(t, s, premium.FreeID, func(p map[string]any) { p["grants"].(map[string]any)[string(d.entitlement)] = value })
		}
		d.request.As = s.Member
		grant(d.less)
		refused := testkit.Scenario{Name: string(d.entitlement) + " without", Request: d.request, Status: d.refused, Contains: []string{d.says}}
		if d.refused == http.StatusForbidden {
			refused.Contains = append(refused.Contains, "The Premium plan allows it.")
		}
		s.Run(t, []testkit.Scenario{refused})
		asOperator := d.request
		asOperator.As = s.Admin
		if r := s.Do(t, asOperator); r.Status != d.status {
			t.Errorf("an operator asks for %s: %d %s", d.entitlement, r.Status, r.Body)
		}
		grant(d.more)
		s.Run(t, []testkit.Scenario{{Name: string(d.entitlement) + " with", Request: d.request, Status: d.status, Lacks: []string{"plan_limit", "plan_required", d.says}}})
	}
}

// earlyMix publishes a mix in early access as an operator, and returns the path of its sound.
func earlyMix(t *testing.T, s *testkit.Server) string {
	t.Helper()
	upload := apitest.UploadFile(t, s, s.Admin, "early.mp3", apitest.UploadedSong(77)).AudioURL
	published := testkit.JSON[struct{ AudioURL string }](t, s.Do(t, call{Method: "POST", Path: "/api/mixes", As: s.Admin, Body: fmt.Sprintf(`{"title":"Early","djName":"Ana","audioUrl":%q,"isPublic":true,"earlyDays":7}`, upload)}))
	return published.AudioURL
}

// doorsOf returns what to ask for, of these tracks, to be on air, and of a mix.
func doorsOf(tracks map[string]apitest.Track, onAir, mix string) []door {
	lossless := "/api/tracks/" + tracks["FLAC song"].ID + "/stream"
	lossy := "/api/tracks/" + tracks["MP3 song"].ID + "/stream"
	post := func(path, body string) call { return call{Method: "POST", Path: path, Body: body} }
	upload := call{Method: "POST", Path: "/api/uploads/", Header: map[string]string{
		"Tus-Resumable": "1.0.0", "Upload-Length": "2000000", "Upload-Metadata": "filename " + base64.StdEncoding.EncodeToString([]byte("x.mp3")),
	}}
	return []door{
		{premium.Lossless, false, true, call{Path: lossless}, 200, 403, "plan_required"},
		{premium.Downloads, false, true, call{Path: lossy + "?download=1"}, 200, 403, "plan_required"},
		{premium.AIGenerations, 0, 5, post("/api/ai/generations", `{"prompt":"calm piano","duration":20}`), 202, 403, "plan_limit"},
		{premium.AILength, 60, 120, post("/api/ai/generations", `{"prompt":"calm piano","duration":120}`), 202, 403, "an AI piece can be up to 60 s long"},
		{premium.AutomixMinutes, 0, 1, post("/api/automixes", fmt.Sprintf(`{"trackIds":[%q,%q]}`, tracks["FLAC song"].ID, tracks["MP3 song"].ID)), 202, 403, "plan_limit"},
		{premium.Storage, 1, 3, upload, 201, 413, "quota_exceeded"},
		{premium.Stations, 1, 5, post("/api/radios", `{"name":"Jazz FM","mode":"live"}`), 201, 403, "limit of 1 for radio stations"},
		{premium.PrivateStations, false, true, post("/api/radios", `{"name":"Attic FM","mode":"live","isPublic":false}`), 201, 403, "does not include private radio stations"},
		// The page says beforehand when a recording ends; package record ends it.
		{premium.RecordingLength, 5, nil, call{Path: onAir}, 200, 200, `"maxRecordingMinutes":5`},
		{premium.EarlyMixes, false, true, call{Path: mix}, 200, 403, "does not include early access to mixes"},
		{premium.Streams, 0, 1, call{Path: lossy}, 200, 403, "as many as your Free plan allows"},
	}
}

// TestRecordingsOfTheDeskHaveADoor saves a recording that the browser sent while it was made,
// as a mix and as a track: what is too long is there until a part of it is saved.
func TestRecordingsOfTheDeskHaveADoor(t *testing.T) {
	apitest.FFmpeg(t)
	s := apitest.Start(t, testkit.Options{})
	changePlan(t, s, premium.FreeID, func(p map[string]any) { p["grants"].(map[string]any)["recordingLength"] = 1 })
	sound, err := exec.CommandContext(t.Context(), "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "sine=440:d=125", "-c:a", "libopus", "-b:a", "16k", "-f", "ogg", "-").Output()
	if err != nil {
		t.Fatal(err)
	}
	header := map[string]string{
		"Tus-Resumable": "1.0.0", "Upload-Defer-Length": "1", "Content-Type": "application/offset+octet-stream", "Upload-Metadata": "filename " + base64.StdEncoding.EncodeToString([]byte("set.opus")),
	}
	begun := s.Do(t, call{Method: "POST", Path: "/api/uploads", As: s.Member, Header: header, Body: string(sound)})
	path, end := begun.Header.Get("Location"), strconv.Itoa(len(sound))
	over := map[string]string{"Tus-Resumable": "1.0.0", "Upload-Offset": end, "Upload-Length": end, "Content-Type": "application/offset+octet-stream"}
	if r := s.Do(t, call{Method: "PATCH", Path: path, As: s.Member, Header: over}); r.Status != http.StatusNoContent {
		t.Fatalf("%d %s, %d %s", begun.Status, begun.Body, r.Status, r.Body)
	}
	url := "/media/audio/" + path[strings.LastIndexByte(path, '/')+1:] + ".opus"
	mix := func(more string) call {
		return call{Method: "POST", Path: "/api/mixes", As: s.Member, Body: fmt.Sprintf(`{"title":"Set","djName":"Ana","audioUrl":%q%s}`, url, more)}
	}
	const sentence = "a recording can be up to 1 min long, so you can save only a part of this one."
	s.Run(t, []testkit.Scenario{
		{Name: "all of it", Request: mix(""), Status: 403, Contains: []string{"plan_limit", "With your Free plan, " + sentence}},
		{Name: "as a track", Request: call{Method: "POST", Path: "/api/tracks", As: s.Member, Body: fmt.Sprintf(`{"title":"Set","artist":"Ana","audioUrl":%q}`, url)}, Status: 403, Contains: []string{"plan_limit"}},
		{Name: "nothing is lost", Request: call{Path: path, As: s.Member}, Status: 200, Contains: []string{`"duration":125`}},
		{Name: "in Spanish", Request: call{Method: "POST", Path: "/api/mixes", As: s.Member, Body: mix("").Body, Header: map[string]string{"Accept-Language": "es"}}, Status: 403, Contains: []string{"solo puedes guardar una parte"}},
		{Name: "a part", Request: mix(`,"from":5,"to":65`), Status: 201, Contains: []string{`"duration":60`}, Lacks: []string{"plan_limit"}},
	})
}
