package auth

import (
	"encoding/base64"
	"strings"
	"testing"
	"time"

	"sonora/internal/music"
	"sonora/internal/people"
)

func TestRecognise(t *testing.T) {
	a, _, c := open(t)
	g := signUp(t, a, "root@example.com")
	v := viewerOf(t, a, g)
	p, secret, err := a.MakeAPIKey(t.Context(), v, NewAPIKey{Name: "Car", Scopes: []music.Scope{people.ScopeListen}, Password: password})
	if err != nil {
		t.Fatal(err)
	}
	player := music.Viewer{AccountID: v.AccountID, Device: p.ID, Role: music.Creator, Scopes: "listen"}
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
		"an API key":         {proof: Proof{Authorization: "Bearer " + secret, Cookie: "x"}, viewer: player},
		"a key as typed":     {proof: Proof{Authorization: "bearer  " + strings.ToUpper(secret) + " "}, viewer: player},
		"a wrong key":        {proof: Proof{Authorization: "Bearer " + secret[:20], Cookie: g.Cookie}, code: music.Unauthenticated},
		"a huge key":         {proof: Proof{Authorization: "Bearer sonora" + strings.Repeat("x", 1<<20)}, code: music.Unauthenticated},
		"a wrong password":   {proof: Proof{Authorization: basic("root@example.com:x")}, code: music.Unauthenticated},
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
	from := func(address, secret string) error {
		return a.Recognise(WithDevice(t.Context(), Device{Address: address}), Proof{Authorization: "Bearer " + secret}).Err
	}
	for i := range maxGuesses {
		wantCode(t, "a guess", from("192.0.2.1", "sonora-x"), music.Unauthenticated)
		if i == 0 {
			wantCode(t, "another network", from("192.0.2.2", "sonora-x"), music.Unauthenticated)
		}
	}
	wantCode(t, "one too many", from("192.0.2.1", "sonora-x"), music.TooMany)
	if err := from("192.0.2.1", secret); err != nil {
		t.Errorf("the right one from there: %v", err)
	}
	c.pass(time.Minute)
	wantCode(t, "a minute on", from("192.0.2.1", "sonora-x"), music.Unauthenticated)
}
