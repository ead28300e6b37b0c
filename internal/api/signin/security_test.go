package signin_test

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"sonora/internal/testkit"
	"sonora/internal/testkit/apitest"
)

// device is the part of a session that tests use.
type device struct {
	ID, Device, UserAgent, Address string
	Current                        bool
	LastUsedAt                     time.Time
}

const phoneAgent = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1"

// signInWith signs in with a user agent.
func signInWith(t *testing.T, s *testkit.Server, email, userAgent string) testkit.Person {
	t.Helper()
	r := s.Do(t, call{
		Method: "POST", Path: "/api/auth/login", Body: fmt.Sprintf(`{"email":%q,"password":%q}`, email, testkit.Password),
		Header: map[string]string{"User-Agent": userAgent},
	})
	p := testkit.JSON[testkit.Person](t, r)
	p.Email = email
	return p
}

func TestDevices(t *testing.T) {
	s := testkit.Start(t, testkit.Options{})
	phone := signInWith(t, s, s.Member.Email, phoneAgent)
	list := testkit.JSON[[]device](t, s.Do(t, call{Path: "/api/account/sessions", As: phone}))
	i := slices.IndexFunc(list, func(d device) bool { return d.Current })
	if len(list) != 2 || i < 0 || list[i].Device != "Safari on iPhone" || list[i].Address != "127.0.0.1" || time.Since(list[i].LastUsedAt) > time.Minute {
		t.Fatalf("devices: %+v", list)
	}
	phoneID, hereID := list[i].ID, list[1-i].ID
	spanish := map[string]string{"Accept-Language": "es"}
	s.Run(t, []testkit.Scenario{
		{Name: "in Spanish", Request: call{Path: "/api/account/sessions", As: phone, Header: spanish}, Status: 200, Contains: []string{`"device":"Safari en iPhone"`}},
		{Name: "what happened, in Spanish", Request: call{Path: "/api/account/events", As: phone, Header: spanish}, Status: 200, Contains: []string{`"device":"Safari en iPhone"`}},
		{Name: "for the operator, in Spanish", Request: call{Path: "/api/admin/events", As: s.Admin, Header: spanish}, Status: 200, Contains: []string{`"device":"Safari en iPhone"`}},
	})
	adminID := testkit.JSON[[]device](t, s.Do(t, call{Path: "/api/account/sessions/", As: s.Admin}))[0].ID
	const path = "/api/account/sessions"
	s.Run(t, []testkit.Scenario{
		{Name: "a visitor", Request: call{Path: path}, Status: 401},
		{Name: "by cookie", Request: call{Path: path, As: s.Member, ByCookie: true}, Status: 200, Contains: []string{`"current":true`}},
		{Name: "somebody else's", Request: call{Method: "DELETE", Path: path + "/" + adminID, As: s.Member}, Status: 404, Contains: []string{`"detail":"Not found."}`}},
		{Name: "an operator takes somebody's", Request: call{Method: "DELETE", Path: path + "/" + phoneID, As: s.Admin}, Status: 404},
		{Name: "nobody's", Request: call{Method: "DELETE", Path: path + "/01ARZ3NDEKTSV4RRFFQ69G5FAV", As: s.Member}, Status: 404},
		{Name: "another page", Request: call{Method: "DELETE", Path: path, As: s.Member, ByCookie: true, Header: map[string]string{"Origin": "https://evil.example"}}, Status: 403},
		{Name: "a name", Request: call{Method: "PUT", Path: path + "/" + phoneID, As: s.Member, Body: `{"name":" Küche <b> "}`}, Status: 200, Contains: []string{`"detail"`}},
		{Name: "is told", Request: call{Path: path, As: s.Member}, Status: 200, Contains: []string{`"name":"Küche <b>"`}},
		{Name: "none again", Request: call{Method: "PUT", Path: path + "/" + phoneID, As: s.Member, Body: `{"name":""}`}, Status: 200},
		{Name: "no name any more", Request: call{Path: path, As: s.Member}, Status: 200, Lacks: []string{"Küche"}},
		{Name: "a name over lines", Request: call{Method: "PUT", Path: path + "/" + phoneID, As: s.Member, Body: `{"name":"a\u0000b"}`}, Status: 400, Contains: []string{`"name"`}},
		{Name: "a name for somebody else's", Request: call{Method: "PUT", Path: path + "/" + adminID, As: s.Member, Body: `{"name":"Mine"}`}, Status: 404},
		{Name: "a name from another page", Request: call{Method: "PUT", Path: path + "/" + phoneID, As: s.Member, Body: `{"name":"x"}`, ByCookie: true, Header: map[string]string{"Origin": "https://evil.example"}}, Status: 403},
		{Name: "end one", Request: call{Method: "DELETE", Path: path + "/" + phoneID, As: s.Member}, Status: 204},
		{Name: "again", Request: call{Method: "DELETE", Path: path + "/" + phoneID, As: s.Member}, Status: 404},
		{Name: "the ended one", Request: call{Path: "/api/auth/user", As: phone}, Status: 401},
		{Name: "its refresh token", Request: call{Method: "POST", Path: "/api/auth/token/refresh", Body: `{"refresh":"` + phone.Refresh + `"}`}, Status: 401},
		{Name: "this one", Request: call{Path: "/api/auth/user", As: s.Member}, Status: 200},
	})
	other := s.SignIn(t, s.Member.Email)
	s.Run(t, []testkit.Scenario{
		{Name: "end others", Request: call{Method: "DELETE", Path: path, As: s.Member}, Status: 204},
		{Name: "another", Request: call{Path: "/api/auth/user", As: other}, Status: 401},
		{Name: "another's cookie", Request: call{Path: "/api/auth/user", As: other, ByCookie: true}, Status: 401},
		{Name: "still here", Request: call{Path: path, As: s.Member}, Status: 200, Contains: []string{hereID}},
		{Name: "end all", Request: call{Method: "POST", Path: path + "/end", As: s.Member}, Status: 200, Headers: map[string]string{"Set-Cookie": "Max-Age=0"}},
		{Name: "also here", Request: call{Path: "/api/auth/user", As: s.Member}, Status: 401},
		{Name: "and nobody else", Request: call{Path: "/api/auth/user", As: s.Admin}, Status: 200},
	})
}

