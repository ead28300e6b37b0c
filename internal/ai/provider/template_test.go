package provider

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
)

func TestTemplatesWithFaults(t *testing.T) {
	for change, want := range map[string]string{
		``:                                          "",
		`"name": "Our GPU">"name": ""`:              "name: enter 1 to 50 characters",
		`"name":>"nome":`:                           `"nome" is not a field of a template`,
		`"URL">"ftp://x"`:                           "url: enter an http or https address",
		`"X-Token">"X Token"`:                       `headers: “X Token” is not a header`,
		`"X-Token">"Host"`:                          `headers: “Host” is not a header`,
		`{{prompt}}>{{prmpt}}`:                      "submit: {{prmpt}} is not a placeholder; use prompt, title, seconds",
		`{{prompt}}>{prompt}`:                       "submit: write {{prompt}} instead of {prompt}, with two braces on each side",
		`{{prompt}}>{{prompt}`:                      "submit: write {{prompt}} instead of {{prompt}",
		`{{prompt}}>{ prompt }`:                     "submit: write {{prompt}} instead of { prompt }",
		`{{prompt}}>{mood} {{prompt}}`:              "", // no name of a placeholder: a text of the service
		`/jobs/{{id}}>/jobs/{id}`:                   "write {{id}} instead of {id}",
		`/jobs/{{id}}>/jobs/{{prompt}}`:             "{{prompt}} is not a placeholder; use id",
		`"done": ["ok"]>"done": []`:                 "done: enter the states of finished orders",
		`"id": "job.id">"id": ""`:                   `id: enter where it is in the answer, such as “data.id”`,
		`"job.songs.*.url">"job..url"`:              `result: “job..url” has an empty part`,
		`"DELETE">"BREW"`:                           `cancel: “BREW” is not a method`,
		`"progress">"maxSeconds": 9999, "progress"`: "maxSeconds: enter a number from 1 to 600",
		`"progress">"price": -1, "progress"`:        "price: enter dollars from 0 to 1000",
		`"progress">"hosts": ["https://x.example"], "progress"`: `hosts: “https://x.example” is not the name of a host`,
		`"progress">"hosts": ["localhost"], "progress"`:         `hosts: “localhost” is not the name of a host`,
	} {
		from, to, _ := strings.Cut(change, ">")
		text := strings.ReplaceAll(strings.Replace(template, from, to, 1), "URL", "https://gpu.example")
		_, err := ParseTemplate(text)
		if got := ""; want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			if err != nil {
				got = err.Error()
			}
			t.Errorf("%s: %q, not %q", change, got, want)
		}
	}
	for _, text := range []string{"", "null", "7", "{}", "{} {}", strings.Repeat(" ", maxTemplate+1)} {
		if _, err := ParseTemplate(text); err == nil {
			t.Errorf("%.20q has no fault", text)
		}
	}
}

// TestTemplatesWithoutPoll are for services that answer with the music, or its address.
func TestTemplatesWithoutPoll(t *testing.T) {
	for name, c := range map[string]struct {
		answer http.HandlerFunc
		ok     bool
	}{
		"music": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "audio/mpeg")
			w.Write(song)
		}, true},
		"address": {status(`200 {"files":[{"url":"/song"}]}`, "Content-Type", "application/json"), true},
		"many":    {status(`200 {"files":[{"url":"/song"},{"url":"https://evil.example/"}]}`, "Content-Type", "application/json"), true},
		"nothing": {status(`200 {"files":[]}`, "Content-Type", "application/json"), false},
	} {
		mux := http.NewServeMux()
		mux.Handle("POST /make", c.answer)
		mux.HandleFunc("GET /song", func(w http.ResponseWriter, _ *http.Request) { w.Write(song) })
		server := httptest.NewServer(mux)
		p, err := New(HTTP, Config{Template: `{"name":"Box","url":"` + server.URL + `","submit":{"path":"make"},"result":"files.*.url","price":0.1}`}, loopback)
		if err != nil {
			t.Fatal(err)
		}
		job, err := p.Submit(t.Context(), order)
		if (err == nil) != c.ok {
			t.Fatalf("%s: %v", name, err)
		}
		if c.ok {
			if got := download(t, job, 1); len(got) != len(song) {
				t.Errorf("%s: %d bytes", name, len(got))
			}
		}
		if got := p.Quote(order).Dollars(); got != 0.1 {
			t.Errorf("costs %v", got)
		}
		server.Close()
	}
}

