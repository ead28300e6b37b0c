package signin_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"sonora/internal/testkit"
	"sonora/internal/testkit/apitest"
)

// person is the part of a user that tests use.
type person struct {
	ID, Email, FirstName, LastName, Bio, Location, Website, PhoneNumber, Role string
	DateOfBirth, ProfileImageURL, AuthProvider, PendingEmail                  *string
	IsPrivate, EmailNotifications, PushNotifications                          bool
	CreatedAt                                                                 time.Time
	DeleteAt                                                                  *time.Time
}

func whoIs(t *testing.T, s *testkit.Server, who testkit.Person) person {
	t.Helper()
	return testkit.JSON[person](t, s.Do(t, call{Path: "/api/auth/user", As: who}))
}

func TestProfileIsSaved(t *testing.T) {
	s := testkit.Start(t, testkit.Options{})
	fresh := whoIs(t, s, s.Member)
	if !fresh.EmailNotifications || !fresh.PushNotifications || fresh.IsPrivate || fresh.DateOfBirth != nil {
		t.Errorf("a new account: %+v", fresh)
	}
	all := `{"firstName":" Ada ","lastName":"Lovelace","email":" MEMBER@example.com","bio":"Hi\r\nthere","location":"London","website":"https://ada.example/me?x=1#y",
		"phoneNumber":"+44 (20) 7946-0000.1","dateOfBirth":"1990-12-10","isPrivate":true,"emailNotifications":false,"pushNotifications":false}`
	r := s.Do(t, call{Method: "PUT", Path: "/api/user/profile/", As: s.Member, Body: all})
	got := testkit.JSON[person](t, r)
	if r.Status != http.StatusOK || got.FirstName != "Ada" || got.LastName != "Lovelace" || got.Email != "member@example.com" || got.Bio != "Hi\nthere" || got.Location != "London" ||
		got.Website != "https://ada.example/me?x=1#y" || got.PhoneNumber != "+44 (20) 7946-0000.1" || *got.DateOfBirth != "1990-12-10" ||
		!got.IsPrivate || got.EmailNotifications || got.PushNotifications {
		t.Errorf("saved: %d %s", r.Status, r.Body)
	}
	if again := s.Do(t, call{Path: "/api/auth/user", As: s.Member}); again.Body != r.Body {
		t.Errorf("read again: %s, saved: %s", again.Body, r.Body)
	}
	r = s.Do(t, call{Method: "PUT", Path: "/api/user/profile", As: s.Member, Body: `{"bio":"","dateOfBirth":null}`})
	if part := testkit.JSON[person](t, r); part.Bio != "" || part.DateOfBirth != nil || part.FirstName != "Ada" || !part.IsPrivate {
		t.Errorf("a part: %s", r.Body)
	}
	if other := whoIs(t, s, s.Admin); other.LastName != "" || other.IsPrivate {
		t.Errorf("somebody else: %+v", other)
	}
}