func TestAuditLog(t *testing.T) {
	s := testkit.Start(t, testkit.Options{})
	wrong := call{Method: "POST", Path: "/api/auth/login", Body: `{"email":"member@example.com","password":"wrong-one"}`, Header: map[string]string{"User-Agent": "curl/8"}}
	s.Do(t, wrong)
	id := userID(t, s, s.Member.Email)
	s.Do(t, call{Method: "PUT", Path: "/api/admin/users/" + id, As: s.Admin, Body: `{"role":"listener"}`})
	s.Do(t, call{Method: "PUT", Path: "/api/admin/settings", As: s.Admin, Body: `{"siteName":"Casa","maxLoginAttempts":5}`})
	member := s.SignIn(t, s.Member.Email)
	const own, all = "/api/account/events", "/api/admin/events"
	s.Run(t, []testkit.Scenario{
		{Name: "a visitor", Request: call{Path: own}, Status: 401},
		{
			Name: "own", Request: call{Path: own, As: member}, Status: 200,
			Contains: []string{`"kind":"sign_in_failed","actor":"visitor","device":"curl"`, `"kind":"role_changed","actor":"operator","device":"","userAgent":"","address":"","detail":"creator → listener"`, `"actor":"you"`},
			Lacks:    []string{s.Admin.Email, "settings_changed"},
		},
		{Name: "paged", Request: call{Path: own + "?limit=1", As: member}, Status: 200, Contains: []string{`"kind":"signed_in"`}, Headers: map[string]string{"Link": `</api/account/events?cursor=`}},
		{Name: "a bad cursor", Request: call{Path: own + "?cursor=x", As: member}, Status: 400},
		{Name: "everybody's for a member", Request: call{Path: all, As: member}, Status: 403},
		{Name: "everybody's for a visitor", Request: call{Path: all}, Status: 401},
		{
			Name: "everybody's", Request: call{Path: all, As: s.Admin}, Status: 200,
			Contains: []string{`"kind":"settings_changed","accountId":null`, `"detail":"siteName"`, `"actor":"account"`, `"actorEmail":"admin@example.com"`, `"email":"member@example.com"`},
			Lacks:    []string{testkit.Password, "wrong-one"},
		},
	})
	seen, path := 0, all+"?limit=2"
	for path != "" {
		r := s.Do(t, call{Path: path, As: s.Admin})
		seen += len(testkit.JSON[[]struct{ Kind string }](t, r))
		link, _, _ := strings.Cut(strings.TrimPrefix(r.Header.Get("Link"), "<"), ">")
		if path = link; path == "" && r.Header.Get("X-Total-Count") != strconv.Itoa(seen) {
			t.Errorf("%d seen of %s", seen, r.Header.Get("X-Total-Count"))
		}
	}
}

