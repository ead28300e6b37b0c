package station_test

import (
	"math"
	"strings"
	"testing"

	"sonora/internal/testkit"
	"sonora/internal/testkit/apitest"
)

// TestPublishedMix publishes an upload as a mix. Only its owner and operators
// withdraw it, and nobody publishes what somebody else uploaded.
func TestPublishedMix(t *testing.T) {
	s := testkit.Start(t, testkit.Options{})
	apitest.ChangeAccount(t, s, s.Member, `{"role":"creator"}`)
	own, others := apitest.UploadFile(t, s, s.Member, "a.flac", apitest.UploadedSong(87)), apitest.UploadFile(t, s, s.Admin, "b.flac", apitest.UploadedSong(88))
	add := func(who testkit.Person, audio string) testkit.Response {
		return s.Do(t, call{Method: "POST", Path: "/api/mixes", As: who, Body: `{"title":"Night","djName":"DJ Ana","description":"0:00 A – B","isPublic":true,"audioUrl":"` + audio + `"}`})
	}
	if r := apitest.KeepUpload(t, s, s.Admin, map[string]any{"audioUrl": others.AudioURL, "title": "Kept"}); r.Status != 201 {
		t.Fatalf("keep: %d %s", r.Status, r.Body)
	}
	for name, audio := range map[string]string{"none": "", "elsewhere": "https://a.example/x.mp3", "another's": others.AudioURL} {
		if r := add(s.Member, audio); r.Status != 400 || !strings.Contains(r.Body, `"audioUrl":["`) {
			t.Errorf("%s: %d %s", name, r.Status, r.Body)
		}
	}
	nameless := call{Method: "POST", Path: "/api/mixes", As: s.Member, Body: `{"title":"Night","djName":" ","audioUrl":"` + own.AudioURL + `"}`}
	if r := s.Do(t, nameless); r.Status != 400 || !strings.Contains(r.Body, `"djName":["DJ name is required."]`) {
		t.Errorf("without a DJ: %d %s", r.Status, r.Body)
	}
	r := add(s.Member, own.AudioURL)
	mix := testkit.JSON[struct {
		ID       string
		Duration float64
	}](t, r)
	if r.Status != 201 || math.Abs(mix.Duration-own.Duration) > 0.01 {
		t.Fatalf("published: %d %s", r.Status, r.Body)
	}
	one := "/api/mixes/" + mix.ID
	s.Run(t, []testkit.Scenario{
		{Name: "a visitor publishes", Request: call{Method: "POST", Path: "/api/mixes", Body: `{}`}, Status: 401},
		{Name: "a visitor sees it", Request: call{Path: "/api/mixes"}, Status: 200, Contains: []string{`"title":"Night"`, `"description":"0:00 A – B"`}},
		{Name: "a visitor hears it", Request: call{Path: own.AudioURL}, Status: 200},
		{Name: "a visitor withdraws it", Request: call{Method: "DELETE", Path: one}, Status: 401},
		{Name: "the owner withdraws it", Request: call{Method: "DELETE", Path: one, As: s.Member}, Status: 204},
		{Name: "gone", Request: call{Path: one, As: s.Member}, Status: 404},
	})
	mix = testkit.JSON[struct {
		ID       string
		Duration float64
	}](t, add(s.Admin, others.AudioURL))
	s.Run(t, []testkit.Scenario{
		{Name: "another member withdraws it", Request: call{Method: "DELETE", Path: "/api/mixes/" + mix.ID, As: s.Member}, Status: 403},
	})
}
