package online

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"sonora/internal/music"
	"sonora/internal/testkit/others"
)

func TestInvalidResponses(t *testing.T) {
	for name, c := range map[string]struct {
		answer http.HandlerFunc
		cause  string
	}{
		"a page":        {others.HTML, "Sign in to the hotel"},
		"another thing": {others.JSON(`{"hello":"world"}`), "unexpected response"},
		"a number":      {others.JSON(`7`), "cannot unmarshal"},
		"nothing":       {others.JSON(``), "unexpected end"},
		"cut off":       {others.Cut, "unexpected EOF"},
		"huge":          {others.Huge, "too large"},
		"not allowed": {func(w http.ResponseWriter, _ *http.Request) {
			http.Error(w, strings.Repeat("no\n", 1000), http.StatusForbidden)
		}, "403 Forbidden"},
		"a loop": {func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, r.URL.String(), http.StatusFound) }, "too many redirects"},
	} {
		t.Run(name, func(t *testing.T) {
			s := others.Start(t)
			service := asking(t, s, song0())
			for _, path := range []string{"/ws/2/recording", "/api/get", "/api/search", "/release/" + others.ReleaseID + "/front-1200"} {
				s.Answer(path, c.answer)
			}
			_, names := service.Matches(t.Context(), owner, "song")
			_, picture := service.Cover(t.Context(), owner, "song", others.ReleaseID, false)
			_, words := service.Lyrics(t.Context(), owner, "song")
			for _, err := range []error{names, picture, words} {
				var e *music.Error
				if !errors.As(err, &e) || e.Code != music.Unavailable || !strings.HasSuffix(e.Detail.String(), "does not answer as it should at the moment. Please try again later.") {
					t.Fatalf("%v", err)
				}
				if len(err.Error()) > 1200 || strings.Contains(err.Error(), "\n") {
					t.Errorf("the log would get %d bytes: %v", len(err.Error()), err)
				}
			}
			if !strings.Contains(names.Error(), c.cause) {
				t.Errorf("%v", names)
			}
			s.Answer("/ws/2/recording", others.JSON(others.Recordings)) // faults are not cached
			if matches, err := service.Matches(t.Context(), owner, "song"); err != nil || len(matches) == 0 {
				t.Errorf("afterwards: %v %v", matches, err)
			}
		})
	}
}

// far returns a source in a synctest bubble, where time passes at once and
// nothing is sent.
func far(answer func(*http.Request) (*http.Response, error)) *source {
	s, err := newSource("Far", "", "https://far.example", time.Second, maxJSON)
	if err != nil {
		panic(err) // not with this address
	}
	s.client, s.agent, s.memory = &http.Client{Transport: transport(answer), Timeout: answerTime}, func() string { return "test" }, newMemory()
	return s
}

type transport func(*http.Request) (*http.Response, error)

func (f transport) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

func says(status int, body string, header ...string) *http.Response {
	r := &http.Response{StatusCode: status, Status: strconv.Itoa(status), Header: http.Header{}, Body: io.NopCloser(strings.NewReader(body))}
	if len(header) == 2 {
		r.Header.Set(header[0], header[1])
	}
	return r
}

func text(b []byte) (string, error) { return string(b), nil }

func TestRateLimit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var at []time.Duration
		began := time.Now()
		s := far(func(*http.Request) (*http.Response, error) {
			at = append(at, time.Since(began))
			return says(200, "yes"), nil
		})
		for i := range 4 {
			if _, err := ask(t.Context(), s, strconv.Itoa(i%3), nil, text); err != nil {
				t.Fatal(err)
			}
		}
		if fmt.Sprint(at) != "[0s 1s 2s]" {
			t.Errorf("asked at %v", at)
		}
		time.Sleep(rememberedFor + time.Second) //nolint:forbidigo // in a bubble
		if _, err := ask(t.Context(), s, "0", nil, text); err != nil || len(at) != 4 {
			t.Errorf("asked at %v, %v", at, err)
		}
	})
}

func TestPauses(t *testing.T) {
	for header, want := range map[string]time.Duration{"7": 7 * time.Second, "": usualPause, "soon": usualPause, "0": time.Second, "99999999": maxPause, "-3": usualPause, "Sat, 01 Jan 2000 00:00:20 GMT": 20 * time.Second} {
		synctest.Test(t, func(t *testing.T) {
			var asked int
			s := far(func(*http.Request) (*http.Response, error) {
				if asked++; asked == 1 {
					return says(503, "busy", "Retry-After", header), nil
				}
				return says(200, "yes"), nil
			})
			for range 3 { // also for other requests
				_, err := ask(t.Context(), s, "a", nil, text)
				var e *music.Error
				if !errors.As(err, &e) || e.Code != music.Unavailable || e.RetryAfter != want {
					t.Errorf("%q: %v", header, err)
				}
			}
			if asked != 1 {
				t.Errorf("%d requests during the pause", asked)
			}
			time.Sleep(want) //nolint:forbidigo // in a bubble
			if answer, err := ask(t.Context(), s, "a", nil, text); err != nil || answer != "yes" {
				t.Errorf("%q: afterwards %q %v", header, answer, err)
			}
		})
	}
}

func TestSlowSource(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := far(func(r *http.Request) (*http.Response, error) {
			<-r.Context().Done()
			return nil, r.Context().Err()
		})
		began := time.Now()
		if _, err := ask(t.Context(), s, "a", nil, text); music.CodeOf(err) != music.Unavailable || time.Since(began) != answerTime {
			t.Errorf("error %v after %v", err, time.Since(began))
		}
	})
}

func TestConcurrentRequestsShareOneResponse(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var asked, got atomic.Int32
		s := far(func(*http.Request) (*http.Response, error) {
			asked.Add(1)
			<-time.After(time.Second)
			return says(200, "yes"), nil
		})
		for range 20 {
			go func() {
				if answer, err := ask(t.Context(), s, "a", nil, text); err == nil && answer == "yes" {
					got.Add(1)
				}
			}()
		}
		time.Sleep(2 * time.Second) //nolint:forbidigo // in a bubble
		if asked.Load() != 1 || got.Load() != 20 {
			t.Errorf("asked %d times, %d answers", asked.Load(), got.Load())
		}
		// Beyond a number of different requests, callers are rejected instead
		// of waiting forever.
		var busy atomic.Int32
		for i := range 60 {
			go func() {
				if _, err := ask(t.Context(), s, fmt.Sprint("other ", i), nil, text); music.CodeOf(err) == music.Unavailable {
					busy.Add(1)
				}
			}()
		}
		time.Sleep(2 * questionTime) //nolint:forbidigo // in a bubble
		if n := busy.Load(); n < 20 || n > 40 {
			t.Errorf("%d of 60 requests were rejected with a retry time", n)
		}
	})
}

func TestCacheIsBounded(t *testing.T) {
	m := newMemory()
	for i := range 40 {
		m.put(strconv.Itoa(i), i, 1<<20)
	}
	m.put("39", "again", 1<<20)
	if _, ok := m.get("0"); ok || m.bytes > maxRemembered || len(m.known) != m.order.Len() {
		t.Errorf("%d bytes in %d answers", m.bytes, len(m.known))
	}
	if v, ok := m.get("39"); !ok || v != "again" {
		t.Errorf("%v", v)
	}
}