// userID returns the ID of an account from the operator's list.
func userID(t *testing.T, s *testkit.Server, email string) string {
	t.Helper()
	for _, u := range testkit.JSON[[]struct{ ID, Email string }](t, s.Do(t, call{Path: "/api/users", As: s.Admin})) {
		if u.Email == email {
			return u.ID
		}
	}
	t.Fatalf("no account %s", email)
	return ""
}

func TestOperatorManagesAccounts(t *testing.T) {
	s := testkit.Start(t, testkit.Options{})
	id, adminID := userID(t, s, s.Member.Email), userID(t, s, s.Admin.Email)
	path := "/api/admin/users/" + id
	s.Run(t, []testkit.Scenario{
		{Name: "list", Request: call{Path: "/api/admin/users", As: s.Admin}, Status: 200, Contains: []string{`"isVerified":`, `"isActive":true`, `"isLocked":false`, `"lastLoginAt":"20`}},
		{Name: "a member", Request: call{Method: "PUT", Path: path, As: s.Member, Body: `{"role":"admin"}`}, Status: 403},
		{Name: "a visitor", Request: call{Method: "DELETE", Path: path}, Status: 401},
		{Name: "an unknown role", Request: call{Method: "PUT", Path: path, As: s.Admin, Body: `{"role":"god"}`}, Status: 400, Contains: []string{`"role":["Choose one of`}},
		{Name: "another field", Request: call{Method: "PUT", Path: path, As: s.Admin, Body: `{"email":"x@example.com"}`}, Status: 400},
		{Name: "nobody", Request: call{Method: "PUT", Path: "/api/admin/users/nobody", As: s.Admin, Body: `{"active":false}`}, Status: 404},
		{Name: "disable oneself", Request: call{Method: "PUT", Path: "/api/admin/users/" + adminID, As: s.Admin, Body: `{"active":false}`}, Status: 409, Contains: []string{"You cannot disable your own account."}},
		{Name: "delete oneself", Request: call{Method: "DELETE", Path: "/api/admin/users/" + adminID, As: s.Admin}, Status: 409},
		{Name: "the last operator", Request: call{Method: "PUT", Path: "/api/admin/users/" + adminID, As: s.Admin, Body: `{"role":"listener"}`}, Status: 409, Contains: []string{"This is the last operator."}},
		{Name: "still signed in", Request: call{Path: "/api/auth/user", As: s.Member}, Status: 200},
		{Name: "disable", Request: call{Method: "PUT", Path: path, As: s.Admin, Body: `{"active":false}`}, Status: 200, Contains: []string{`"isActive":false`}},
		{Name: "its token", Request: call{Path: "/api/auth/user", As: s.Member}, Status: 401},
		{Name: "its cookie", Request: call{Path: "/api/auth/user", As: s.Member, ByCookie: true}, Status: 401},
		{Name: "its token on a public list", Request: call{Path: "/api/tracks", As: s.Member}, Status: 401},
		{Name: "its sign-in", Request: call{Method: "POST", Path: "/api/auth/login", Body: `{"email":"member@example.com","password":"` + testkit.Password + `"}`}, Status: 401, Contains: []string{"Invalid credentials"}},
		{Name: "enable", Request: call{Method: "PUT", Path: path, As: s.Admin, Body: `{"active":true,"role":"creator"}`}, Status: 200, Contains: []string{`"isActive":true`, `"role":"creator"`}},
	})
	member := s.SignIn(t, s.Member.Email)
	s.Run(t, []testkit.Scenario{
		{Name: "promote", Request: call{Method: "PUT", Path: path, As: s.Admin, Body: `{"role":"admin"}`}, Status: 200, Contains: []string{`"role":"admin"`}},
		{Name: "the session of before", Request: call{Path: "/api/auth/user", As: member}, Status: 401},
	})
	member = s.SignIn(t, s.Member.Email)
	s.Run(t, []testkit.Scenario{
		{Name: "the new operator", Request: call{Path: "/api/admin/events", As: member}, Status: 200},
		{Name: "demotes the first", Request: call{Method: "PUT", Path: "/api/admin/users/" + adminID, As: member, Body: `{"role":"listener"}`}, Status: 200},
		{Name: "whose session is over", Request: call{Path: "/api/admin/events", As: s.Admin}, Status: 401},
		{Name: "deletes the first", Request: call{Method: "DELETE", Path: "/api/admin/users/" + adminID, As: member}, Status: 204},
		{Name: "at once", Request: call{Method: "POST", Path: "/api/admin/users/" + adminID + "/erase", As: member}, Status: 204},
		{Name: "again", Request: call{Method: "DELETE", Path: "/api/admin/users/" + adminID, As: member}, Status: 404},
	})
}

