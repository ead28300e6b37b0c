package station_test

import (
	"fmt"
	"strings"
	"testing"

	"sonora/internal/testkit"
	"sonora/internal/testkit/apitest"
)

// TestMixPage lets a member publish a mix, change everything about it and withdraw
// it, while others listen.
func TestMixPage(t *testing.T) {
	s := testkit.Start(t, testkit.Options{})
	other := s.SignUp(t, "other@example.com")
	audio := apitest.UploadFile(t, s, s.Member, "set.mp3", apitest.UploadedSong(90)).AudioURL
	r := s.Do(t, call{Method: "POST", Path: "/api/mixes", As: s.Member, Body: fmt.Sprintf(`{"title":"Harbour","djName":"Marta/Vidal","audioUrl":%q,"isPublic":true}`, audio)})
	id := testkit.JSON[struct{ ID string }](t, r).ID
	if r.Status != 201 || id == "" {
		t.Fatalf("%d %s", r.Status, r.Body)
	}
	at := "/api/mixes/" + id
	text := func(text string) string { return `{"text":` + apitest.Encode(t, text) + `}` }
	s.Run(t, []testkit.Scenario{
		{Name: "a visitor", Request: call{Path: at}, Status: 200, Contains: []string{`"title":"Harbour"`, `"isOwn":false,"earlyUntil":null,"isLiked":false,"canManage":false,"isDownloadable":false,"tracklist":[]`}},
		{Name: "its owner", Request: call{Path: at, As: s.Member}, Status: 200, Contains: []string{`"isOwn":true`, `"canManage":true`}},
		{Name: "an operator", Request: call{Path: at, As: s.Admin}, Status: 200, Contains: []string{`"isOwn":false`, `"canManage":true`}},

		{Name: "changed by somebody else", Request: call{Method: "PATCH", Path: at, As: other, Body: `{"title":"Mine"}`}, Status: 403},
		{
			Name: "changed", Request: call{Method: "PATCH", Path: at, As: s.Member, Body: `{"title":" Harbour 2 ","genre":"House","tags":["live","live"],"bpm":122,"isPublic":false}`}, Status: 200,
			Contains: []string{`"title":"Harbour 2"`, `"genre":"House"`, `"tags":["live"]`, `"bpm":122`, `"djName":"Marta/Vidal"`},
		},
		{Name: "hidden from visitors", Request: call{Path: at}, Status: 404},
		{Name: "hidden by its owner", Request: call{Method: "PATCH", Path: at, As: s.Member, Body: `{"isActive":false}`}, Status: 400, Contains: []string{"There is no field of this name."}},
		{Name: "without a title", Request: call{Method: "PATCH", Path: at, As: s.Member, Body: `{"title":" "}`}, Status: 400, Contains: []string{`"title":["Title is required."]`}},
		{Name: "without a DJ", Request: call{Method: "PATCH", Path: at, As: s.Member, Body: `{"djName":null}`}, Status: 400, Contains: []string{`"djName":["DJ name is required."]`}},
		{Name: "public again", Request: call{Method: "PATCH", Path: at, As: s.Member, Body: `{"isPublic":true}`}, Status: 200},

		{Name: "a tracklist by somebody else", Request: call{Method: "PUT", Path: at + "/tracklist", As: other, Body: text("0:00 A - B")}, Status: 403},
		{
			Name: "a tracklist of text", Request: call{Method: "PUT", Path: at + "/tracklist", As: s.Member, Body: text("0:00 Kora - Dawn\n0:01.5 Nobody - <i>Nothing</i>")}, Status: 200,
			Contains: []string{`"tracklist":[{"seconds":0,"artist":"Kora","title":"Dawn"`, `{"seconds":1.5,"artist":"Nobody","title":"<i>Nothing</i>","trackId":null}`},
		},
		{Name: "a line without a time", Request: call{Method: "PUT", Path: at + "/tracklist", As: s.Member, Body: text("0:00 A\nB")}, Status: 400, Contains: []string{`"text":["Line 2 does not begin with a time such as 0:03:12."]`}},
		{Name: "beyond the end", Request: call{Method: "PUT", Path: at + "/tracklist", As: s.Member, Body: text("9:00:00 A")}, Status: 400, Contains: []string{`"tracklist":["Each entry needs`}},
		{Name: "neither", Request: call{Method: "PUT", Path: at + "/tracklist", As: s.Member, Body: `{}`}, Status: 400},
		{Name: "kept", Request: call{Path: at + "/tracklist"}, Status: 200, Contains: []string{`"title":"Dawn"`, "Nothing"}},
		{
			Name: "a list", Request: call{Method: "PUT", Path: at + "/tracklist", As: s.Member, Body: `{"tracklist":[{"seconds":2,"artist":"","title":"B"},{"seconds":1,"artist":"X","title":"A","trackId":"t1"}]}`}, Status: 200,
			Contains: []string{`"tracklist":[{"seconds":1,"artist":"X","title":"A","trackId":null},{"seconds":2,"artist":"","title":"B","trackId":null}]`},
		},

		{Name: "a search by a visitor", Request: call{Method: "POST", Path: at + "/search"}, Status: 401},
		{Name: "a search by somebody else", Request: call{Method: "POST", Path: at + "/search", As: other}, Status: 403},
		{Name: "what somebody else found", Request: call{Path: at + "/search", As: other}, Status: 403},
		{Name: "stopped by somebody else", Request: call{Method: "DELETE", Path: at + "/search", As: other}, Status: 403},
		{Name: "a search of no mix", Request: call{Method: "POST", Path: "/api/mixes/none/search", As: s.Member}, Status: 404},
		{Name: "nothing asked for", Request: call{Path: at + "/search", As: s.Member}, Status: 200, Contains: []string{`{"state":"none","progress":0,"tracks":[]}`}},
		{Name: "nothing to stop", Request: call{Method: "DELETE", Path: at + "/search", As: s.Member}, Status: 204},

		{Name: "a visitor likes", Request: call{Method: "POST", Path: at + "/like"}, Status: 401},
		{Name: "liked", Request: call{Method: "POST", Path: at + "/like", As: other}, Status: 200, Contains: []string{`{"isLiked":true,"likes":1}`}},
		{Name: "liked twice", Request: call{Method: "POST", Path: at + "/like", As: other}, Status: 200, Contains: []string{`"likes":1`}},
		{Name: "likes in the list", Request: call{Path: "/api/mixes"}, Status: 200, Contains: []string{`"likes":1,"plays":0`}},
		{Name: "liked, to them", Request: call{Path: at, As: other}, Status: 200, Contains: []string{`"isLiked":true`}},
		{Name: "unliked", Request: call{Method: "DELETE", Path: at + "/like", As: other}, Status: 204},

		{Name: "played", Request: call{Method: "POST", Path: at + "/plays", As: other}, Status: 202},
		{Name: "played again", Request: call{Method: "POST", Path: at + "/plays", As: other}, Status: 202},
		{Name: "played by a visitor", Request: call{Method: "POST", Path: at + "/plays"}, Status: 202},
		{Name: "plays", Request: call{Path: at}, Status: 200, Contains: []string{`"plays":2`}},

		{
			Name: "a cue sheet", Request: call{Path: at + "/cue"}, Status: 200, Headers: map[string]string{"Content-Disposition": `attachment; filename="Marta_Vidal - Harbour 2.cue"`},
			Contains: []string{`FILE "Marta_Vidal - Harbour 2.mp3" MP3`, "TRACK 02 AUDIO", "INDEX 01 00:02:00"},
		},
		{Name: "a cue sheet of no mix", Request: call{Path: "/api/mixes/none/cue"}, Status: 404},

		{Name: "downloaded without permission", Request: call{Path: at + "/download", As: other}, Status: 403, Contains: []string{"does not offer this mix for download"}},
		{Name: "downloaded by its owner", Request: call{Path: at + "/download", As: s.Member}, Status: 200, Headers: map[string]string{"Content-Disposition": `attachment; filename="Marta_Vidal - Harbour 2.mp3"`}},
		{Name: "allowed", Request: call{Method: "PATCH", Path: at, As: s.Member, Body: `{"isDownloadable":true}`}, Status: 200, Contains: []string{`"isDownloadable":true`}},
		{Name: "downloaded", Request: call{Path: at + "/download"}, Status: 200, Headers: map[string]string{"Content-Disposition": "attachment"}},
		{Name: "a waveform before the analysis", Request: call{Path: at + "/waveform"}, Status: 404, Contains: []string{"not drawn yet"}},

		{Name: "withdrawn by somebody else", Request: call{Method: "DELETE", Path: at, As: other}, Status: 403},
	})
	mixCover(t, s, at)
	mixComments(t, s, at)
	s.Run(t, []testkit.Scenario{
		{Name: "withdrawn", Request: call{Method: "DELETE", Path: at, As: s.Member}, Status: 204},
		{Name: "gone", Request: call{Path: at, As: s.Member}, Status: 404},
		{Name: "its sound stays", Request: call{Path: audio, As: s.Member}, Status: 200},
	})
}

