package listening_test

import (
	"encoding/json"
	"strings"
	"testing"

	"sonora/internal/testkit"
	"sonora/internal/testkit/apitest"
)

func TestPublishPodcast(t *testing.T) {
	s := apitest.Start(t, testkit.Options{PublicURL: "https://music.example"})
	dawn := apitest.TracksOf(t, s)["Dawn"]
	made := testkit.JSON[podcastAnswer](t, s.Do(t, call{
		Method: "POST", Path: "/api/podcasts", As: s.Admin,
		Body: `{"title":"Mornings","description":"Early.","language":"en","categories":["Music"],"email":"ada@music.example"}`,
	}))
	path := "/api/podcasts/" + made.ID
	add := func(body string) episodeAnswer {
		t.Helper()
		r := s.Do(t, call{Method: "POST", Path: path + "/episodes", As: s.Admin, Body: body})
		if r.Status != 201 {
			t.Fatalf("%d %s", r.Status, r.Body)
		}
		return testkit.JSON[episodeAnswer](t, r)
	}
	first := add(`{"title":"First","description":"<b>Hi</b><script>x</script>","trackId":"` + dawn.ID + `","chapters":[{"start":0,"title":"Hello"},{"start":2,"title":"Sun"}],` +
		`"people":[{"name":"Ada","role":"Host"}],"transcript":"1\n00:00:01,000 --> 00:00:02,000\nHello"}`)
	draft := add(`{"title":"Half done","trackId":"` + dawn.ID + `","state":"draft"}`)
	later := add(`{"title":"Tomorrow","trackId":"` + dawn.ID + `","state":"scheduled","publishAt":"2099-01-01T00:00:00Z"}`)
	media := "/podcasts/" + made.ID + "/media/" + first.ID
	ending := "." + strings.ToLower(dawn.Format)
	s.Run(t, []testkit.Scenario{
		{
			Name: "the feed", Request: call{Path: "/podcasts/" + made.ID + "/feed.xml"}, Status: 200, Headers: map[string]string{"Content-Type": "application/rss+xml"},
			Contains: []string{"<title>Mornings</title>", "<podcast:guid>", `url="https://music.example` + media + ending, "application/json+chapters", "<podcast:person role=\"host\">Ada<"},
			Lacks:    []string{"Half done", "Tomorrow", "<script>"},
		},
		{Name: "its sound for everybody", Request: call{Path: media + ending, Header: map[string]string{"Range": "bytes=0-9"}}, Status: 206},
		{Name: "its chapters", Request: call{Path: media + ".json"}, Status: 200, Contains: []string{`"startTime":2`}},
		{Name: "its transcript", Request: call{Path: media + ".vtt"}, Status: 200, Contains: []string{"00:00:01.000 --> 00:00:02.000\nHello"}},
		{Name: "no draft", Request: call{Path: "/podcasts/" + made.ID + "/media/" + draft.ID + ending}, Status: 404},
		{Name: "nothing before its time", Request: call{Path: "/podcasts/" + made.ID + "/media/" + later.ID + ending}, Status: 404},
		{Name: "by another ending", Request: call{Path: media + ".exe"}, Status: 404},
		{Name: "the track itself stays hidden", Request: call{Path: "/api/tracks/" + dawn.ID + "/stream"}, Status: 404},
		{Name: "visitors find it", Request: call{Path: "/api/podcasts"}, Status: 200, Contains: []string{"Mornings"}, Lacks: []string{"ada@music.example"}},
		{Name: "who publishes sees drafts", Request: call{Path: path + "/episodes", As: s.Admin}, Status: 200, Contains: []string{"Half done", "Tomorrow"}},
		{Name: "others do not", Request: call{Path: path + "/episodes", As: s.Member}, Status: 200, Contains: []string{"First"}, Lacks: []string{"Half done", "Tomorrow"}},
		{Name: "somebody else's track", Request: call{Method: "POST", Path: path + "/episodes", As: s.Admin, Body: `{"title":"X","trackId":"none"}`}, Status: 400, Contains: []string{"of yours"}},
		{Name: "no sound", Request: call{Method: "POST", Path: path + "/episodes", As: s.Admin, Body: `{"title":"X"}`}, Status: 400},
		{Name: "no title", Request: call{Method: "POST", Path: path + "/episodes", As: s.Admin, Body: `{"trackId":"` + dawn.ID + `"}`}, Status: 400, Contains: []string{`"title"`}},
		{Name: "another's podcast", Request: call{Method: "POST", Path: path + "/episodes", As: s.Member, Body: `{"title":"X","trackId":"` + dawn.ID + `"}`}, Status: 400},
		{Name: "figures", Request: call{Path: path + "/figures", As: s.Admin}, Status: 200, Contains: []string{`"episodes":[]`}},
		{Name: "not for others", Request: call{Path: path + "/figures", As: s.Member}, Status: 403},
		{Name: "edited by others", Request: call{Method: "PUT", Path: "/api/episodes/" + first.ID, As: s.Member, Body: `{"title":"X"}`}, Status: 403},
		{Name: "edited", Request: call{Method: "PUT", Path: "/api/episodes/" + draft.ID, As: s.Admin, Body: `{"title":"Done","state":"published"}`}, Status: 200, Contains: []string{`"state":"published"`}},
		{Name: "in the feed now", Request: call{Path: "/podcasts/" + made.ID + "/feed.xml"}, Status: 200, Contains: []string{"Done"}},
		{Name: "members only", Request: call{Method: "PUT", Path: path, As: s.Admin, Body: `{"isPublic":false}`}, Status: 200},
		{Name: "its feed is closed", Request: call{Path: "/podcasts/" + made.ID + "/feed.xml"}, Status: 404},
		{Name: "so is its sound", Request: call{Path: media + ending}, Status: 404},
		{Name: "an episode goes", Request: call{Method: "DELETE", Path: "/api/episodes/" + draft.ID, As: s.Admin}, Status: 204},
		{Name: "the podcast goes", Request: call{Method: "DELETE", Path: path, As: s.Admin}, Status: 204},
		{Name: "with its episodes", Request: call{Path: "/api/episodes/" + first.ID, As: s.Admin}, Status: 404},
	})
}