func TestOperatorUnlocks(t *testing.T) {
	s := testkit.Start(t, testkit.Options{})
	login := call{Method: "POST", Path: "/api/auth/login", Body: `{"email":"member@example.com","password":"` + testkit.Password + `"}`}
	wrong := login
	wrong.Body = `{"email":"member@example.com","password":"wrong-one"}`
	for range 5 {
		s.Do(t, wrong)
	}
	unlock := "/api/admin/users/" + userID(t, s, s.Member.Email) + "/unlock"
	s.Run(t, []testkit.Scenario{
		{Name: "locked", Request: login, Status: 429, Contains: []string{"Try again in 15 minutes."}, Headers: map[string]string{"Retry-After": "00"}},
		{Name: "seen by the operator", Request: call{Path: "/api/users", As: s.Admin}, Status: 200, Contains: []string{`"isLocked":true`}},
		{Name: "not by oneself", Request: call{Method: "POST", Path: unlock, As: s.Member}, Status: 403},
		{Name: "unlock", Request: call{Method: "POST", Path: unlock, As: s.Admin}, Status: 200},
		{Name: "nobody", Request: call{Method: "POST", Path: "/api/admin/users/nobody/unlock", As: s.Admin}, Status: 404},
		{Name: "free", Request: login, Status: 200},
	})
}