// mixCover gives a mix of the member a picture and takes it away.
func mixCover(t *testing.T, s *testkit.Server, at string) {
	t.Helper()
	type mix struct{ CoverImageURL string }
	r := s.Do(t, apitest.FileForm(t, at+"/cover", s.Member, "c.png", apitest.SmallPNG(t), nil))
	first := testkit.JSON[mix](t, r).CoverImageURL
	if r.Status != 200 || !strings.HasPrefix(first, at+"/cover/") {
		t.Fatalf("%d %s", r.Status, r.Body)
	}
	s.Run(t, []testkit.Scenario{
		{Name: "its picture", Request: call{Path: first}, Status: 200, Headers: map[string]string{"Content-Type": "image/jpeg", "X-Generated-Cover": ""}},
		{Name: "no picture", Request: apitest.FileForm(t, at+"/cover", s.Member, "c.png", "no picture", nil), Status: 415},
		{Name: "removed", Request: call{Method: "DELETE", Path: at + "/cover", As: s.Member}, Status: 204},
		{Name: "without it", Request: call{Path: at}, Status: 200, Contains: []string{`"coverImageUrl":null`}},
		{Name: "drawn", Request: call{Path: first}, Status: 200, Headers: map[string]string{"X-Generated-Cover": "true"}},
	})
}

