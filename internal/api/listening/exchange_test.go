package listening_test

import (
	"strings"
	"testing"

	"sonora/internal/testkit"
	"sonora/internal/testkit/apitest"
)

const (
	likedAtSpotify = `{"tracks":[{"artist":"Ada","album":"x","track":"Dawn","uri":"u"},{"artist":"Zoe","album":"x","track":"Nowhere","uri":"u"}]}`
	playedAtLastFM = "Ada,Sal,Dawn,01 May 2025 10:00\nAda,Sal,Dawn - Remastered 2011,01 May 2025 12:00\nZoe,Sal,Nowhere,01 May 2025 13:00\n"
)

func TestImportFromOtherServices(t *testing.T) {
	s := apitest.Start(t, testkit.Options{})
	const path = "/api/account/imports"
	form := func(name, file string, texts map[string]string) call {
		return apitest.FileForm(t, path, s.Member, name, file, texts)
	}
	apply := map[string]string{"apply": "true"}
	nobody := form("x.csv", playedAtLastFM, nil)
	nobody.As = testkit.Person{}
	taken := `"plays":{"total":3,"new":2,"known":0,"short":0,"undated":0,"notFound":1}`
	s.Run(t, []testkit.Scenario{
		{Name: "nobody", Request: nobody, Status: 401},
		{Name: "no file", Request: call{Method: "POST", Path: path, As: s.Member, Body: "--x--\r\n", Header: map[string]string{"Content-Type": "multipart/form-data; boundary=x"}}, Status: 400, Contains: []string{`"file":["No file was sent."]`}},
		{Name: "another file", Request: form("song.mp3", "no export", nil), Status: 400, Contains: []string{"“song.mp3” is not an export of Spotify"}},
		{Name: "neither true nor false", Request: form("x.csv", playedAtLastFM, map[string]string{"apply": "yes"}), Status: 400, Contains: []string{"true or false"}},
		{Name: "report", Request: form("x.csv", playedAtLastFM, nil), Status: 200, Contains: []string{`"applied":false`, taken, `"missing":[{"text":"Zoe – Nowhere","plays":1,"reason":"not-found"}],"missingCount":1`}},
		{Name: "nothing happened", Request: call{Path: "/api/history", As: s.Member}, Status: 200, Lacks: []string{"Dawn"}},
		{Name: "no imports", Request: call{Path: path, As: s.Member}, Status: 200, Contains: []string{"[]"}},
		{Name: "import", Request: form("x.csv", playedAtLastFM, apply), Status: 200, Contains: []string{`"applied":true`, taken}},
		{Name: "again", Request: form("x.csv", playedAtLastFM, apply), Status: 200, Contains: []string{`"plays":{"total":3,"new":0,"known":2,`}},
		{Name: "imports", Request: call{Path: path, As: s.Member}, Status: 200, Contains: []string{`"files":["x.csv"],"plays":2,"likes":0,"playlists":0`}},
		{Name: "those of somebody else", Request: call{Path: path, As: s.Admin}, Status: 200, Lacks: []string{"x.csv"}},
		{Name: "likes", Request: form("YourLibrary.json", likedAtSpotify, apply), Status: 200, Contains: []string{`"likes":{"total":2,"new":1,"known":0,"notFound":1}`}},
		{Name: "liked", Request: call{Path: "/api/liked-tracks", As: s.Member}, Status: 200, Contains: []string{"Dawn"}},
	})
	list := testkit.JSON[[]struct {
		ID    string
		Files []string
	}](t, s.Do(t, call{Path: path, As: s.Member}))
	if len(list) != 2 || strings.Join(list[0].Files, "") != "YourLibrary.json" {
		t.Fatalf("%+v", list)
	}
	undo := func(i int, who testkit.Person) call {
		return call{Method: "DELETE", Path: path + "/" + list[i].ID, As: who}
	}
	s.Run(t, []testkit.Scenario{
		{Name: "undo another's", Request: undo(0, s.Admin), Status: 404},
		{Name: "undo the likes", Request: undo(0, s.Member), Status: 204},
		{Name: "undo the plays", Request: undo(1, s.Member), Status: 204},
		{Name: "undo twice", Request: undo(1, s.Member), Status: 404},
		{Name: "not liked", Request: call{Path: "/api/liked-tracks", As: s.Member}, Status: 200, Lacks: []string{"Dawn"}},
		{Name: "all taken back", Request: call{Path: path, As: s.Member}, Status: 200, Contains: []string{"[]"}},
	})
}