func TestProfileRules(t *testing.T) {
	s := empty.Join(t)
	before := s.Do(t, call{Path: "/api/auth/user", As: s.Member}).Body
	tomorrow := time.Now().Add(48 * time.Hour).Format(time.DateOnly)
	long := func(n int) string { return `"` + strings.Repeat("é", n) + `"` }
	const controls, notText, notBool = "Control characters are not allowed.", "This has to be text.", "This has to be true or false."
	var scenarios []testkit.Scenario
	for _, c := range []struct{ field, value, says string }{
		{"firstName", long(151), "no more than 150 characters"},
		{"lastName", long(151), "no more than 150 characters"},
		{"bio", long(1001), "no more than 1000 characters"},
		{"location", long(101), "no more than 100 characters"},
		{"website", `"https://a.example/` + strings.Repeat("a", 190) + `"`, "no more than 200 characters"},
		{"phoneNumber", `"` + strings.Repeat("1", 33) + `"`, "no more than 32 characters"},
		{"firstName", `"a\u0000b"`, controls},
		{"lastName", `"a\nb"`, controls},
		{"bio", `"a\u0007b"`, controls},
		{"bio", `"a\u202eb"`, controls},
		{"location", `"a\u2066b"`, controls},
		{"location", `"\ud800"`, controls},
		{"location", `"a\u2028b"`, controls},
		{"website", `"https://a.example/\u0001"`, controls},
		{"website", `"javascript:alert(1)"`, "Enter a valid URL."},
		{"website", `"JaVaScRiPt://a.example/%0aalert(1)"`, "Enter a valid URL."},
		{"website", `"data:text/html,<script>alert(1)</script>"`, "Enter a valid URL."},
		{"website", `"ftp://a.example"`, "Enter a valid URL."},
		{"website", `"//a.example"`, "Enter a valid URL."},
		{"website", `"a.example"`, "Enter a valid URL."},
		{"website", `"https://"`, "Enter a valid URL."},
		{"website", `"https:///path"`, "Enter a valid URL."},
		{"website", `"https://:443"`, "Enter a valid URL."},
		{"website", `"https://a.example:port"`, "Enter a valid URL."},
		{"website", `"https://bank.example@evil.example"`, "Enter a valid URL."},
		{"website", `"https://a.example/\"><script>"`, "Enter a valid URL."},
		{"website", `"https://a b.example"`, "Enter a valid URL."},
		{"website", `"https://a..example"`, "Enter a valid URL."},
		{"website", `"https://-a.example"`, "Enter a valid URL."},
		{"website", `"https:\\\\a.example"`, "Enter a valid URL."},
		{"phoneNumber", `"call me"`, "Enter a valid phone number."},
		{"phoneNumber", `"+()"`, "Enter a valid phone number."},
		{"phoneNumber", `"١٢٣"`, "Enter a valid phone number."},
		{"dateOfBirth", `"1990-02-30"`, "Enter a valid date."},
		{"dateOfBirth", `"10.12.1990"`, "Enter a valid date."},
		{"dateOfBirth", `"1990-1-1"`, "Enter a valid date."},
		{"dateOfBirth", `"1899-12-31"`, "Enter a valid date."},
		{"dateOfBirth", `"` + tomorrow + `"`, "This date is in the future."},
		{"dateOfBirth", `"9999-99-99"`, "Enter a valid date."},
		{"dateOfBirth", `19901210`, notText},
		{"firstName", `5`, notText},
		{"firstName", `["a"]`, notText},
		{"bio", `{}`, notText},
		{"isPrivate", `1`, notBool},
		{"isPrivate", `"true"`, notBool},
		{"isPrivate", `null`, notBool},
		{"emailNotifications", `"yes"`, notBool},
		{"pushNotifications", `[]`, notBool},
		{"email", `"admin@example.com"`, "A user is already registered with this e-mail address."},
		{"email", `" ADMIN@Example.COM "`, "A user is already registered with this e-mail address."},
		{"email", `"no address"`, "Enter a valid email address."},
		{"email", `"a@b.example\r\nBcc: x@y.example"`, "Enter a valid email address."},
		{"email", `""`, "This field is required."},
		{"email", `7`, notText},
	} {
		scenarios = append(scenarios, testkit.Scenario{
			Name:    c.field + " " + fmt.Sprintf("%.40s", c.value),
			Request: call{Method: "PUT", Path: "/api/user/profile", As: s.Member, Body: `{"location":"changed",` + fmt.Sprintf("%q:%s", c.field, c.value) + `}`},
			Status:  400, Contains: []string{fmt.Sprintf("%q:[", c.field), c.says, `"detail":"`},
		})
	}
	scenarios = append(scenarios,
		testkit.Scenario{Name: "words", Request: call{Method: "PUT", Path: "/api/user/profile", As: s.Member, Body: `{"website":"x"}`}, Status: 400, Contains: []string{`"detail":"Enter a valid URL.","website":["Enter a valid URL."]}`}},
		testkit.Scenario{Name: "nobody", Request: call{Method: "PUT", Path: "/api/user/profile", Body: `{"bio":"x"}`}, Status: 401},
		testkit.Scenario{Name: "a list", Request: call{Method: "PUT", Path: "/api/user/profile", As: s.Member, Body: `[]`}, Status: 400},
		testkit.Scenario{Name: "nothing", Request: call{Method: "PUT", Path: "/api/user/profile", As: s.Member}, Status: 400},
		testkit.Scenario{Name: "by a cookie from elsewhere", Request: call{Method: "PUT", Path: "/api/user/profile", As: s.Member, ByCookie: true, Body: `{"bio":"x"}`, Header: map[string]string{"Origin": "https://evil.example"}}, Status: 403},
	)
	s.Run(t, scenarios)
	if after := s.Do(t, call{Path: "/api/auth/user", As: s.Member}).Body; after != before {
		t.Errorf("refused, but changed: %s, before: %s", after, before)
	}
	for _, fine := range []string{
		`{"website":"http://localhost:8080"}`, `{"website":"https://müller.example/ä"}`, `{"website":"https://[2001:db8::1]/"}`, `{"website":"HTTPS://A.EXAMPLE"}`, `{"website":""}`, `{"website":null,"bio":null,"firstName":null}`,
		`{"phoneNumber":""}`, `{"dateOfBirth":""}`, `{"dateOfBirth":"2000-02-29"}`, `{"bio":"<script>alert(1)</script> \u202f 🎧"}`, `{}`,
		`{"bio":` + long(1000) + `,"firstName":` + long(150) + `}`,
	} {
		if r := s.Do(t, call{Method: "PUT", Path: "/api/user/profile", As: s.Member, Body: fine}); r.Status != http.StatusOK {
			t.Errorf("%.80s: %d %s", fine, r.Status, r.Body)
		}
	}
}

