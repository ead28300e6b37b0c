package station_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/coder/websocket"
	"github.com/coder/websocket/wsjson"

	"sonora/internal/testkit"
)

func TestStudioPass(t *testing.T) {
	s := empty.Join(t)
	id := stationWithDJs(t, s)
	ada := s.SignUp(t, "ada@example.com")
	path := "/api/radios/" + id + "/on-air"
	s.Run(t, []testkit.Scenario{
		{Name: "its owner", Request: testkit.Request{Path: path, As: s.Member}, Status: 200, Contains: []string{`"isAllowed":true`, `"reason":""`}},
		{Name: "no DJ of it", Request: testkit.Request{Path: path, As: ada}, Status: 200, Contains: []string{`"isAllowed":false`, "You are not one of the DJs of this station."}},
		{Name: "no such station", Request: testkit.Request{Path: "/api/radios/nothing/on-air", As: ada}, Status: 404},
		{Name: "nobody", Request: testkit.Request{Path: path}, Status: 401},
	})
}

// Browsers accept compressed responses for every request, including this one.
func TestStudioOfBrowser(t *testing.T) {
	s := empty.Join(t)
	address := "ws" + strings.TrimPrefix(s.URL, "http") + "/api/radios/" + stationWithDJs(t, s) + "/studio"
	header := http.Header{"Authorization": {"Bearer " + s.Member.Access}, "Accept-Encoding": {"gzip, deflate, br, zstd"}}
	conn, response, err := websocket.Dial(t.Context(), address, &websocket.DialOptions{HTTPHeader: header, Subprotocols: []string{"sonora.studio.1"}})
	if err != nil {
		t.Fatal(err, response)
	}
	defer func() { _ = conn.CloseNow() }()
	if err := wsjson.Write(t.Context(), conn, map[string]any{"type": "hello", "codec": "opus", "channels": 2, "bitrate": 128_000}); err != nil {
		t.Fatal(err)
	}
	var ready struct{ Type, Session string }
	if err := wsjson.Read(t.Context(), conn, &ready); err != nil || ready.Type != "ready" || ready.Session == "" {
		t.Fatal(ready, err)
	}
	if err := wsjson.Write(t.Context(), conn, map[string]any{"type": "end"}); err != nil {
		t.Fatal(err)
	}
}
