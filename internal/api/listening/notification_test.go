package listening_test

import (
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sonora/internal/testkit"
	"sonora/internal/testkit/apitest"
	"sonora/internal/testkit/fakelib"
	"sonora/internal/testkit/pushes"
)

type update struct {
	ID, Kind, Text, Link string
	ImageURL, ReadAt     *string
}

func updatesOf(t *testing.T, s *testkit.Server, p testkit.Person) []update {
	t.Helper()
	return testkit.JSON[[]update](t, s.Do(t, call{Path: "/api/notifications", As: p}))
}

func TestNotifications(t *testing.T) {
	s := testkit.Start(t, testkit.Options{})
	const announce = "/api/admin/announcements"
	s.Run(t, []testkit.Scenario{
		{Name: "none yet", Request: call{Path: "/api/notifications", As: s.Member}, Status: 200, Contains: []string{"[]"}},
		{Name: "none unread", Request: call{Path: "/api/notifications/unread", As: s.Member}, Status: 200, Contains: []string{`{"unread":0}`}},
		{Name: "announcement", Request: call{Method: "POST", Path: announce, As: s.Admin, Body: `{"text":"Back at nine.","link":"/library"}`}, Status: 201, Contains: []string{`{"told":2}`}},
		{Name: "another", Request: call{Method: "POST", Path: announce, As: s.Admin, Body: `{"text":"Two"}`}, Status: 201},
		{Name: "of nothing", Request: call{Method: "POST", Path: announce, As: s.Admin, Body: `{"text":" "}`}, Status: 400, Contains: []string{"Write the text of the announcement."}},
		{Name: "to elsewhere", Request: call{Method: "POST", Path: announce, As: s.Admin, Body: `{"text":"x","link":"javascript:x"}`, Header: map[string]string{"Accept-Language": "es"}}, Status: 400, Contains: []string{"Escribe una ruta de este sitio"}},
		{Name: "by a member", Request: call{Method: "POST", Path: announce, As: s.Member, Body: `{"text":"Two"}`}, Status: 403},
		{Name: "unread", Request: call{Path: "/api/notifications/unread", As: s.Member}, Status: 200, Contains: []string{`{"unread":2}`}},
		{Name: "nobody's", Request: call{Path: "/api/notifications"}, Status: 401},
		{Name: "a page", Request: call{Path: "/api/notifications?limit=1", As: s.Member}, Status: 200, Headers: map[string]string{"X-Total-Count": "2", "Link": "cursor="}},
	})
	list := updatesOf(t, s, s.Member)
	if len(list) != 2 || list[0].Text != "Two" || list[1].Link != "/library" || list[1].Kind != "announcement" || list[1].ReadAt != nil || list[1].ImageURL != nil {
		t.Fatalf("%+v", list)
	}
	one := "/api/notifications/" + list[1].ID
	s.Run(t, []testkit.Scenario{
		{Name: "read none", Request: call{Method: "POST", Path: "/api/notifications/read", As: s.Member, Body: `{}`}, Status: 200, Contains: []string{`{"unread":2}`}},
		{Name: "read somebody else's", Request: call{Method: "POST", Path: "/api/notifications/read", As: s.Admin, Body: `{"ids":["` + list[1].ID + `"]}`}, Status: 200, Contains: []string{`{"unread":2}`}},
		{Name: "read one", Request: call{Method: "POST", Path: "/api/notifications/read", As: s.Member, Body: `{"ids":["` + list[1].ID + `"]}`}, Status: 200, Contains: []string{`{"unread":1}`}},
		{Name: "read all", Request: call{Method: "POST", Path: "/api/notifications/read", As: s.Member, Body: `{"all":true}`}, Status: 200, Contains: []string{`{"unread":0}`}},
		{Name: "delete somebody else's", Request: call{Method: "DELETE", Path: one, As: s.Admin}, Status: 404},
		{Name: "delete", Request: call{Method: "DELETE", Path: one, As: s.Member}, Status: 204},
		{Name: "it is gone", Request: call{Path: "/api/notifications", As: s.Member}, Status: 200, Lacks: []string{list[1].ID}, Contains: []string{"Two"}},
		{Name: "restore", Request: call{Method: "POST", Path: one + "/restore", As: s.Member}, Status: 200},
		{Name: "it is back", Request: call{Path: "/api/notifications", As: s.Member}, Status: 200, Contains: []string{list[1].ID}},
		{Name: "restore none", Request: call{Method: "POST", Path: "/api/notifications/none/restore", As: s.Member}, Status: 404},
	})
}

