package signin_test

import (
	"fmt"
	"testing"

	"sonora/internal/edge"
	"sonora/internal/testkit"
)

// TestPeopleTable reads the operator's table of people and the sheet of one of them.
func TestPeopleTable(t *testing.T) {
	s := testkit.Start(t, testkit.Options{})
	id, adminID := userID(t, s, s.Member.Email), userID(t, s, s.Admin.Email)
	table := func(query string) call { return call{Path: "/api/admin/users" + query, As: s.Admin} }
	total := func(n string) map[string]string { return map[string]string{"X-Total-Count": n} }
	s.Run(t, []testkit.Scenario{
		{Name: "sorted and in pages", Request: table("?sort=-email&limit=1"), Status: 200, Lacks: []string{s.Admin.Email}, Contains: []string{s.Member.Email, `"storage":0,"deleteAt":null,"isRemoved":false`, `"lastActiveAt":"20`}, Headers: map[string]string{"X-Total-Count": "2", "Link": "at=1"}},
		{Name: "by role", Request: table("?role=admin&status=active"), Status: 200, Contains: []string{s.Admin.Email}, Headers: total("1")},
		{Name: "nobody leaves", Request: table("?status=leaving"), Status: 200, Headers: total("0")},
		{Name: "an unknown column", Request: table("?sort=password_hash"), Status: 400, Contains: []string{`"sort":["`}},
		{Name: "an unknown status", Request: table("?status=gone%27"), Status: 400, Contains: []string{`"status":["`}},
		{Name: "one", Request: table("/" + id), Status: 200, Contains: []string{s.Member.Email, `"tracks":0,"playlists":0,"stations":0,"mixes":0`, `"plays":0,"listened":0`}, Lacks: []string{"hash"}},
		{Name: "nobody", Request: table("/nobody"), Status: 404},
		{Name: "one, for a member", Request: call{Path: "/api/admin/users/" + adminID, As: s.Member}, Status: 403},
		{Name: "sessions for a member", Request: call{Path: "/api/admin/users/" + adminID + "/sessions", As: s.Member}, Status: 403},
		{Name: "sessions of nobody", Request: table("/nobody/sessions"), Status: 404},
	})
	sessions := testkit.JSON[[]struct{ ID, Device string }](t, s.Do(t, table("/"+id+"/sessions")))
	if len(sessions) != 1 {
		t.Fatalf("sessions: %+v", sessions)
	}
	end := func(of string) call {
		return call{Method: "DELETE", Path: "/api/admin/users/" + of + "/sessions/" + sessions[0].ID, As: s.Admin}
	}
	s.Run(t, []testkit.Scenario{
		{Name: "somebody else's session", Request: end(adminID), Status: 404},
		{Name: "end a session", Request: end(id), Status: 204},
		{Name: "it is over", Request: call{Path: "/api/auth/user", As: s.Member}, Status: 401},
		{Name: "again", Request: end(id), Status: 404},
	})
}

// TestDeletedAccountsAreRestored deletes an account, which waits for its deletion,
// and restores it.
func TestDeletedAccountsAreRestored(t *testing.T) {
	s := testkit.Start(t, testkit.Options{})
	id, adminID := userID(t, s, s.Member.Email), userID(t, s, s.Admin.Email)
	path := "/api/admin/users/" + id
	login := call{Method: "POST", Path: "/api/auth/login", Body: `{"email":"member@example.com","password":"` + testkit.Password + `"}`}
	do := func(method, path string) call { return call{Method: method, Path: path, As: s.Admin} }
	s.Run(t, []testkit.Scenario{
		{Name: "nothing to restore", Request: do("POST", path+"/restore"), Status: 409, Contains: []string{"No operator deleted this account."}},
		{Name: "delete", Request: do("DELETE", path), Status: 204},
		{Name: "how it is listed", Request: do("GET", "/api/admin/users"), Status: 200, Contains: []string{`"isActive":false`, `"deleteAt":"20`, `"isRemoved":true`}},
		{Name: "its token", Request: call{Path: "/api/auth/user", As: s.Member}, Status: 401},
		{Name: "its sign-in", Request: login, Status: 401},
		{Name: "its profile", Request: call{Path: "/api/users/" + id}, Status: 404},
		{Name: "in the list", Request: do("GET", "/api/users?status=leaving"), Status: 200, Contains: []string{id}, Headers: map[string]string{"X-Total-Count": "1"}},
		{Name: "is not just enabled", Request: call{Method: "PUT", Path: path, As: s.Admin, Body: `{"active":true}`}, Status: 409, Contains: []string{"Restore it instead."}},
		{Name: "again", Request: do("DELETE", path), Status: 204},
		{Name: "restore", Request: do("POST", path+"/restore"), Status: 200, Contains: []string{`"isActive":true`, `"deleteAt":null`, `"isRemoved":false`}},
		{Name: "signs in again", Request: login, Status: 200},
		{Name: "disable", Request: call{Method: "PUT", Path: path, As: s.Admin, Body: `{"active":false}`}, Status: 200},
		{Name: "delete it again", Request: do("DELETE", path), Status: 204},
		{Name: "restore it again", Request: do("POST", path+"/restore"), Status: 200, Contains: []string{`"isActive":false`, `"deleteAt":null`}},
		{Name: "the log", Request: do("GET", "/api/admin/events"), Status: 200, Contains: []string{"deletion_asked", "deletion_cancelled"}},
	})
	change := func(fields string) edge.Bulk {
		t.Helper()
		body := fmt.Sprintf(`{%s,"ids":[%q,%q,"gone"]}`, fields, id, adminID)
		return testkit.JSON[edge.Bulk](t, s.Do(t, call{Method: "POST", Path: "/api/admin/users/bulk", As: s.Admin, Body: body}))
	}
	for _, c := range []struct{ fields, refused string }{
		{`"action":"enable"`, ""}, // the operator's account is enabled already
		{`"action":"setRole","role":"listener"`, "This is the last operator."},
		{`"action":"disable"`, "You cannot disable your own account."},
		{`"action":"delete"`, "You cannot delete your own account here."},
		{`"action":"restore"`, "No operator deleted this account."},
	} {
		out, failed, unchanged := change(c.fields), 1, 1
		if c.refused != "" {
			failed, unchanged = 2, 0
		}
		if len(out.Done) != 1 || len(out.Unchanged) != unchanged || out.Done[0] != id || len(out.Failed) != failed || c.refused != "" && out.Failed[0].Detail != c.refused {
			t.Errorf("%s: %+v", c.fields, out)
		}
	}
	bulk := func(body string, as testkit.Person) call {
		return call{Method: "POST", Path: "/api/admin/users/bulk", As: as, Body: body}
	}
	s.Run(t, []testkit.Scenario{
		{Name: "what became of it", Request: do("GET", path), Status: 200, Contains: []string{`"role":"listener"`, `"isActive":false`, `"deleteAt":null`}},
		{Name: "a role without one", Request: bulk(`{"action":"setRole","ids":["x"]}`, s.Admin), Status: 400, Contains: []string{`"role":["Choose a role."]`}},
		{Name: "an unknown action", Request: bulk(`{"action":"explode","ids":["x"]}`, s.Admin), Status: 400, Contains: []string{`"action":["`}},
		{Name: "a member", Request: bulk(`{"action":"disable","ids":["x"]}`, s.Member), Status: 401},
		{Name: "erase oneself", Request: do("POST", "/api/admin/users/"+adminID+"/erase"), Status: 409},
		{Name: "erase", Request: do("POST", path+"/erase"), Status: 204},
		{Name: "gone", Request: do("GET", path), Status: 404},
	})
}
