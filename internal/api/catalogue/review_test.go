package catalogue_test

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sonora/internal/generation"
	"sonora/internal/music"
	"sonora/internal/store"
	"sonora/internal/store/sqlitetest"
	"sonora/internal/testkit"
	"sonora/internal/testkit/apitest"
)

// generated makes a pending generation of the member, with a track.
func generated(t *testing.T, s *testkit.Server, database string) *generation.Generation {
	t.Helper()
	ctx := t.Context()
	db, err := store.Open(ctx, database, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	upload := apitest.UploadFile(t, s, s.Member, "a.mp3", apitest.UploadedSong(1))
	track := testkit.JSON[apitest.Track](t, apitest.KeepUpload(t, s, s.Member, map[string]any{
		"title": "Dawn", "audioUrl": upload.AudioURL, "duration": upload.Duration, "isPublic": false, "isAiGenerated": true,
	}))
	x := &generation.Generation{
		OwnerID: apitest.IDOf(t, s, s.Member), Provider: generation.BuiltIn, Prompt: "a slow sunrise", Seed: 7, Title: "Dawn", Style: "lo-fi", Duration: time.Minute, CreatedAt: time.Now(),
	}
	if err := db.CreateGeneration(ctx, x, generation.Limits{Own: 1, All: 1}); err != nil {
		t.Fatal(err)
	}
	x, err = db.ChangeGeneration(ctx, x.ID, time.Now(), func(x *generation.Generation) error {
		x.State, x.TrackID = generation.Ready, track.ID
		x.Review = generation.Review{Verdict: generation.Pending, Score: 7.5, Parts: json.RawMessage(`[{"name":"loudness","score":1,"weight":1}]`)}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	seeds, err := db.Seeds(ctx, music.Viewer{AccountID: x.OwnerID}, []string{track.ID})
	if err != nil || len(seeds) != 1 {
		t.Fatalf("%v, %v", seeds, err)
	}
	if err := db.NoteSound(ctx, x.ID, seeds[0].AudioKey, track.Samples, [16]byte{}); err != nil {
		t.Fatal(err)
	}
	if err := db.AddGenerationLog(ctx, &generation.Log{AccountID: x.OwnerID, GenerationID: x.ID, Provider: x.Provider, Prompt: x.Prompt, Status: generation.LogSuccess, Cost: 45_100, CreatedAt: time.Now()}); err != nil {
		t.Fatal(err)
	}
	return x
}

func TestReview(t *testing.T) {
	database := sqlitetest.At(t, filepath.Join(t.TempDir(), "sonora.db"))
	s := testkit.Start(t, testkit.Options{Database: database})
	x := generated(t, s, database)
	other := s.SignUp(t, "other@example.com")
	track, list := "/api/tracks/"+x.TrackID, "/api/admin/ai-tracks"
	decide := func(name, what, body string, status int, contains ...string) testkit.Scenario {
		return testkit.Scenario{Name: name, Request: testkit.Request{Method: "POST", Path: list + "/" + x.ID + "/" + what, As: s.Admin, Body: body}, Status: status, Contains: contains}
	}
	bulk := func(who testkit.Person, body string) testkit.Request {
		return testkit.Request{Method: "POST", Path: list + "/bulk", As: who, Body: body}
	}
	sees := func(name string, who testkit.Person, status int) testkit.Scenario {
		return testkit.Scenario{Name: name, Request: testkit.Request{Path: track, As: who}, Status: status}
	}
	visitor := testkit.Person{}
	s.Run(t, []testkit.Scenario{
		{Name: "pending", Request: testkit.Request{Path: list + "?status=pending&q=sunrise", As: s.Admin}, Status: 200, Contains: []string{
			`"title":"Dawn"`, `"prompt":"a slow sunrise"`, `"provider":"built-in"`, `"status":"pending"`, `"genre":"Lo-fi"`, `"qualityScore":7.5`, `"name":"loudness","value":1`, `"reviewedAt":null`, `"audioUrl":"` + track + `/stream"`,
		}},
		{Name: "not found by other words", Request: testkit.Request{Path: list + "?q=sunset", As: s.Admin}, Status: 200, Contains: []string{"[]"}},
		{Name: "no such status", Request: testkit.Request{Path: list + "?status=lost", As: s.Admin}, Status: 400},
		sees("its owner hears a pending one", s.Member, 200), sees("so do operators", s.Admin, 200), sees("others do not", other, 404), sees("nor visitors", visitor, 404),
		decide("unpublish a pending one", "unpublish", "", 409, "Only an approved track can be unpublished."),
		decide("too long a reason", "reject", `{"reason":"`+strings.Repeat("x", 501)+`"}`, 400, "reason"),
		decide("approve", "approve", "", 204), sees("everybody hears an approved one", visitor, 200),
		decide("approve again", "approve", "", 409, "This track is approved already."), decide("reject an approved one", "reject", "", 409, "Unpublish an approved one."),
		{Name: "approved", Request: testkit.Request{Path: list + "?status=approved", As: s.Admin}, Status: 200, Contains: []string{`"reviewedBy":"`, `"status":"approved"`}, Lacks: []string{`"reviewedAt":null`}},
		{Name: "the owner learns it", Request: testkit.Request{Path: "/api/notifications", As: s.Member}, Status: 200, Contains: []string{"Everybody can now hear Dawn."}},
		decide("unpublish", "unpublish", `{"reason":"Too loud."}`, 204), sees("only the owner hears it again", other, 404), sees("the owner still does", s.Member, 200),
		{Name: "with the reason", Request: testkit.Request{Path: list + "?status=rejected", As: s.Admin}, Status: 200, Contains: []string{`"reason":"Too loud."`}},
		{Name: "the owner learns why", Request: testkit.Request{Path: "/api/notifications", As: s.Member}, Status: 200, Contains: []string{"Dawn was not published: Too loud."}},
		decide("reject a rejected one", "reject", "", 409), decide("approve a rejected one", "approve", "", 204), sees("everybody again", visitor, 200),
		{Name: "figures", Request: testkit.Request{Path: "/api/admin/ai-stats", As: s.Admin}, Status: 200, Contains: []string{`"totalGenerated":1,"pendingReview":0,"monthlyCost":0.0451,"approvalRate":1`}},
		{Name: "log", Request: testkit.Request{Path: "/api/admin/ai-logs", As: s.Admin}, Status: 200, Contains: []string{`"prompt":"a slow sunrise"`, `"status":"success"`, `"cost":0.0451`}},
		{Name: "logs of others", Request: testkit.Request{Path: "/api/admin/ai-logs?status=failed", As: s.Admin}, Status: 200, Contains: []string{"[]"}},
		{Name: "several", Request: bulk(s.Admin, `{"ids":["`+x.ID+`","none"],"action":"unpublish","reason":"All of them."}`), Status: 200, Contains: []string{`"done":["` + x.ID + `"]`, `"id":"none"`}},
		{Name: "with one reason", Request: testkit.Request{Path: list + "?status=rejected&provider=built-in&sort=-quality", As: s.Admin}, Status: 200, Contains: []string{`"reason":"All of them."`}},
		{Name: "not again", Request: bulk(s.Admin, `{"ids":["`+x.ID+`"],"action":"reject"}`), Status: 200, Contains: []string{`"done":[]`, "Only a pending track can be rejected."}},
		{Name: "approve several", Request: bulk(s.Admin, `{"ids":["`+x.ID+`"],"action":"approve"}`), Status: 200, Contains: []string{`"done":["` + x.ID + `"]`}},
		sees("everybody once more", visitor, 200),
		{Name: "several are not for members", Request: bulk(s.Member, `{"ids":["`+x.ID+`"],"action":"approve"}`), Status: 403},
		{Name: "no such decision", Request: bulk(s.Admin, `{"ids":["`+x.ID+`"],"action":"burn"}`), Status: 400},
		{Name: "a cursor", Request: testkit.Request{Path: list + "?cursor=x", As: s.Admin}, Status: 400},
		{Name: "no such generation", Request: testkit.Request{Method: "POST", Path: list + "/none/approve", As: s.Admin}, Status: 404},
		{Name: "not for members", Request: testkit.Request{Method: "POST", Path: list + "/" + x.ID + "/approve", As: s.Member}, Status: 403},
	})
}

// TestFiguresCountTheMonthOfTheBudgets books a cost between the beginnings of a month in the
// operator's time zone and in UTC.
func TestFiguresCountTheMonthOfTheBudgets(t *testing.T) {
	database := sqlitetest.At(t, filepath.Join(t.TempDir(), "sonora.db"))
	s := testkit.Start(t, testkit.Options{Database: database})
	db, err := store.Open(t.Context(), database, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	ahead := music.Settings{Timezone: "Europe/Madrid"} // an hour or two
	err = db.AddGenerationLog(t.Context(), &generation.Log{
		AccountID: apitest.IDOf(t, s, s.Member), Provider: "suno", Prompt: "rain", Status: generation.LogSuccess, Cost: 60_000,
		CreatedAt: generation.BudgetMonthBegan(&ahead, time.Now()).Add(time.Minute),
	})
	if err != nil {
		t.Fatal(err)
	}
	in := func(zone, want string) []testkit.Scenario {
		return []testkit.Scenario{
			{Name: "set " + zone, Request: testkit.Request{Method: "PATCH", Path: "/api/admin/settings", As: s.Admin, Body: `{"timezone":"` + zone + `"}`}, Status: 200},
			{Name: "figures in " + zone, Request: testkit.Request{Path: "/api/admin/ai-stats", As: s.Admin}, Status: 200, Contains: []string{want}},
		}
	}
	s.Run(t, in(ahead.Timezone, `"monthlyCost":0.06`))
	s.Run(t, in("UTC", `"monthlyCost":0,`))
}

// TestMusicThatAwaitsAReviewStaysWithItsMaker tries every way in which a member can let
// others hear a track.
func TestMusicThatAwaitsAReviewStaysWithItsMaker(t *testing.T) {
	database := sqlitetest.At(t, filepath.Join(t.TempDir(), "sonora.db"))
	s := testkit.Start(t, testkit.Options{Database: database})
	x := generated(t, s, database)
	other := s.SignUp(t, "other@example.com")
	as := func(who testkit.Person, method, path, body string) testkit.Request {
		return testkit.Request{Method: method, Path: path, As: who, Body: body}
	}
	open := apitest.UploadFile(t, s, s.Member, "open.mp3", apitest.UploadedSong(2))
	public := testkit.JSON[apitest.Track](t, apitest.KeepUpload(t, s, s.Member, map[string]any{"title": "Open", "audioUrl": open.AudioURL, "isPublic": true}))
	list := testkit.JSON[struct{ ID string }](t, s.Do(t, as(s.Member, "POST", "/api/playlists", `{"name":"Mornings"}`))).ID
	if r := s.Do(t, as(s.Member, "POST", "/api/playlists/"+list+"/tracks", `{"trackIds":["`+x.TrackID+`","`+public.ID+`"]}`)); r.Status != 200 {
		t.Fatal(r.Status, r.Body)
	}
	link := testkit.JSON[apitest.SharedLink](t, s.Do(t, as(s.Member, "POST", "/api/shares", `{"kind":"playlist","id":"`+list+`"}`)))
	podcast := testkit.JSON[struct{ ID string }](t, s.Do(t, as(s.Member, "POST", "/api/podcasts", `{"title":"Talk"}`))).ID
	again, fresh := apitest.UploadFile(t, s, s.Member, "again.mp3", apitest.UploadedSong(1)), apitest.UploadFile(t, s, s.Member, "fresh.mp3", apitest.UploadedSong(3))
	refused := func(name, path, body string) testkit.Scenario {
		return testkit.Scenario{Name: name, Request: as(s.Member, "POST", path, body), Status: 409, Contains: []string{"when an operator has approved it"}}
	}
	keep := func(address, more string) string { return `{"title":"Dawn","audioUrl":"` + address + `"` + more + `}` }
	s.Run(t, []testkit.Scenario{
		refused("a link", "/api/shares", `{"kind":"track","id":"`+x.TrackID+`"}`),
		refused("a public copy", "/api/tracks", keep(again.AudioURL, `,"isPublic":true`)),
		refused("a mix of a copy", "/api/mixes", `{"title":"Set","djName":"Ana","audioUrl":"`+again.AudioURL+`"}`),
		refused("an episode", "/api/podcasts/"+podcast+"/episodes", `{"title":"One","trackId":"`+x.TrackID+`"}`),
		refused("another file in its place", "/api/tracks", keep(fresh.AudioURL, `,"isPublic":true,"replaces":"`+x.TrackID+`"`)),
		{Name: "a link to a playlist leaves it out", Request: testkit.Request{Path: "/api/shared/" + link.ID}, Status: 200, Contains: []string{`"Open"`}, Lacks: []string{x.TrackID}},
		{Name: "so does the playlist", Request: as(other, "GET", "/api/playlists/"+list+"/tracks", ""), Status: 200, Contains: []string{`"Open"`}, Lacks: []string{x.TrackID}},
		{Name: "and the search", Request: as(other, "GET", "/api/search?q=dawn", ""), Status: 200, Lacks: []string{x.TrackID}},
		{Name: "its maker finds it", Request: as(s.Member, "GET", "/api/search?q=dawn", ""), Status: 200, Contains: []string{x.TrackID}},
		{Name: "music like a hidden track", Request: as(other, "POST", "/api/ai/generations", `{"likeTrackId":"`+x.TrackID+`"}`), Status: 404},
		{Name: "music like a track that is not analysed", Request: as(s.Member, "POST", "/api/ai/generations", `{"likeTrackId":"`+x.TrackID+`"}`), Status: 409, Contains: []string{"not analysed yet"}},
		{Name: "a message about a hidden track", Request: as(other, "POST", "/api/ai/messages", `{"content":"","likeTrackId":"`+x.TrackID+`"}`), Status: 404},
		{Name: "a message about a track that is not analysed", Request: as(s.Member, "POST", "/api/ai/messages", `{"content":"","likeTrackId":"`+x.TrackID+`"}`), Status: 201, Contains: []string{`"content":"Like Dawn"`, "not analysed yet"}},
		{Name: "approved", Request: as(s.Admin, "POST", "/api/admin/ai-tracks/"+x.ID+"/approve", ""), Status: 204},
		{Name: "in the link", Request: testkit.Request{Path: "/api/shared/" + link.ID}, Status: 200, Contains: []string{x.TrackID}},
		{Name: "a link of its own", Request: as(s.Member, "POST", "/api/shares", `{"kind":"track","id":"`+x.TrackID+`"}`), Status: 201},
	})
}
