package auth

import (
	"encoding/base64"
	"testing"
	"time"

	"sonora/internal/music"
)

func TestRecognise(t *testing.T) {
	a, _, c := open(t)
	g := signUp(t, a, "root@example.com")
	v := viewerOf(t, a, g)
	_, secret, err := a.MakeAppPassword(t.Context(), v, NewAppPassword{"Car", music.ScopeStream, password})
	if err != nil {
		t.Fatal(err)
	}
	player := music.Viewer{AccountID: v.AccountID, Role: music.Creator, Scope: music.ScopeStream}
	basic := func(text string) string { return "basic " + base64.StdEncoding.EncodeToString([]byte(text)) }
	for name, c := range map[string]struct {
		proof    Proof
		viewer   music.Viewer
		byCookie bool
		code     music.Code // 0 for none
	}{
		"nobody":             {proof: Proof{}},
		"a token":            {proof: Proof{Authorization: "bearer " + g.Access}, viewer: v},
		"a bad token":        {proof: Proof{Authorization: "Bearer x", Cookie: g.Cookie}, code: music.Unauthenticated},
		"a header of an app": {proof: Proof{Authorization: basic("root@example.com:" + secret)}, viewer: player},
		"an app password":    {proof: Proof{Email: "root@example.com", Secret: secret}, viewer: player},
		"a wrong password":   {proof: Proof{Email: "root@example.com", Secret: "x"}, code: music.Unauthenticated},
		"no pair":            {proof: Proof{Authorization: basic("root@example.com")}, code: music.Unauthenticated},
		"no base64":          {proof: Proof{Authorization: "Basic ***"}, code: music.Unauthenticated},
		"another scheme":     {proof: Proof{Authorization: "Digest x"}, code: music.Unauthenticated},
		"a cookie":           {proof: Proof{Cookie: g.Cookie}, viewer: v, byCookie: true},
		"a bad cookie":       {proof: Proof{Cookie: "x"}},
	} {
		got := a.Recognise(t.Context(), c.proof)
		if got.Viewer != c.viewer || got.ByCookie != c.byCookie || (got.Err != nil) != (c.code != 0) || got.Err != nil && music.CodeOf(got.Err) != c.code {
			t.Errorf("%s: %+v", name, got)
		}
	}
	for i := range maxGuesses {
		wantCode(t, "a guess", a.Recognise(t.Context(), Proof{Email: "root@example.com", Secret: "x", Network: "192.0.2.1"}).Err, music.Unauthenticated)
		if i == 0 {
			wantCode(t, "another network", a.Recognise(t.Context(), Proof{Email: "root@example.com", Secret: "x", Network: "192.0.2.2"}).Err, music.Unauthenticated)
		}
	}
	guess := Proof{Email: "root@example.com", Secret: "x", Network: "192.0.2.1"}
	wantCode(t, "one too many", a.Recognise(t.Context(), guess).Err, music.TooMany)
	if got := a.Recognise(t.Context(), Proof{Email: "root@example.com", Secret: secret, Network: "192.0.2.1"}); got.Err != nil {
		t.Errorf("the right one from there: %v", got.Err)
	}
	c.pass(time.Minute)
	wantCode(t, "a minute on", a.Recognise(t.Context(), guess).Err, music.Unauthenticated)
}