// TestProfileIgnoresOtherFields sends fields that only the server sets.
func TestProfileIgnoresOtherFields(t *testing.T) {
	s := testkit.Start(t, testkit.Options{})
	before := whoIs(t, s, s.Member)
	admin := whoIs(t, s, s.Admin)
	r := s.Do(t, call{Method: "PUT", Path: "/api/user/profile", As: s.Member, Body: `{"bio":"new","id":"` + admin.ID + `","role":"admin","createdAt":"1999-01-01T00:00:00Z",
		"authProvider":"google","profileImageUrl":"javascript:alert(1)","pendingEmail":"x@y.example","deleteAt":"1999-01-01T00:00:00Z"}`})
	after := testkit.JSON[person](t, r)
	if after.Bio != "new" {
		t.Errorf("%d %s", r.Status, r.Body)
	}
	after.Bio = before.Bio
	if fmt.Sprintf("%+v", after) != fmt.Sprintf("%+v", before) {
		t.Errorf("before %+v, after %+v", before, after)
	}
	for _, field := range []string{"passwordHash", "password", "disabledAt", "__proto__", "Role", "ROLE", "Bio"} {
		r := s.Do(t, call{Method: "PUT", Path: "/api/user/profile", As: s.Member, Body: `{"bio":"newer","` + field + `":null}`})
		if r.Status != http.StatusBadRequest || !strings.Contains(r.Body, `"`+field+`":["There is no field of this name."]`) {
			t.Errorf("%s: %d %s", field, r.Status, r.Body)
		}
	}
	if now := whoIs(t, s, s.Admin); now.Bio != "" {
		t.Errorf("the admin's bio is %q", now.Bio)
	}
	if r := s.Do(t, call{Path: "/api/users", As: s.Member}); r.Status != http.StatusForbidden {
		t.Errorf("lists users: %d", r.Status)
	}
}

// TestProfileChangesAddress changes the address without a mail server, which takes
// effect at once.
func TestProfileChangesAddress(t *testing.T) {
	s := testkit.Start(t, testkit.Options{})
	r := s.Do(t, call{Method: "PUT", Path: "/api/user/profile", As: s.Member, Body: `{"email":"New@Example.com","bio":"b"}`})
	if got := testkit.JSON[person](t, r); got.Email != "new@example.com" || got.Bio != "b" || got.PendingEmail != nil {
		t.Errorf("%d %s", r.Status, r.Body)
	}
	s.SignIn(t, "new@example.com")
}

