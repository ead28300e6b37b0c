package ingest

import (
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sonora/internal/station"
)

func (p *port) ask(t *testing.T, method, address, authorization, body string) (status int, answer string, header http.Header) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, address, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	if authorization != "" {
		r.Header.Set("Authorization", authorization)
	}
	if body != "" {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res.StatusCode, string(text), res.Header
}

// TestTitles sends titles as programs do.
func TestTitles(t *testing.T) {
	nina := basic("source", ninas)
	for name, c := range map[string]struct {
		method, target, body, authorization string
		status                              int
		want                                station.StreamTitle
	}{
		"ezstream": {
			method: "POST", target: "/admin/metadata", body: "mode=updinfo&mount=%2Fjazz&charset=UTF-8&artist=Nina%20Simone&title=Sinnerman", authorization: nina,
			want: station.StreamTitle{Artist: "Nina Simone", Title: "Sinnerman"},
		},
		"a song": {
			target: "/admin/metadata?mode=updinfo&mount=/jazz&song=Nina+Simone+-+Sinnerman", authorization: nina,
			want: station.StreamTitle{Artist: "Nina Simone", Title: "Sinnerman"},
		},
		"Liquidsoap": {
			target: "/admin/metadata?mode=updinfo&mount=/jazz&charset=UTF-8&song=Bj%C3%B6rk%20-%20J%C3%B3ga&artist=Bj%C3%B6rk&title=J%C3%B3ga", authorization: nina,
			want: station.StreamTitle{Artist: "Björk", Title: "Jóga"},
		},
		"Liquidsoap, SHOUTcast v1": {target: "/admin.cgi?mode=updinfo&pass=" + ninas + "&song=T%EFtle", want: station.StreamTitle{Title: "Tïtle"}},
		"BUTT":                     {target: "/admin.cgi?pass=" + ninas + "&song=A%20-%20B&url=", want: station.StreamTitle{Artist: "A", Title: "B"}},
		"user in the password":     {target: "/admin.cgi?mode=updinfo&pass=nina%3A" + ninas + "&song=A", want: station.StreamTitle{Title: "A"}},
		"Cyrillic, as it says":     {target: "/admin/metadata?mode=updinfo&charset=windows-1251&song=%CA%E8%ED%EE", authorization: nina, want: station.StreamTitle{Title: "Кино"}},
		"UTF-8 said to be Latin-1": {target: "/admin/metadata?mode=updinfo&charset=ISO-8859-1&song=%D0%9A%D0%B8%D0%BD%D0%BE", authorization: nina, want: station.StreamTitle{Title: "Кино"}},
		"badly escaped":            {target: "/admin.cgi?pass=" + ninas + "&song=100%;x%2", want: station.StreamTitle{Title: "100%;x%2"}},
		"markup":                   {target: "/admin.cgi?pass=" + ninas + "&song=" + url.QueryEscape("<script>alert(1)</script> I <3 you\r\n\x00\u202e"), want: station.StreamTitle{Title: "<script>alert(1)</script> I <3 you"}},
		"very long":                {target: "/admin.cgi?pass=" + ninas + "&song=" + strings.Repeat("x", 12_000), want: station.StreamTitle{Title: strings.Repeat("x", maxLineRunes)}},
		"nothing plays":            {target: "/admin.cgi?pass=" + ninas + "&song=", want: station.StreamTitle{}},
		"no title":                 {target: "/admin.cgi?pass=" + ninas, status: 400},
		"another command":          {target: "/admin.cgi?mode=kicksrc&pass=" + ninas, status: 400},
		"another mode":             {target: "/admin/metadata?mode=evil&song=A", authorization: nina, status: 400},
		"wrong password":           {target: "/admin.cgi?mode=updinfo&pass=x&song=A", status: 401},
		"no password":              {target: "/admin/metadata?mode=updinfo&song=A", status: 401},
		"no password, POST":        {method: "POST", target: "/admin/metadata", body: "mode=updinfo&song=A", status: 401},
		"another mount":            {target: "/admin/metadata?mode=updinfo&mount=/rock&song=A", authorization: nina, status: 403},
		"too much":                 {method: "POST", target: "/admin/metadata", body: "song=" + strings.Repeat("x", 20_000), authorization: nina, status: 413},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := open(t)
			for _, address := range []string{p.radio, p.main} {
				status, text, _ := p.ask(t, c.method, "http://"+address+c.target, c.authorization, c.body)
				want := c.status
				if want == 0 {
					want = 200
				}
				if status != want {
					t.Errorf("%d %s, want %d", status, text, want)
				}
			}
			var want []station.StreamTitle
			if c.status == 0 {
				want = []station.StreamTitle{c.want, c.want}
			}
			if diff := cmp.Diff(want, p.stations.said()); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestSanitizeLine(t *testing.T) {
	for text, want := range map[string]string{
		"":                          "",
		"  a \t b\r\n":              "a b",
		"a\x00\x1b[31mb":            "a[31mb",
		"\u202eabc\u2066":           "abc",
		"AC/DC <live>":              "AC/DC <live>",
		"1 < 2 > 0":                 "1 < 2 > 0",
		"<":                         "<",
		"a <!-- b":                  "a <!-- b",
		strings.Repeat("é", 20_000): strings.Repeat("é", maxLineRunes),
		"a\xffb":                    "ab",
	} {
		if got := sanitizeLine(text); got != want {
			t.Errorf("%.40q: %.80q, want %.80q", text, got, want)
		}
	}
}
