package provider

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

var order = Request{Prompt: "rain", Title: "Rain", Duration: time.Minute, BPM: 90, Key: "D minor", Metre: "3/4", Callback: "https://music.example/call", Seed: new(int64(7)), IdempotencyKey: "order-1"}

// forEach runs a test with the stand-in of every kind of service.
func forEach(t *testing.T, test func(*testing.T, *standIn, Provider)) {
	for i := range dialects {
		t.Run(dialects[i].name, func(t *testing.T) {
			s, p := dialects[i].start(t)
			test(t, s, p)
		})
	}
}

func TestEveryAdapterIsTested(t *testing.T) {
	for _, name := range Names() {
		tested := false
		for i := range dialects {
			tested = tested || dialects[i].name == name
		}
		if !tested {
			t.Errorf("%s has no stand-in", name)
		}
	}
}

func TestOrders(t *testing.T) {
	forEach(t, func(t *testing.T, s *standIn, p Provider) {
		if err := p.Check(t.Context()); err != nil {
			t.Errorf("check: %v", err)
		}
		job, err := p.Submit(t.Context(), order)
		if err != nil {
			t.Fatal(err)
		}
		able := p.Capabilities()
		if !able.Sync {
			if job.State != Running || job.Ref != "job-1" {
				t.Fatalf("submitted: %+v", job)
			}
			s.says(s.unfinished)
			if job, err = p.Poll(t.Context(), job.Ref); err != nil || job.State != Running || job.Progress >= 1 {
				t.Fatalf("unfinished: %+v %v", job, err)
			}
			s.says(s.finished)
			for range 2 { // a service may say it twice
				if job, err = p.Poll(t.Context(), job.Ref); err != nil {
					t.Fatal(err)
				}
				if got := download(t, job, able.Results); !bytes.Equal(got, song) {
					t.Errorf("got %d bytes", len(got))
				}
			}
		} else if got := download(t, job, able.Results); !bytes.Equal(got, song) {
			t.Errorf("got %d bytes", len(got))
		}
		if s.counted("submit") != 1 || s.counted("other") != 0 {
			t.Errorf("requests: %v", s.count)
		}
		if p.Quote(order) < 0 || p.Name() != s.name || able.Label == "" || able.MaxDuration < able.MinDuration || able.Concurrency < 1 || able.Results < 1 {
			t.Errorf("%s: %+v", p.Name(), able)
		}
	})
}

// download returns the first output of a job that has n.
func download(t *testing.T, job Job, n int) []byte {
	t.Helper()
	if job.State != Done || len(job.Outputs) != n {
		t.Fatalf("%+v is not finished with %d outputs", job, n)
	}
	body, err := job.Outputs[0].Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer body.Close()
	got, err := io.ReadAll(body)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// TestOrdersAreSentOnce breaks the answer to an order in every way. The adapter
// never orders again, and says whether the order may have been accepted.
func TestOrdersAreSentOnce(t *testing.T) {
	forEach(t, func(t *testing.T, s *standIn, p Provider) {
		for name, c := range map[string]struct {
			answer    http.HandlerFunc
			kind      Kind
			uncertain bool
		}{
			"broken":      {status("500 oh no"), Transient, true},
			"maintenance": {status("503 later", "Retry-After", "7"), Transient, false},
			"gateway":     {status("504 <html>"), Transient, true},
			"busy":        {status("429 slow down", "Retry-After", "7"), Rate, false},
			"redirect":    {redirect("http://169.254.169.254/latest/meta-data"), Transient, false},
			"moved":       {status("301 ", "Location", "https://elsewhere.example/"), Transient, false},
			"moved on":    {status("308 ", "Location", "https://elsewhere.example/"), Transient, false},
			"found":       {status("302 made", "Location", "/jobs/job-1"), Transient, true},
			"see other":   {status("303 made", "Location", "/jobs/job-1"), Transient, true},
			"unchanged":   {status("304 "), Transient, true},
			"timeout":     {status("408 too slow"), Transient, true},
			"hang up":     {func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, Transient, true},
			"echo": {func(w http.ResponseWriter, r *http.Request) {
				w.WriteHeader(http.StatusUnauthorized)
				r.Header.Write(w)
			}, Auth, false},
		} {
			before := s.counted("submit")
			s.does("submit", c.answer)
			_, err := p.Submit(t.Context(), order)
			e := as(t, err)
			if e.Kind != c.kind || e.Uncertain != c.uncertain {
				t.Errorf("%s: %v, uncertain %v", name, e, e.Uncertain)
			}
			if want := 7 * time.Second; strings.Contains(name, "busy") && e.RetryAfter != want {
				t.Errorf("%s: retry after %v", name, e.RetryAfter)
			}
			if got := s.counted("submit") - before; got != 1 {
				t.Errorf("%s: ordered %d times", name, got)
			}
		}
		for line, kind := range s.refusals {
			s.does("submit", status(line))
			_, err := p.Submit(t.Context(), order)
			if e := as(t, err); e.Kind != kind || e.Uncertain {
				t.Errorf("%s: %v, uncertain %v", line, e, e.Uncertain)
			}
		}
	})
}

// as returns the Error, which must contain no key and not fill the log.
func as(t *testing.T, err error) *Error {
	t.Helper()
	e, ok := errors.AsType[*Error](err)
	if !ok {
		t.Fatalf("%v is not an Error", err)
	}
	if text := e.Error(); strings.Contains(text, secret) || len(text) > 900 || strings.Contains(text, "\n") {
		t.Errorf("the log would get %q", text)
	}
	return e
}

func redirect(to string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, to, http.StatusTemporaryRedirect) }
}