func TestLanguage(t *testing.T) {
	s := empty.Join(t)
	save := func(body string) call {
		return call{Method: "PUT", Path: "/api/account/language", As: s.Member, Body: body}
	}
	anonymous := save(`{"language":"es"}`)
	anonymous.As = testkit.Person{}
	s.Run(t, []testkit.Scenario{
		{Name: "Spanish", Request: save(`{"language":"es"}`), Status: 200, Contains: []string{`"language":"es"`}},
		{Name: "unknown", Request: save(`{"language":"xx"}`), Status: 400, Contains: []string{`"language":["Choose one of en, es."]`}},
		{Name: "mistyped", Request: save(`{"language":5}`), Status: 400, Contains: []string{`"language"`}},
		{Name: "none", Request: save(`{}`), Status: 400, Contains: []string{`"language":["This field is required."]`}},
		{Name: "kept", Request: call{Path: "/api/auth/user", As: s.Member}, Status: 200, Contains: []string{`"language":"es"`}},
		{Name: "as the browser says", Request: save(`{"language":""}`), Status: 200, Contains: []string{`"language":""`}},
		{Name: "nobody", Request: anonymous, Status: 401},
	})
}

func TestPublicProfile(t *testing.T) {
	s := library.Join(t)
	all := apitest.TracksOf(t, s)
	other := s.SignUp(t, "other@example.com")
	for _, title := range []string{"Dawn", "Noon", "Single"} {
		s.Do(t, call{Method: "POST", Path: "/api/tracks/" + all[title].ID + "/like", As: s.Member})
	}
	put := func(body string) {
		t.Helper()
		if r := s.Do(t, call{Method: "PUT", Path: "/api/user/profile", As: s.Member, Body: body}); r.Status != http.StatusOK {
			t.Fatalf("%d %s", r.Status, r.Body)
		}
	}
	put(`{"firstName":"Ada","lastName":"Lovelace","bio":"Hi","location":"London","website":"https://ada.example","phoneNumber":"+44 20","dateOfBirth":"1990-12-10"}`)
	page := "/api/users/" + whoIs(t, s, s.Member).ID
	secrets := []string{s.Member.Email, "+44 20", "1990-12-10", "email", "phone", "dateOfBirth", "role"}
	s.Run(t, []testkit.Scenario{
		{Name: "another member", Request: call{Path: page, As: other}, Status: 200, Contains: []string{`"name":"Ada Lovelace"`, `"bio":"Hi"`, `"location":"London"`, `"website":"https://ada.example"`, `"isSelf":false`, "Dawn", "Single"}, Lacks: append([]string{`"liked":true`}, secrets...)},
		{Name: "a visitor sees no members' songs", Request: call{Path: page}, Status: 200, Contains: []string{`"name":"Ada Lovelace"`, `"likedSongs":[]`}, Lacks: secrets},
		{Name: "oneself", Request: call{Path: page + "/", As: s.Member}, Status: 200, Contains: []string{`"isSelf":true`, `"isPrivate":false`}},
		{Name: "nobody of this id", Request: call{Path: "/api/users/nobody", As: s.Admin}, Status: 404, Contains: []string{`"detail":"Not found."}`}},
	})
	put(`{"isPrivate":true}`)
	s.Run(t, []testkit.Scenario{
		{Name: "private to another member", Request: call{Path: page, As: other}, Status: 404, Contains: []string{`"detail":"Not found."}`}},
		{Name: "private to a visitor", Request: call{Path: page}, Status: 404},
		{Name: "private to an admin", Request: call{Path: page, As: s.Admin}, Status: 200, Contains: []string{`"isPrivate":true`}, Lacks: secrets},
		{Name: "private to oneself", Request: call{Path: page, As: s.Member}, Status: 200, Contains: []string{`"isPrivate":true`}},
	})
	put(`{"isPrivate":false}`)
	remove := call{Method: "POST", Path: "/api/account/delete", As: s.Member, Body: `{"password":"` + testkit.Password + `"}`}
	if r := s.Do(t, remove); r.Status != http.StatusOK {
		t.Fatalf("%d %s", r.Status, r.Body)
	}
	s.Run(t, []testkit.Scenario{
		{Name: "about to go", Request: call{Path: page, As: other}, Status: 404},
		{Name: "about to go, to an admin", Request: call{Path: page, As: s.Admin}, Status: 404},
		{Name: "about to go, to oneself", Request: call{Path: page, As: s.Member}, Status: 200},
	})
}

