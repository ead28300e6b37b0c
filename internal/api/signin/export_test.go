package signin_test

import (
	"archive/zip"
	"bytes"
	"net/http"
	"testing"
	"time"

	"sonora/internal/testkit"
)

type export struct {
	ID, State string
	Size      int64
	ReadyAt   *time.Time
}

func TestExport(t *testing.T) {
	s := testkit.Start(t, testkit.Options{})
	begin := call{Method: "POST", Path: "/api/account/export/", As: s.Member}
	r := s.Do(t, begin)
	made := testkit.JSON[export](t, r)
	if r.Status != http.StatusAccepted || made.ID == "" {
		t.Fatalf("%d %s", r.Status, r.Body)
	}
	list := []export{made}
	for deadline := time.Now().Add(20 * time.Second); list[0].State != "done" && time.Now().Before(deadline); <-time.After(10 * time.Millisecond) {
		list = testkit.JSON[[]export](t, s.Do(t, call{Path: "/api/account/export", As: s.Member}))
	}
	if len(list) != 1 || list[0].State != "done" || list[0].ReadyAt == nil {
		t.Fatalf("exports: %+v", list)
	}
	file := "/api/account/export/" + made.ID + "/file"
	got := s.Do(t, call{Path: file, As: s.Member, ByCookie: true})
	archive, err := zip.NewReader(bytes.NewReader([]byte(got.Body)), int64(len(got.Body)))
	if err != nil || int64(len(got.Body)) != list[0].Size || len(archive.File) < 8 {
		t.Fatalf("%d %v %v, want %d bytes", got.Status, got.Header, err, list[0].Size)
	}
	s.Run(t, []testkit.Scenario{
		{Name: "as a file", Request: call{Path: file, As: s.Member}, Status: 200, Headers: map[string]string{"Content-Disposition": `attachment; filename=sonora-`, "Content-Type": "application/zip", "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}},
		{Name: "the rest of it", Request: call{Path: file, As: s.Member, Header: map[string]string{"Range": "bytes=10-"}}, Status: 206},
		{Name: "somebody else's", Request: call{Path: file, As: s.Admin}, Status: 404, Contains: []string{`"detail":"Not found."}`}},
		{Name: "nobody's", Request: call{Path: file}, Status: 401},
		{Name: "another path", Request: call{Path: "/api/account/export/..%2f..%2fsonora.db/file", As: s.Admin}, Status: 404},
		{Name: "somebody else's list", Request: call{Path: "/api/account/export", As: s.Admin}, Status: 200, Contains: []string{"[]"}},
		{Name: "nobody's list", Request: call{Path: "/api/account/export"}, Status: 401},
		{Name: "nobody begins one", Request: call{Method: "POST", Path: "/api/account/export"}, Status: 401},
		{Name: "begun elsewhere", Request: call{Method: "POST", Path: "/api/account/export", As: s.Member, ByCookie: true, Header: map[string]string{"Origin": "https://evil.example"}}, Status: 403},
	})
}

func TestDeleteAccount(t *testing.T) {
	s := testkit.Start(t, testkit.Options{})
	other := s.SignIn(t, s.Member.Email)
	remove := func(who testkit.Person, body string) call {
		return call{Method: "POST", Path: "/api/account/delete", As: who, Body: body}
	}
	right := `{"password":"` + testkit.Password + `"}`
	s.Run(t, []testkit.Scenario{
		{Name: "nobody", Request: remove(testkit.Person{}, right), Status: 401},
		{Name: "wrong password", Request: remove(s.Member, `{"password":"not-this-one"}`), Status: 400, Contains: []string{`"password":["This password is incorrect."]`}},
		{Name: "no password", Request: remove(s.Member, `{}`), Status: 400, Contains: []string{`"password":["This field is required."]`}},
		{Name: "mistyped", Request: remove(s.Member, `{"password":5}`), Status: 400, Contains: []string{`"password"`}},
		{Name: "the last operator", Request: remove(s.Admin, right), Status: 409, Contains: []string{`"detail"`}},
		{Name: "nothing yet", Request: call{Path: "/api/auth/user", As: s.Member}, Status: 200, Contains: []string{`"deleteAt":null`}},
		{Name: "in two weeks", Request: remove(s.Member, right), Status: 200, Contains: []string{`{"deleteAt":"`}},
		{Name: "told", Request: call{Path: "/api/auth/user", As: s.Member}, Status: 200, Contains: []string{`"deleteAt":"2`}},
		{Name: "signed out elsewhere", Request: call{Path: "/api/auth/user", As: other}, Status: 401},
		{Name: "asked again", Request: remove(s.Member, right), Status: 200},
		{Name: "nobody takes it back", Request: call{Method: "DELETE", Path: "/api/account/delete"}, Status: 401},
		{Name: "taken back", Request: call{Method: "DELETE", Path: "/api/account/delete", As: s.Member}, Status: 204},
		{Name: "stays", Request: call{Path: "/api/auth/user", As: s.Member}, Status: 200, Contains: []string{`"deleteAt":null`}},
		{Name: "taken back again", Request: call{Method: "DELETE", Path: "/api/account/delete", As: s.Member}, Status: 204},
	})
	s.SignIn(t, s.Member.Email)
}