func TestOddAnswersToOrders(t *testing.T) {
	forEach(t, func(t *testing.T, s *standIn, p Provider) {
		for name, answer := range map[string]http.HandlerFunc{
			"page": page, "nothing": status("200 "), "number": status("200 7"), "huge": status("200 " + strings.Repeat("[", maxAnswer+1)), "no name": status("200 {}"),
		} {
			s.does("submit", answer)
			job, err := p.Submit(t.Context(), order)
			if p.Capabilities().Sync && err == nil { // the answer should be the music
				_, err = job.Outputs[0].Open(t.Context())
				if e := as(t, err); e.Kind != Unusable {
					t.Errorf("%s: %v", name, e)
				}
				continue
			}
			if e := as(t, err); e.Kind != Transient || !e.Uncertain {
				t.Errorf("%s: %v, uncertain %v", name, e, e.Uncertain)
			}
		}
	})
}

func TestPolling(t *testing.T) {
	forEach(t, func(t *testing.T, s *standIn, p Provider) {
		if p.Capabilities().Sync {
			t.Skip("the answer to an order is the music")
		}
		for name, c := range map[string]struct {
			answer http.HandlerFunc
			kind   Kind
		}{
			"broken": {status("500 oh no"), Transient}, "busy": {status("429 ", "Retry-After", "7"), Rate}, "page": {page, Transient},
			"unknown": {status("404 {}"), Gone}, "redirect": {redirect("http://127.0.0.1:1/"), Transient}, "a list": {status("200 [[]]"), Transient},
		} {
			s.does("poll", c.answer)
			_, err := p.Poll(t.Context(), "job-1")
			if e := as(t, err); e.Kind != c.kind {
				t.Errorf("%s: %v", name, e)
			}
		}
		s.does("poll", nil)
		s.says(s.failed)
		if job, err := p.Poll(t.Context(), "job-1"); err != nil || job.State != Failed || job.Failure == nil || job.Failure.Kind == Transient {
			t.Errorf("failed: %+v %v", job, err)
		}
		s.says(s.elsewhere)
		_, err := p.Poll(t.Context(), "job-1")
		if e := as(t, err); e.Kind != Unusable || !errors.Is(err, errForeign) {
			t.Errorf("elsewhere: %v", e)
		}
	})
}

func TestFiles(t *testing.T) {
	forEach(t, func(t *testing.T, s *standIn, p Provider) {
		if p.Capabilities().Sync {
			t.Skip("there are no files")
		}
		for name, c := range map[string]struct {
			answer http.HandlerFunc
			kind   Kind
		}{
			"expired": {status("410 gone"), Gone},
			"deleted": {status("404 "), Gone},
			"broken":  {status("500 "), Transient},
			"a page": {func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", "audio/mpeg")
				io.WriteString(w, "<!doctype html>")
			}, Unusable},
			"JSON":  {status(`200 {"error":"no"}`, "Content-Type", "audio/mpeg"), Unusable},
			"empty": {status("200 ", "Content-Type", "audio/mpeg"), Unusable},
			"2 GB": {func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Length", "2147483648")
				w.Write(song)
			}, Unusable},
			"inside":     {redirect("http://169.254.169.254/latest/meta-data"), Unusable},
			"loopback":   {redirect("http://127.0.0.1:1/"), Unusable},
			"circle":     {redirect(filePath), Unusable},
			"downgraded": {redirect("http://suno.ai/"), Unusable},
		} {
			s.does("file", c.answer)
			job, err := p.Poll(t.Context(), "job-1")
			if err != nil {
				t.Fatal(err)
			}
			_, err = job.Outputs[0].Open(t.Context())
			if e := as(t, err); e.Kind != c.kind {
				t.Errorf("%s: %v", name, e)
			}
		}
		s.does("file", hangUp)
		job, err := p.Poll(t.Context(), "job-1")
		if err != nil {
			t.Fatal(err)
		}
		body, err := job.Outputs[0].Open(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		defer body.Close()
		_, err = io.ReadAll(body)
		if e := as(t, err); e.Kind != Transient {
			t.Errorf("cut off: %v", e)
		}
	})
}

