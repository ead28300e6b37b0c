package api_test

import (
	"flag"
	"fmt"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"
	"github.com/google/go-cmp/cmp"

	"sonora/internal/testkit"
	"sonora/internal/testkit/apitest"
)

var update = flag.Bool("update", false, "write testdata/access.txt anew")

// callersOf are the rules for who may call an operation, from the narrowest. The
// statuses that callers get say which one an operation has.
var callersOf = []string{"admin", "person", "creator", "member", "player", "browser", "anyone"}

// operators is the path below which every operation is the operator's.
const operators = "/api/admin/"

// caller is a kind of caller, with the expected status by rule; 0 if access is
// allowed.
type caller struct {
	name    string
	as      testkit.Person
	header  map[string]string
	refusal map[string]int
}

func refusals(browser, member, player, person, admin int) map[string]int {
	return map[string]int{"browser": browser, "member": member, "creator": member, "player": player, "person": person, "admin": admin}
}

// listening is the status for listeners, who may not upload.
func listening(refusal map[string]int) map[string]int {
	refusal["creator"] = http.StatusForbidden
	return refusal
}

// TestEveryOperationForEveryRole calls every operation of the OpenAPI document as
// every kind of caller, and compares who is refused with testdata/access.txt, in
// which a change of access is seen.
func TestEveryOperationForEveryRole(t *testing.T) {
	t.Parallel()
	s := testkit.Start(t, testkit.Options{Proxies: []string{"127.0.0.1"}})
	callers, lines := everybody(t, s), []string{}
	for _, o := range endSessionsLast() {
		statuses := make([]int, len(callers))
		for i, c := range callers {
			statuses[i] = ask(t, s, o, c)
		}
		rule := ruleOf(callers, statuses)
		if rule == "" {
			t.Errorf("%s %s follows no rule: callers get %v", o.Method, o.Path, statuses)
		}
		if strings.HasPrefix(o.Path, operators) && rule != "admin" {
			t.Errorf("%s %s is open to %s", o.Method, o.Path, rule)
		}
		lines = append(lines, fmt.Sprintf("%-8s%-7s%s\n", rule, o.Method, o.Path))
	}
	slices.Sort(lines)
	compareAccess(t, strings.Join(lines, ""))
}

func compareAccess(t *testing.T, got string) {
	t.Helper()
	const file = "testdata/access.txt"
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(want), got); d != "" {
		t.Errorf("who may call the operations differs from %s; if that is intended, run this test with -update (-want +got):\n%s", file, d)
	}
}

// endSessionsLast returns the operations in order, but endSessions at the end: it
// ends the callers' sessions.
func endSessionsLast() []*huma.Operation {
	var list, last []*huma.Operation
	for _, o := range inOrder() {
		if o.OperationID == "endSessions" {
			last = append(last, o)
		} else {
			list = append(list, o)
		}
	}
	return append(list, last...)
}

func ask(t *testing.T, s *testkit.Server, o *huma.Operation, c caller) (status int) {
	t.Helper()
	if o.OperationID == "logout" && c.as.Email != "" {
		c.as = s.SignIn(t, c.as.Email) // a session of its own, as it ends here
	}
	request := testkit.Request{
		Method: o.Method, Path: strings.NewReplacer("{id}", "01ARZ3NDEKTSV4RRFFQ69G5FAV", "{hash}", "x", "{kind}", "artist", "{name}", "x", "{provider}", "x", "{accountId}", "x", "{token}", "x").Replace(o.Path),
		As: c.as, Header: fromAnywhere(c.header),
	}
	if o.RequestBody != nil {
		request.Body = "{}"
		if o.RequestBody.Content["multipart/form-data"] != nil {
			request.Body, request.Header["Content-Type"] = "--x--", "multipart/form-data; boundary=x"
		}
	}
	status = s.Do(t, request).Status
	if status >= http.StatusInternalServerError {
		t.Errorf("%s %s as %s: %d", o.Method, o.Path, c.name, status)
	}
	return status
}

