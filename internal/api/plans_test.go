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
	return makeEarlyMix(t, s).AudioURL
}

// madeMix is what tests need of a new mix.
type madeMix struct{ ID, AudioURL string }

// makeEarlyMix publishes a mix in early access as an operator.
func makeEarlyMix(t *testing.T, s *testkit.Server) madeMix {
	t.Helper()
	upload := apitest.UploadFile(t, s, s.Admin, "early.mp3", apitest.UploadedSong(77)).AudioURL
	return testkit.JSON[madeMix](t, s.Do(t, call{Method: "POST", Path: "/api/mixes", As: s.Admin, Body: fmt.Sprintf(`{"title":"Early","djName":"Ana","audioUrl":%q,"isPublic":true,"earlyDays":7}`, upload)}))
}

// TestLinksDoNotLendEarlyAccess opens links to a mix in early access: that of somebody whose
// plan includes it does not play for others, that of its DJ does.
func TestLinksDoNotLendEarlyAccess(t *testing.T) {
	s := testkit.Start(t, testkit.Options{})
	mix := makeEarlyMix(t, s)
	linkOf := func(as testkit.Person) string {
		return "/api/shared/" + apitest.NewShare(t, s, as, `{"kind":"mix","id":"`+mix.ID+`"}`).ID
	}
	free, own := linkOf(s.Member), linkOf(s.Admin)
	me := testkit.JSON[struct{ ID string }](t, s.Do(t, call{Path: "/api/auth/user", As: s.Member})).ID
	grant := call{Method: "POST", Path: "/api/admin/premium/memberships", As: s.Admin, Body: `{"accountId":"` + me + `","planId":"premium","endsAt":null,"reason":"x"}`}
	if r := s.Do(t, grant); r.Status != http.StatusCreated {
		t.Fatalf("%d %s", r.Status, r.Body)
	}
	lent := linkOf(s.Member)
	listen := func(link string) call { return call{Path: link + "/mix"} }
	const sentence = "does not include early access to mixes"
	s.Run(t, []testkit.Scenario{
		{Name: "somebody with early access", Request: call{Path: mix.AudioURL, As: s.Member}, Status: 200},
		{Name: "their link", Request: call{Path: lent}, Status: 200, Contains: []string{`"title":"Early"`, `"tracks":[]`, `"earlyUntil":"20`, `"itemId":"` + mix.ID + `"`}},
		{Name: "the sound behind it", Request: listen(lent), Status: 403, Contains: []string{"plan_required", sentence}},
		{Name: "for whoever has early access", Request: call{Path: lent + "/mix", As: s.Member}, Status: 403, Contains: []string{sentence}},
		{Name: "a link from before", Request: call{Path: free}, Status: 200, Contains: []string{`"tracks":[]`, `"earlyUntil":"20`}},
		{Name: "the link of its DJ", Request: call{Path: own}, Status: 200, Contains: []string{`"audioUrl":"` + own + `/mix"`, `"earlyUntil":null`}},
		{Name: "the sound behind that", Request: listen(own), Status: 200},
		{Name: "the end of early access", Request: call{Method: "PATCH", Path: "/api/mixes/" + mix.ID, As: s.Admin, Body: `{"earlyDays":0}`}, Status: 200},
		{Name: "every link", Request: call{Path: lent}, Status: 200, Contains: []string{`"audioUrl":"` + lent + `/mix"`, `"earlyUntil":null`}},
		{Name: "and its sound", Request: listen(lent), Status: 200},
	})
}

// TestLinksPlayWhatIsEarlyForNobody opens a link where the plan of visitors includes early
// access.
func TestLinksPlayWhatIsEarlyForNobody(t *testing.T) {
	s := testkit.Start(t, testkit.Options{})
	mix := makeEarlyMix(t, s)
	changePlan(t, s, premium.FreeID, func(p map[string]any) { p["grants"].(map[string]any)["earlyMixes"] = true })
	link := "/api/shared/" + apitest.NewShare(t, s, s.Member, `{"kind":"mix","id":"`+mix.ID+`"}`).ID
	s.Run(t, []testkit.Scenario{
		{Name: "the link", Request: call{Path: link}, Status: 200, Contains: []string{`"earlyUntil":null`, `"audioUrl":"` + link + `/mix"`}},
		{Name: "its sound", Request: call{Path: link + "/mix"}, Status: 200},
	})
}

// TestLinksPlayWhatThePlanOfTheirOwnerIncludes opens links of a member, whose plan changes, and
// of an operator: every address in them plays, for a visitor.
func TestLinksPlayWhatThePlanOfTheirOwnerIncludes(t *testing.T) {
	apitest.FFmpeg(t)
	s := apitest.Start(t, testkit.Options{})
	tracks := apitest.TracksOf(t, s)
	type sound struct{ Format, AudioURL string }
	plays := func(name, link string, format, contentType string, isOriginal bool) {
		t.Helper()
		shared := testkit.JSON[struct{ Tracks []sound }](t, s.Do(t, call{Path: "/api/shared/" + link}))
		if len(shared.Tracks) != 1 || shared.Tracks[0].Format != format || strings.HasSuffix(shared.Tracks[0].AudioURL, "/stream") != isOriginal {
			t.Fatalf("%s: %+v", name, shared)
		}
		s.Run(t, []testkit.Scenario{{Name: name, Request: call{Path: shared.Tracks[0].AudioURL}, Status: 200, Headers: map[string]string{"Content-Type": contentType}}})
	}
	linkTo := func(as testkit.Person, title string) string {
		return apitest.NewShare(t, s, as, `{"kind":"track","id":"`+tracks[title].ID+`"}`).ID
	}
	grant := func(lossless bool) {
		changePlan(t, s, premium.FreeID, func(p map[string]any) { p["grants"].(map[string]any)["lossless"] = lossless })
	}
	flac, mp3, ofOperator := linkTo(s.Member, "FLAC song"), linkTo(s.Member, "MP3 song"), linkTo(s.Admin, "FLAC song")
	grant(true)
	plays("a lossless file in the plan", flac, "flac", "audio/flac", true)
	grant(false)
	plays("a lossless file", flac, "mp3", "audio/mpeg", false)
	plays("a lossy file", mp3, "mp3", "audio/mpeg", true)
	plays("the link of an operator", ofOperator, "flac", "audio/flac", true)
	s.Run(t, []testkit.Scenario{
		{Name: "the file itself", Request: call{Path: "/api/shared/" + flac + "/tracks/" + tracks["FLAC song"].ID + "/stream"}, Status: 403, Contains: []string{"plan_required"}},
		{Name: "its best conversion", Request: call{Path: "/api/shared/" + flac}, Status: 200, Contains: []string{"bitrate=320"}},
	})
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