func TestCheck(t *testing.T) {
	forEach(t, func(t *testing.T, s *standIn, p Provider) {
		for name, c := range map[string]struct {
			answer http.HandlerFunc
			kind   Kind
		}{"broken": {status("500 oh no"), Transient}, "another key": {status("401 no"), Auth}} {
			s.does("check", c.answer)
			if e := as(t, p.Check(t.Context())); e.Kind != c.kind {
				t.Errorf("%s: %v", name, e)
			}
		}
		if s.counted("submit") != 0 {
			t.Error("the check ordered music")
		}
	})
}

// TestSilence runs on a network in memory, where time passes at once. Adapters wait for
// slow services, and give up those that never answer.
func TestSilence(t *testing.T) {
	for i := range dialects {
		d := &dialects[i]
		t.Run(d.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := d.stand(t)
				s.base = "http://far.example"
				network := newNetwork(s)
				defer network.close()
				p := s.adapter(func(*url.URL) *http.Client { return &http.Client{Transport: network.transport} })

				s.does("submit", func(w http.ResponseWriter, _ *http.Request) {
					time.Sleep(answerTime - time.Second) //nolint:forbidigo // in a bubble
					s.write(w, s.submitted)
				})
				job, err := p.Submit(t.Context(), order)
				if err != nil {
					t.Fatalf("slow: %v", err)
				}
				for _, o := range job.Outputs {
					body, err := o.Open(t.Context())
					if err != nil {
						t.Fatal(err)
					}
					body.Close()
				}
				s.does("submit", never)
				began := time.Now()
				_, err = p.Submit(t.Context(), order)
				if e := as(t, err); e.Kind != Transient || !e.Uncertain || time.Since(began) > makingTime {
					t.Errorf("after %v: %v, uncertain %v", time.Since(began), e, e.Uncertain)
				}
				if !p.Capabilities().Sync {
					silentFile(t, s, p)
				}
				network.down = true
				network.transport.CloseIdleConnections()
				_, err = p.Submit(t.Context(), order)
				if e := as(t, err); e.Kind != Transient || e.Uncertain {
					t.Errorf("without a network: %v, uncertain %v", e, e.Uncertain)
				}
			})
		})
	}
}

// silentFile downloads a file that never ends.
func silentFile(t *testing.T, s *standIn, p Provider) {
	s.does("file", func(w http.ResponseWriter, r *http.Request) {
		w.Write(song)
		w.(http.Flusher).Flush()
		never(w, r)
	})
	job, err := p.Poll(t.Context(), "job-1")
	if err != nil {
		t.Fatal(err)
	}
	body, err := job.Outputs[0].Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer body.Close()
	began := time.Now()
	_, err = io.ReadAll(body)
	if e := as(t, err); e.Kind != Transient || time.Since(began) > makingTime {
		t.Errorf("after %v: %v", time.Since(began), e)
	}
}

// network connects clients with a server in memory.
type network struct {
	server    *http.Server
	transport *http.Transport
	conns     chan net.Conn
	closed    chan struct{}
	down      bool
}

func newNetwork(h http.Handler) *network {
	n := &network{conns: make(chan net.Conn), closed: make(chan struct{})}
	n.server = &http.Server{Handler: h}
	n.transport = &http.Transport{DialContext: n.dial}
	go n.server.Serve(n)
	return n
}

func (n *network) dial(context.Context, string, string) (net.Conn, error) {
	if n.down {
		return nil, errors.New("connection refused")
	}
	here, there := net.Pipe()
	n.conns <- there
	return here, nil
}

func (n *network) Accept() (net.Conn, error) {
	select {
	case c := <-n.conns:
		return c, nil
	case <-n.closed:
		return nil, net.ErrClosed
	}
}

func (n *network) Addr() net.Addr { return &net.TCPAddr{} }

func (n *network) Close() error {
	close(n.closed)
	return nil
}

func (n *network) close() {
	n.transport.CloseIdleConnections()
	n.server.Close()
}