// ruleOf returns the rule that refuses exactly those callers who were refused.
func ruleOf(callers []caller, statuses []int) string {
	for _, rule := range callersOf {
		if follows(rule, callers, statuses) {
			return rule
		}
	}
	return ""
}

func follows(rule string, callers []caller, statuses []int) bool {
	for i, got := range statuses {
		want := callers[i].refusal[rule]
		refused := got == http.StatusUnauthorized || got == http.StatusForbidden
		if rule == "anyone" { // a 401 for a wrong token or password is the response of the operation
			refused, want = got == http.StatusForbidden, 0
		}
		if want != 0 && got != want || want == 0 && refused {
			return false
		}
	}
	return true
}

// everybody returns one caller of each kind.
func everybody(t *testing.T, s *testkit.Server) []caller {
	t.Helper()
	listener, disabled := s.SignUp(t, "listener@example.com"), s.SignUp(t, "disabled@example.com")
	apitest.ChangeAccount(t, s, listener, `{"role":"listener"}`)
	listener = s.SignIn(t, listener.Email) // a change of role ends sessions
	apitest.ChangeAccount(t, s, disabled, `{"active":false}`)
	const unknown, no = http.StatusUnauthorized, http.StatusForbidden
	return []caller{
		{"a visitor", testkit.Person{}, nil, refusals(0, unknown, unknown, unknown, unknown)},
		{"somebody with garbage", testkit.Person{}, map[string]string{"Authorization": "Bearer x.y.z"}, refusals(unknown, unknown, unknown, unknown, unknown)},
		{"a disabled account", testkit.Person{Access: disabled.Access}, nil, refusals(unknown, unknown, unknown, unknown, unknown)},
		{"a listener", listener, nil, listening(refusals(0, 0, 0, 0, no))},
		{"a creator", s.Member, nil, refusals(0, 0, 0, 0, no)},
		{"the operator", s.Admin, nil, refusals(0, 0, 0, 0, 0)},
		{"the operator's API key", testkit.Person{}, apitest.BasicAuth(t, s, s.Admin, "write"), refusals(0, 0, 0, no, no)},
		{"the operator's API key for operators", testkit.Person{}, apitest.BasicAuth(t, s, s.Admin, "write", "admin"), refusals(0, 0, 0, no, 0)},
		{"the operator's player", testkit.Person{}, apitest.BasicAuth(t, s, s.Admin, "listen"), refusals(0, no, 0, no, no)},
		{"a listener's API key", testkit.Person{}, apitest.BasicAuth(t, s, listener, "write"), listening(refusals(0, 0, 0, no, no))},
	}
}

// TestItemsOfOthers requests and deletes items of another person. They are not
// found, and they stay.
func TestItemsOfOthers(t *testing.T) {
	s := testkit.Start(t, testkit.Options{})
	ada, ben := s.SignUp(t, "ada@example.com"), s.Member
	apitest.BasicAuth(t, s, ada, "write")
	for _, list := range []string{"/api/account/sessions", "/api/account/api-keys"} {
		items := testkit.JSON[[]struct{ ID string }](t, s.Do(t, testkit.Request{Path: list, As: ada}))
		if len(items) == 0 {
			t.Fatalf("nothing in %s", list)
		}
		for _, who := range []testkit.Person{ben, s.Admin} {
			path := fmt.Sprintf("%s/%s", list, items[0].ID)
			if r := s.Do(t, testkit.Request{Method: http.MethodDelete, Path: path, As: who}); r.Status != http.StatusNotFound {
				t.Errorf("DELETE %s as %s: %d", path, who.Email, r.Status)
			}
		}
		if after := testkit.JSON[[]struct{ ID string }](t, s.Do(t, testkit.Request{Path: list, As: ada})); len(after) != len(items) {
			t.Errorf("%s: %d, were %d", list, len(after), len(items))
		}
	}
}
