package provider

import (
	"errors"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// FuzzAnswers gives every adapter the same answer to everything.
func FuzzAnswers(f *testing.F) {
	for i := range dialects {
		d := &dialects[i]
		for _, text := range []string{d.submitted, d.unfinished, d.finished, d.elsewhere, d.failed, d.checked} {
			f.Add(text, 200, "application/json")
		}
		for line := range d.refusals {
			_, text, _ := strings.Cut(line, " ")
			f.Add(text, 400, "application/json")
		}
	}
	f.Add(string(song[:64]), 200, "audio/mpeg")
	f.Add("<html>", 502, "text/html")
	f.Fuzz(func(t *testing.T, text string, code int, mime string) {
		client := &http.Client{Transport: transport(func(r *http.Request) (*http.Response, error) {
			return &http.Response{
				StatusCode: min(max(code, 200), 599), Header: http.Header{"Content-Type": {mime}}, Request: r,
				Body: io.NopCloser(strings.NewReader(text)), ContentLength: int64(len(text)),
			}, nil
		})}
		for i := range dialects {
			s := dialects[i].stand(t)
			s.base = "https://service.example"
			p := s.adapter(func(*url.URL) *http.Client { return client })
			for _, ask := range []func() (Job, error){
				func() (Job, error) { return p.Submit(t.Context(), order) },
				func() (Job, error) { return p.Poll(t.Context(), "job-1") },
				func() (Job, error) { return Job{State: Running, Ref: "x"}, p.Check(t.Context()) },
			} {
				job, err := ask()
				if err != nil {
					if _, ok := errors.AsType[*Error](err); !ok {
						t.Fatalf("%s: %T %v", s.name, err, err)
					}
					continue
				}
				switch job.State {
				case Running:
					if job.Ref == "" {
						t.Fatalf("%s: %+v", s.name, job)
					}
				case Failed:
					if job.Failure == nil {
						t.Fatalf("%s: %+v", s.name, job)
					}
				case Done:
					if len(job.Outputs) == 0 {
						t.Fatalf("%s: %+v", s.name, job)
					}
					if body, err := job.Outputs[0].Open(t.Context()); err == nil {
						body.Close()
					}
				default:
					t.Fatalf("%s: %+v", s.name, job)
				}
			}
		}
	})
}

type transport func(*http.Request) (*http.Response, error)

func (f transport) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// FuzzTemplate makes requests of every template that is valid.
func FuzzTemplate(f *testing.F) {
	f.Add(strings.ReplaceAll(template, "URL", "https://gpu.example"))
	f.Add(`{"name":"Box","url":"https://gpu.example","submit":{"path":"make?x={{seed}}"},"result":"files.0.url"}`)
	client := &http.Client{Transport: transport(func(*http.Request) (*http.Response, error) { return nil, io.ErrUnexpectedEOF })}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := New(HTTP, Config{Template: text}, func(*url.URL) *http.Client { return client })
		if err != nil {
			return
		}
		if _, err := p.Submit(t.Context(), order); err == nil {
			t.Error("there is no answer, but no error")
		}
		if _, err := p.Poll(t.Context(), "a/../b"); err == nil {
			t.Error("there is no answer, but no error")
		}
		if able := p.Capabilities(); able.MaxDuration < able.MinDuration || able.MaxPrompt < 1 || p.Quote(order) < 0 {
			t.Errorf("%+v", able)
		}
	})
}