// mixComments comments on a public mix of the member.
func mixComments(t *testing.T, s *testkit.Server, at string) {
	t.Helper()
	fan, stranger := s.SignUp(t, "fan@example.com"), s.SignUp(t, "stranger@example.com")
	say := func(who testkit.Person, body string) call {
		return call{Method: "POST", Path: at + "/comments", As: who, Body: body}
	}
	r := s.Do(t, say(fan, `{"seconds":1.25,"text":" What a <b>drop</b> "}`))
	first := testkit.JSON[struct{ ID string }](t, r).ID
	second := testkit.JSON[struct{ ID string }](t, s.Do(t, say(fan, `{"seconds":0,"text":"Second"}`))).ID
	if r.Status != 201 || first == "" || second == "" {
		t.Fatalf("%d %s", r.Status, r.Body)
	}
	remove := func(who testkit.Person, id string) call {
		return call{Method: "DELETE", Path: at + "/comments/" + id, As: who}
	}
	s.Run(t, []testkit.Scenario{
		{Name: "read by a visitor", Request: call{Path: at + "/comments?limit=1"}, Status: 200, Headers: map[string]string{"X-Total-Count": "2", "Link": `rel="next"`}, Contains: []string{`"isOwn":false,"seconds":0,"text":"Second"`}, Lacks: []string{"drop"}},
		{Name: "read by its author", Request: call{Path: at + "/comments", As: fan}, Status: 200, Contains: []string{`"isOwn":true,"seconds":1.25,"text":"What a <b>drop</b>"`}},
		{Name: "by a visitor", Request: say(testkit.Person{}, `{"seconds":0,"text":"x"}`), Status: 401},
		{Name: "empty", Request: say(fan, `{"seconds":0,"text":" "}`), Status: 400, Contains: []string{`"text":["Write something."]`}},
		{Name: "beyond the end", Request: say(fan, `{"seconds":1e300,"text":"x"}`), Status: 400, Contains: []string{`"seconds":["Enter a number from 0 to `}},
		{Name: "long", Request: say(fan, `{"seconds":0,"text":"`+strings.Repeat("a", 501)+`"}`), Status: 400, Contains: []string{"no more than 500"}},
		{Name: "on nothing", Request: call{Method: "POST", Path: "/api/mixes/none/comments", As: fan, Body: `{"seconds":0,"text":"x"}`}, Status: 404},
		{Name: "removed by a stranger", Request: remove(stranger, first), Status: 404},
		{Name: "removed by its author", Request: remove(fan, second), Status: 204},
		{Name: "removed by the DJ", Request: remove(s.Member, first), Status: 204},
		{Name: "removed twice", Request: remove(s.Admin, first), Status: 404},
		{Name: "none left", Request: call{Path: at + "/comments"}, Status: 200, Contains: []string{"[]"}},
	})
}

// TestSharedMix plays a members' mix through a link.
func TestSharedMix(t *testing.T) {
	s := testkit.Start(t, testkit.Options{})
	audio := apitest.UploadFile(t, s, s.Member, "set.mp3", apitest.UploadedSong(91)).AudioURL
	id := testkit.JSON[struct{ ID string }](t, s.Do(t, call{Method: "POST", Path: "/api/mixes", As: s.Member, Body: fmt.Sprintf(`{"title":"Set","djName":"Ana","audioUrl":%q}`, audio)})).ID
	link := apitest.NewShare(t, s, s.Member, `{"kind":"mix","id":"`+id+`"}`)
	at := "/api/shared/" + link.ID
	s.Run(t, []testkit.Scenario{
		{Name: "without the link", Request: call{Path: audio}, Status: 404},
		{Name: "what it leads to", Request: call{Path: at}, Status: 200, Contains: []string{`"kind":"mix"`, `"tracks":[{"id":"` + id + `","title":"Set","artist":"Ana"`, `"format":"mp3","audioUrl":"` + at + `/mix"`}},
		{Name: "its sound", Request: call{Path: at + "/mix", Header: map[string]string{"Range": "bytes=0-99"}}, Status: 206},
		{Name: "its picture", Request: call{Path: at + "/cover"}, Status: 200},
		{Name: "no track", Request: call{Path: at + "/tracks/" + id + "/stream"}, Status: 404},
		{Name: "revoked", Request: call{Method: "DELETE", Path: "/api/shares/" + link.ID, As: s.Member}, Status: 204},
		{Name: "no sound any more", Request: call{Path: at + "/mix"}, Status: 404},
	})
}