func TestPodcastPlayIsOneMinuteADay(t *testing.T) {
	s := apitest.Start(t, testkit.Options{PublicURL: "https://music.example", Settings: map[string]json.RawMessage{}})
	dawn := apitest.TracksOf(t, s)["Dawn"]
	made := testkit.JSON[podcastAnswer](t, s.Do(t, call{Method: "POST", Path: "/api/podcasts", As: s.Admin, Body: `{"title":"Mornings"}`}))
	e := testkit.JSON[episodeAnswer](t, s.Do(t, call{Method: "POST", Path: "/api/podcasts/" + made.ID + "/episodes", As: s.Admin, Body: `{"title":"First","trackId":"` + dawn.ID + `"}`}))
	media := "/podcasts/" + made.ID + "/media/" + e.ID + "." + strings.ToLower(dawn.Format)
	plays := func() string {
		return s.Do(t, call{Path: "/api/podcasts/" + made.ID + "/figures", As: s.Admin}).Body
	}
	s.Do(t, call{Path: media, Header: map[string]string{"Range": "bytes=0-9", "User-Agent": "AntennaPod/3"}})
	if body := plays(); !strings.Contains(body, `"episodes":[]`) {
		t.Errorf("ten bytes: %s", body)
	}
	for range 2 {
		s.Do(t, call{Path: media, Header: map[string]string{"User-Agent": "AntennaPod/3"}})
	}
	s.Do(t, call{Path: media, Header: map[string]string{"User-Agent": "Googlebot/2"}})
	if body := plays(); !strings.Contains(body, `"plays":1}`) || strings.Contains(body, `"plays":2`) || !strings.Contains(body, "AntennaPod") || !strings.Contains(body, `"days":[{"day":"20`) {
		t.Errorf("twice and a robot: %s", body)
	}
}