func TestFollows(t *testing.T) {
	s := apitest.Start(t, testkit.Options{})
	artist := artistOf(t, s)
	admin := "/api/follows/person/" + apitest.IDOf(t, s, s.Admin)
	s.Run(t, []testkit.Scenario{
		{Name: "not yet", Request: call{Path: "/api/follows/artist/" + artist, As: s.Member}, Status: 200, Contains: []string{`{"following":false,"followers":0}`}},
		{Name: "an artist", Request: call{Method: "PUT", Path: "/api/follows/artist/" + artist, As: s.Member}, Status: 200, Contains: []string{`{"following":true,"followers":1}`}},
		{Name: "a person", Request: call{Method: "PUT", Path: admin, As: s.Member}, Status: 200, Contains: []string{`{"following":true,"followers":1}`}},
		{Name: "oneself", Request: call{Method: "PUT", Path: admin, As: s.Admin}, Status: 400, Contains: []string{"You cannot follow yourself."}},
		{Name: "no artist", Request: call{Method: "PUT", Path: "/api/follows/artist/none", As: s.Member}, Status: 404},
		{Name: "no kind", Request: call{Method: "PUT", Path: "/api/follows/planet/mars", As: s.Member}, Status: 404},
		{Name: "a DJ nobody knows", Request: call{Method: "PUT", Path: "/api/follows/dj/" + url.PathEscape("DJ a/b"), As: s.Member}, Status: 404},
		{Name: "a visitor", Request: call{Method: "PUT", Path: "/api/follows/artist/" + artist}, Status: 401},
		{Name: "all", Request: call{Path: "/api/follows", As: s.Member}, Status: 200, Contains: []string{`"kind":"artist"`, `"kind":"person"`, `"name":"Ada"`}, Headers: map[string]string{"X-Total-Count": "2"}},
		{Name: "people", Request: call{Path: "/api/follows?kind=person", As: s.Member}, Status: 200, Lacks: []string{`"kind":"artist"`}},
		{Name: "the person is told", Request: call{Path: "/api/notifications", As: s.Admin, Header: map[string]string{"Accept-Language": "es"}}, Status: 200, Contains: []string{"Ada te sigue.", `"kind":"new-follower"`}},
		{Name: "no longer", Request: call{Method: "DELETE", Path: admin, As: s.Member}, Status: 204},
		{Name: "not any more", Request: call{Path: admin, As: s.Member}, Status: 200, Contains: []string{`{"following":false,"followers":0}`}},
	})
}

func TestPush(t *testing.T) {
	service := pushes.Start(t)
	s := testkit.Start(t, testkit.Options{Push: service.URL})
	const subscriptions = "/api/push/subscriptions"
	s.Run(t, []testkit.Scenario{
		{Name: "key", Request: call{Path: "/api/push", As: s.Member}, Status: 200, Contains: []string{`"publicKey":"B`}},
		{Name: "subscribe", Request: call{Method: "POST", Path: subscriptions, As: s.Member, Body: service.Subscription("/m")}, Status: 200},
		{Name: "again", Request: call{Method: "POST", Path: subscriptions, As: s.Member, Body: service.Subscription("/m")}, Status: 200},
		{Name: "another", Request: call{Method: "POST", Path: subscriptions, As: s.Member, Body: service.Subscription("/n")}, Status: 200},
		{Name: "inside", Request: call{Method: "POST", Path: subscriptions, As: s.Member, Body: strings.Replace(service.Subscription("/m"), service.URL, "http://169.254.169.254", 1)}, Status: 400, Contains: []string{"This is not the address of a push service."}},
		{Name: "test", Request: call{Method: "POST", Path: "/api/push/test", As: s.Member}, Status: 200, Contains: []string{`{"sent":2,"devices":2}`}},
		{Name: "unsubscribe", Request: call{Method: "POST", Path: "/api/push/unsubscribe", As: s.Member, Body: `{"endpoint":"` + service.URL + `/n"}`}, Status: 200},
		{Name: "follow", Request: call{Method: "PUT", Path: "/api/follows/person/" + apitest.IDOf(t, s, s.Member), As: s.Admin}, Status: 200},
	})
	for i, m := range service.Await(t, 3) {
		want := "Updates reach this device."
		if i == 2 {
			want = "Ada follows you."
		}
		if m.Problem != "" || m.Body != want || i == 2 && (m.Path != "/m" || m.Title != "New follower") {
			t.Errorf("%d: %+v", i, m)
		}
	}
	s.Do(t, call{Method: "POST", Path: "/api/auth/logout/", As: s.Member, Body: `{"refresh":"` + s.Member.Refresh + `"}`})
	again := s.SignIn(t, s.Member.Email)
	s.Run(t, []testkit.Scenario{
		{Name: "who signed out", Request: call{Method: "POST", Path: "/api/push/test", As: again}, Status: 200, Contains: []string{`{"sent":0,"devices":0}`}},
		{Name: "choices", Request: call{Path: "/api/account/notifications", As: again}, Status: 200, Contains: []string{`"digest":"never"`, `"push":true`}},
		{Name: "choose", Request: call{Method: "PUT", Path: "/api/account/notifications", As: again, Body: `{"digest":"weekly","email":true,"push":false}`}, Status: 200, Contains: []string{`"digest":"weekly"`, `"push":false`}},
		{Name: "choose what there is not", Request: call{Method: "PUT", Path: "/api/account/notifications", As: again, Body: `{"digest":"hourly","email":true,"push":false}`}, Status: 400, Contains: []string{`"digest"`}},
		{Name: "the profile knows", Request: call{Path: "/api/auth/user", As: again}, Status: 200, Contains: []string{`"pushNotifications":false`}},
	})
}