func loopback(*url.URL) *http.Client { return http.DefaultClient }

func TestFilledTexts(t *testing.T) {
	call := Call{Method: "POST", Path: "/jobs/{{ id }}/x?q={{prompt}}", Body: map[string]any{
		"a": "{{seed}}", "b": "{{key}}", "c": []any{"{{prompt}}", "{{bpm}}"}, "d": "in {{key}}.", "e": 7.0, "f": nil,
	}}
	q := call.question(map[string]any{"id": "a/b", "prompt": `say "hi" {{id}}`, "seed": int64(1) << 60})
	if q.path != "/jobs/a%2Fb/x" || q.query.Get("q") != `say "hi" {{id}}` {
		t.Errorf("%s %v", q.path, q.query)
	}
	if want := `{"a":1152921504606846976,"c":["say \"hi\" {{id}}"],"d":"in .","e":7,"f":null}`; string(q.body) != want {
		t.Errorf("%s, not %s", q.body, want)
	}
}

func TestPrices(t *testing.T) {
	for name, want := range map[string]float64{Suno: 0.06, Stability: 0.2, ElevenLabs: 1.5, Mubert: 0, ACEStep: 0} {
		p, err := New(name, Config{URL: "https://service.example", Key: "a:b"}, loopback)
		if err != nil {
			t.Fatal(err)
		}
		r := order
		r.Duration += 1e9
		if got := p.Quote(r).Dollars(); got != want {
			t.Errorf("%s costs %v", name, got)
		}
	}
}

func TestConfigurationsWithFaults(t *testing.T) {
	for _, c := range []struct{ name, key, url string }{{"nobody", "", ""}, {ACEStep, "", ""}, {Suno, "", "suno"}, {Mubert, "token", ""}, {Suno, "k", "https://u:p@x"}, {HTTP, "", ""}} {
		if _, err := New(c.name, Config{Key: c.key, URL: c.url}, loopback); err == nil {
			t.Errorf("%+v was accepted", c)
		}
	}
}

func TestLongPromptsAreCut(t *testing.T) {
	if got := cut("añb", 2); got != "añ" {
		t.Errorf("%q", got)
	}
	if got := cut("añ", 2); got != "añ" {
		t.Errorf("%q", got)
	}
}

func TestTooLongFile(t *testing.T) {
	_, p := dialects[0].start(t)
	from := p.(*aceStep).service
	_, err := io.ReadAll(&limited{r: endless{}, left: 1 << 20, from: from})
	if e := as(t, err); e.Kind != Unusable {
		t.Errorf("%v", e)
	}
}

type endless struct{}

func (endless) Read(p []byte) (int, error) { return len(p), nil }

// TestLongNumbersKeepTheirDigits reads an ID that no floating-point number can hold.
func TestLongNumbersKeepTheirDigits(t *testing.T) {
	var answer any
	if err := unmarshal([]byte(`{"id":12345678901234567890,"share":0.5}`), &answer); err != nil {
		t.Fatal(err)
	}
	if got := texts(answer, "id"); len(got) != 1 || got[0] != "12345678901234567890" {
		t.Errorf("%q", got)
	}
	if got := progress(answer, "share"); got != 0.5 {
		t.Errorf("%v", got)
	}
	if err := unmarshal([]byte(`{"id":1} {"id":2}`), &answer); err == nil {
		t.Error("two answers are none")
	}
}