func TestAPIKeys(t *testing.T) {
	s := library.Join(t)
	const path = "/api/account/api-keys"
	id, listen := apitest.APIKey(t, s, s.Member, "listen")
	_, read := apitest.APIKey(t, s, s.Member, "read")
	_, write := apitest.APIKey(t, s, s.Member, "write", "listen")
	_, plain := apitest.APIKey(t, s, s.Admin, "write")
	_, admin := apitest.APIKey(t, s, s.Admin, "read", "admin")
	bearer := func(secret string) map[string]string { return map[string]string{"Authorization": "Bearer " + secret} }
	app, reader, writer, operator, monitor := apitest.Basic(s.Member.Email, listen), bearer(read), bearer(write), bearer(plain), bearer(admin)
	var track track
	for _, track = range apitest.TracksOf(t, s) {
		break
	}
	play := fmt.Sprintf(`{"id":"01ARZ3NDEKTSV4RRFFQ69G5FAV","trackId":%q,"startedAt":"2026-01-01T00:00:00Z","listened":31}`, track.ID)
	like := "/api/tracks/" + track.ID + "/like"
	member := "/api/admin/users/" + userID(t, s, s.Member.Email)
	made := func(scopes, rest string) string {
		return `{"name":"Car","scopes":` + scopes + `,"password":""` + rest + `}`
	}
	s.Run(t, []testkit.Scenario{
		{Name: "list", Request: call{Path: path, As: s.Member}, Status: 200, Contains: []string{`"name":"Car","scopes":["listen","write"]`, `"lastUsedAt":null`, `"expiresAt":null`}, Lacks: []string{listen, read, write, plain, "sonora-"}},
		{Name: "a visitor", Request: call{Path: path}, Status: 401},
		{Name: "without the password", Request: call{Method: "POST", Path: path, As: s.Member, Body: `{"name":"Car","scopes":["read"],"password":"wrong-one"}`}, Status: 400, Contains: []string{`"password":["This password is incorrect."]`}},
		{Name: "an unknown scope", Request: call{Method: "POST", Path: path, As: s.Member, Body: made(`["full"]`, "")}, Status: 400, Contains: []string{`"scopes`}},
		{Name: "without a scope", Request: call{Method: "POST", Path: path, As: s.Member, Body: made(`[]`, "")}, Status: 400, Contains: []string{`"scopes":["This field is required."]`}},
		{Name: "for operators", Request: call{Method: "POST", Path: path, As: s.Member, Body: made(`["read","admin"]`, "")}, Status: 400, Contains: []string{`"scopes":["Only operators can`}},
		{Name: "expired", Request: call{Method: "POST", Path: path, As: s.Member, Body: made(`["read"]`, `,"expiresAt":"2020-01-01T00:00:00Z"`)}, Status: 400, Contains: []string{`"expiresAt":["Choose a time in the future."]`}},
		{Name: "without a name", Request: call{Method: "POST", Path: path, As: s.Member, Body: `{"name":" ","scopes":["read"],"password":"x"}`}, Status: 400, Contains: []string{`"name":["This field is required."]`}},

		{Name: "listen: browse", Request: call{Path: "/api/tracks", Header: app}, Status: 200, Contains: []string{track.ID}},
		{Name: "listen: search", Request: call{Path: "/api/search?q=a", Header: bearer(listen)}, Status: 200},
		{Name: "listen: sound", Request: call{Path: "/api/tracks/" + track.ID + "/stream", Header: app}, Status: 200},
		{Name: "listen: report", Request: call{Method: "POST", Path: "/api/plays", Header: app, Body: play}, Status: 202},
		{Name: "listen: like", Request: call{Method: "POST", Path: like, Header: app}, Status: 200},
		{Name: "listen: liked", Request: call{Path: "/api/liked-tracks", Header: app}, Status: 200, Contains: []string{track.ID}},
		{Name: "listen: follow", Request: call{Method: "PUT", Path: "/api/follows/artist/x", Header: app}, Status: 403},
		{Name: "listen: who am I", Request: call{Path: "/api/auth/user", Header: app}, Status: 403},
		{Name: "read: browse", Request: call{Path: "/api/tracks", Header: reader}, Status: 200, Contains: []string{track.ID}},
		{Name: "read: history", Request: call{Path: "/api/history", Header: reader}, Status: 200},
		{Name: "read: who am I", Request: call{Path: "/api/auth/user", Header: reader}, Status: 200, Contains: []string{s.Member.Email}},
		{Name: "read: unlike", Request: call{Method: "DELETE", Path: like, Header: reader}, Status: 403},
		{Name: "read: report", Request: call{Method: "POST", Path: "/api/plays", Header: reader, Body: play}, Status: 403},
		{Name: "read: devices", Request: call{Path: "/api/account/sessions", Header: reader}, Status: 403},
		{Name: "read: settings", Request: call{Path: "/api/admin/settings", Header: reader}, Status: 403},
		{Name: "write: unlike", Request: call{Method: "DELETE", Path: like, Header: writer}, Status: 200},
		{Name: "write: history", Request: call{Path: "/api/history", Header: writer}, Status: 200},
		{Name: "write: sign out everywhere", Request: call{Method: "POST", Path: "/api/account/sessions/end", Header: writer}, Status: 403},
		{Name: "write: more keys", Request: call{Method: "POST", Path: path, Header: writer, Body: `{"name":"Car","scopes":["write"],"password":"` + testkit.Password + `"}`}, Status: 403},
		{Name: "write: settings", Request: call{Path: "/api/admin/settings", Header: writer}, Status: 403},
		{Name: "an operator's: settings", Request: call{Path: "/api/admin/settings", Header: operator}, Status: 403},
		{Name: "an operator's: music", Request: call{Path: "/api/tracks", Header: operator}, Status: 200, Contains: []string{track.ID}},
		{Name: "read and admin: settings", Request: call{Path: "/api/admin/settings", Header: monitor}, Status: 200},
		{Name: "read and admin: change settings", Request: call{Method: "PATCH", Path: "/api/admin/settings", Header: monitor, Body: `{"siteName":"Nobody FM"}`}, Status: 403},
		{Name: "read and admin: the account", Request: call{Path: path, Header: monitor}, Status: 403},

		{
			Name: "the real password", Request: call{Path: "/api/tracks", Header: apitest.Basic(s.Member.Email, testkit.Password)}, Status: 401,
			Headers: map[string]string{"WWW-Authenticate": "Bearer"}, Lacks: []string{"Basic"},
		},
		{Name: "another email", Request: call{Path: "/api/tracks", Header: apitest.Basic(s.Admin.Email, listen)}, Status: 401},
		{Name: "not base64", Request: call{Path: "/api/tracks", Header: map[string]string{"Authorization": "Basic !"}}, Status: 401},
		{Name: "another scheme", Request: call{Path: "/api/tracks", Header: map[string]string{"Authorization": "Digest x"}}, Status: 401},
		{Name: "a cut key", Request: call{Path: "/api/tracks", Header: bearer(listen[:20])}, Status: 401},
		{Name: "as a sign-in", Request: call{Method: "POST", Path: "/api/auth/login", Body: fmt.Sprintf(`{"email":%q,"password":%q}`, s.Member.Email, write)}, Status: 401},

		{Name: "used", Request: call{Path: path, As: s.Member}, Status: 200, Contains: []string{`"lastUsedAt":"20`}, Lacks: []string{`"lastUsedAt":null`}},
		{Name: "as operators see them", Request: call{Path: member + "/api-keys", As: s.Admin}, Status: 200, Contains: []string{id, `"scopes":["listen"]`}, Lacks: []string{"sonora-"}},
		{Name: "others do not", Request: call{Path: member + "/api-keys", As: s.Member}, Status: 403},
		{Name: "of nobody", Request: call{Path: "/api/admin/users/nobody/api-keys", As: s.Admin}, Status: 404},
		{Name: "revoked by somebody else", Request: call{Method: "DELETE", Path: path + "/" + id, As: s.Admin}, Status: 404},
		{Name: "revoked", Request: call{Method: "DELETE", Path: path + "/" + id, As: s.Member}, Status: 204},
		{Name: "again", Request: call{Method: "DELETE", Path: path + "/" + id, As: s.Member}, Status: 404},
		{Name: "again by an operator", Request: call{Method: "DELETE", Path: member + "/api-keys/" + id, As: s.Admin}, Status: 404},
		{Name: "is no more", Request: call{Path: "/api/tracks", Header: app}, Status: 401},
		{Name: "the other is", Request: call{Path: "/api/tracks", Header: writer}, Status: 200},
		{Name: "disabled", Request: call{Method: "PUT", Path: member, As: s.Admin, Body: `{"active":false}`}, Status: 200},
		{Name: "is out at once", Request: call{Path: "/api/tracks", Header: writer}, Status: 401},
	})
}

func TestGuessedAPIKeysAreThrottled(t *testing.T) {
	s := testkit.Start(t, testkit.Options{})
	_, secret := apitest.APIKey(t, s, s.Member, "listen")
	slowed := false
	for i := range 100 {
		r := s.Do(t, call{Path: "/api/tracks", Header: apitest.Basic(s.Member.Email, fmt.Sprint("sonora-", i))})
		if slowed = r.Status == http.StatusTooManyRequests && r.Header.Get("Retry-After") != ""; slowed {
			break
		}
	}
	if !slowed {
		t.Error("a hundred guesses at once")
	}
	if r := s.Do(t, call{Path: "/api/tracks", Header: apitest.Basic(s.Member.Email, secret)}); r.Status != http.StatusOK {
		t.Errorf("the right one from the same address: %d %s", r.Status, r.Body)
	}
}