func TestUnsubscribe(t *testing.T) {
	s := empty.Join(t)
	const path = "/api/notifications/unsubscribe"
	form := map[string]string{"Content-Type": "application/x-www-form-urlencoded"}
	s.Run(t, []testkit.Scenario{
		{Name: "a wrong token, by one click", Request: call{Method: "POST", Path: path + "?token=AAAA", Body: "List-Unsubscribe=One-Click", Header: form}, Status: 400, Contains: []string{"This link is incomplete."}},
		{Name: "looking changes nothing", Request: call{Path: path + "?token=A-b_1%0d%0aX:y"}, Status: 303, Headers: map[string]string{"Location": "/unsubscribe#A-b_1Xy"}},
	})
}

// TestNewMusicIsNotified follows the artist of every file and adds a copy of one.
func TestNewMusicIsNotified(t *testing.T) {
	music := t.TempDir()
	fakelib.Build(t, music)
	s := testkit.Start(t, testkit.Options{Music: music})
	artists := testkit.JSON[[]struct{ ID string }](t, s.Do(t, call{Path: "/api/artists", As: s.Member}))
	for _, a := range artists {
		s.Do(t, call{Method: "PUT", Path: "/api/follows/artist/" + a.ID, As: s.Member})
	}
	scan := call{Method: "POST", Path: "/api/library/scan", As: s.Admin}
	s.Do(t, scan)
	s.AwaitScan(t)
	if list := updatesOf(t, s, s.Member); len(list) != 0 {
		t.Errorf("what was there is news: %+v", list)
	}
	copyOneFile(t, music)
	s.Do(t, scan)
	list := updatesOf(t, s, s.Member)
	for deadline := time.Now().Add(20 * time.Second); len(list) == 0 && time.Now().Before(deadline); <-time.After(20 * time.Millisecond) {
		list = updatesOf(t, s, s.Member)
	}
	if len(list) == 0 || list[0].Kind != "new-music" || !strings.HasSuffix(list[0].Text, ": a new track.") || !strings.HasPrefix(list[0].Link, "/artists/") || list[0].ImageURL == nil {
		t.Errorf("%+v", list)
	}
}

func copyOneFile(t *testing.T, folder string) {
	t.Helper()
	sound, err := os.ReadFile(filepath.Join(folder, "formats", "02.flac"))
	if err == nil {
		err = os.WriteFile(filepath.Join(folder, "formats", "copy.flac"), sound, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// artistOf returns the ID of an artist that visitors see.
func artistOf(t *testing.T, s *testkit.Server) string {
	t.Helper()
	list := testkit.JSON[[]struct{ ID string }](t, s.Do(t, call{Path: "/api/artists", As: s.Admin}))
	if len(list) == 0 {
		t.Fatal("no artists")
	}
	return list[0].ID
}
