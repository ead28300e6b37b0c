package api_test

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"sonora/internal/api"
	"sonora/internal/testkit"
	"sonora/internal/testkit/fakelib"
)

// clean fails the test for a response that is a server error or contains secrets.
func clean(t *testing.T, what string, w *httptest.ResponseRecorder) {
	t.Helper()
	if w.Code >= http.StatusInternalServerError {
		t.Errorf("%s: %d %.300s", what, w.Code, w.Body)
	}
	for _, secret := range []string{"argon2", "Go struct", "SQLSTATE", "goroutine", "password_hash"} {
		if strings.Contains(w.Body.String(), secret) {
			t.Errorf("%s: %q in %.300s", what, secret, w.Body)
		}
	}
}

// FuzzCredentials sends modified tokens and cookies. Only the original ones
// authenticate.
func FuzzCredentials(f *testing.F) {
	e, _ := newPublicEdge(f)
	token, _ := e.SignIn(f, "ada@example.com")
	parts := strings.Split(token, ".")
	for _, header := range []string{
		"Bearer " + token, "bearer  " + token, "Bearer", "Basic", "Basic Og==", "Basic " + token, "Bearer " + token + ".x",
		"Bearer eyJhbGciOiJub25lIn0." + parts[1] + ".", "Bearer " + parts[0] + "." + parts[1] + ".", "Basic YWRhQGV4YW1wbGUuY29tOnMzY3JldC1wYXNz",
	} {
		f.Add(header, "session="+token)
	}
	f.Add("", "session=\"; session=a; session="+strings.Repeat("a", 5000))
	f.Fuzz(func(t *testing.T, authorization, cookie string) {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/api/auth/user", http.NoBody)
		r.Header["Authorization"], r.Header["Cookie"] = []string{authorization}, []string{cookie}
		if authorization == "" {
			r.Header.Del("Authorization")
		}
		w := httptest.NewRecorder()
		e.ServeHTTP(w, r)
		clean(t, authorization+" "+cookie, w)
		scheme, given, _ := strings.Cut(authorization, " ")
		if w.Code == http.StatusOK && (!strings.EqualFold(scheme, "Bearer") || strings.TrimSpace(given) != token) {
			t.Errorf("authenticated with %q and %q", authorization, cookie)
		}
	})
}

// FuzzQuery calls every operation with an arbitrary query.
func FuzzQuery(f *testing.F) {
	music := f.TempDir()
	fakelib.Build(f, music)
	s := testkit.Start(f, testkit.Options{Music: music})
	var paths []string
	for path, item := range api.Document().Paths {
		if item.Get != nil && item.Get.OperationID != "events" && item.Get.OperationID != "stationEvents" {
			paths = append(paths, strings.NewReplacer("{", "", "}", "").Replace(path))
		}
	}
	slices.Sort(paths)
	for i, query := range []string{"", "limit=1&cursor=x", "%", "a=%00", "a=%ff", "q=" + strings.Repeat("%20", 500), "limit=-1", "sort=;drop", "limit=1&limit=2", "next=//evil.example", "a[]=1&a[b]=2"} {
		f.Add(uint(i), query)
	}
	f.Fuzz(func(t *testing.T, n uint, query string) {
		path := paths[n%uint(len(paths))]
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, http.NoBody)
		r.URL.RawQuery = query
		r.Header.Set("Authorization", "Bearer "+s.Admin.Access)
		w := httptest.NewRecorder()
		s.Handler.ServeHTTP(w, r)
		clean(t, path+"?"+query, w)
		if to := w.Header().Get("Location"); to != "" && (!strings.HasPrefix(to, "/") || strings.HasPrefix(to, "//") || strings.HasPrefix(to, `/\`)) {
			t.Errorf("%s?%s leads to %s", path, query, to)
		}
	})
}

// FuzzBody sends arbitrary bodies as a visitor to the operations that sign in,
// register and accept links from mails.
func FuzzBody(f *testing.F) {
	e, _ := newPublicEdge(f)
	var calls []string
	for path, item := range api.Document().Paths {
		if item.Post != nil && strings.HasPrefix(path, "/api/auth/") {
			calls = append(calls, strings.NewReplacer("{", "", "}", "").Replace(path))
		}
	}
	slices.Sort(calls)
	for i := range calls {
		for _, body := range []string{
			``, `{}`, `[]`, `null`, `{"token":"x"}`, `{"email":"a@b.example","password":"x"}`, `{"challenge":"x.y.z","code":"000000"}`, `{"refresh":1}`,
			`{"code":"a","redirect_uri":"https://evil.example/"}`, `{"ceremony":"x","credential":{"id":"a","type":"public-key","response":{}}}`, "{\"email\":\"\xff\"}",
		} {
			f.Add(uint(i), []byte(body))
		}
	}
	f.Fuzz(func(t *testing.T, n uint, body []byte) {
		path := calls[n%uint(len(calls))]
		w := e.Ask(http.MethodPost, path, string(body))
		clean(t, path, w)
		if strings.Contains(w.Body.String(), `"access":`) && !strings.Contains(path, "register") {
			t.Errorf("%s lets in with %q", path, body)
		}
	})
}