func TestStatsAndActivity(t *testing.T) {
	s := library.Join(t)
	all := apitest.TracksOf(t, s)
	s.Run(t, []testkit.Scenario{
		{Name: "fresh", Request: call{Path: "/api/user/stats", As: s.Member}, Status: 200, Contains: []string{`{"likedSongs":0,"playlists":0,"listenedSeconds":0}`}},
		{Name: "nothing but having joined", Request: call{Path: "/api/user/activity", As: s.Member}, Status: 200, Contains: []string{`[{"kind":"joined","at":"`, `"track":null}]`}},
		{Name: "nobody's stats", Request: call{Path: "/api/user/stats"}, Status: 401},
		{Name: "nobody's activity", Request: call{Path: "/api/user/activity"}, Status: 401},
		{Name: "too much", Request: call{Path: "/api/user/activity?limit=51", As: s.Member}, Status: 400, Contains: []string{`"limit"`}},
		{Name: "too little", Request: call{Path: "/api/user/activity?limit=0", As: s.Member}, Status: 400, Contains: []string{`"limit"`}},
	})
	play := func(id, title string, ago time.Duration, listened string) {
		t.Helper()
		r := s.Do(t, call{Method: "POST", Path: "/api/plays", As: s.Member, Body: fmt.Sprintf(`{"id":"01JD000000000000000000000%s","trackId":%q,"startedAt":%q,"listened":%s}`,
			id, all[title].ID, time.Now().Add(-ago).UTC().Format(time.RFC3339), listened)})
		if r.Status != http.StatusAccepted {
			t.Fatalf("%d %s", r.Status, r.Body)
		}
	}
	play("1", "Dawn", 3*time.Hour, "1")
	play("2", "Noon", 2*time.Hour, "1")
	play("3", "Noon", time.Hour, "1") // again, one entry
	play("4", "Dawn", 8*24*time.Hour, "1")
	s.Do(t, call{Method: "POST", Path: "/api/tracks/" + all["Dawn"].ID + "/like", As: s.Member})
	s.Do(t, call{Method: "POST", Path: "/api/playlists", As: s.Member, Body: `{"name":"Mine"}`})
	s.Do(t, call{Method: "POST", Path: "/api/playlists", As: s.Admin, Body: `{"name":"Not mine"}`})
	r := s.Do(t, call{Path: "/api/user/activity", As: s.Member})
	var got []string
	for _, a := range testkit.JSON[[]struct {
		Kind  string
		At    time.Time
		Track *track
	}](t, r) {
		if a.Track != nil {
			a.Kind += " " + a.Track.Title
		}
		got = append(got, a.Kind)
	}
	if strings.Join(got, ", ") != "liked Dawn, played Noon, played Dawn, joined" {
		t.Errorf("activity: %q", got)
	}
	stats := testkit.JSON[struct{ LikedSongs, Playlists, ListenedSeconds float64 }](t, s.Do(t, call{Path: "/api/user/stats", As: s.Member}))
	if stats.LikedSongs != 1 || stats.Playlists != 1 || stats.ListenedSeconds != 3 {
		t.Errorf("stats: %+v", stats)
	}
	s.Run(t, []testkit.Scenario{
		{Name: "one entry", Request: call{Path: "/api/user/activity?limit=1", As: s.Member}, Status: 200, Contains: []string{"liked"}, Lacks: []string{"played"}},
		{Name: "somebody else's", Request: call{Path: "/api/user/activity", As: s.Admin}, Status: 200, Lacks: []string{"Dawn"}},
	})
}
