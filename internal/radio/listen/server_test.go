package listen

import (
	"bufio"
	"bytes"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"sonora/internal/radio/frame"
	"sonora/internal/radio/hub"
	"sonora/internal/station"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// stationServer is a hub with a server in front of it.
type stationServer struct {
	hub  *hub.Hub
	all  *Server
	web  *httptest.Server
	sent []byte

	mu   sync.Mutex
	left []Left
	gone chan struct{}
}

func newStation(t *testing.T, c Config, l Listening, start func(*httptest.Server)) *stationServer {
	s := &stationServer{hub: hub.New(frame.MP3), all: New(c), gone: make(chan struct{}, 1000)}
	s.web = httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		l := l
		l.Hub = s.hub
		if r.Header.Get("X-Burst") == "0" {
			l.Burst = -1
		}
		l.Session = Session{StationID: "a", Address: r.Header.Get("X-From"), Agent: r.UserAgent()}
		l.Done = func(left Left) {
			s.mu.Lock()
			s.left = append(s.left, left)
			s.mu.Unlock()
			s.gone <- struct{}{}
		}
		w.Header().Set("X-Kept", "yes")
		if err := s.all.Serve(w, r, l); err != nil {
			http.Error(w, err.Error(), http.StatusServiceUnavailable)
		}
	}))
	start(s.web)
	t.Cleanup(func() {
		s.all.Close()
		s.web.Client().CloseIdleConnections()
		s.web.Close()
	})
	return s
}

func plain(web *httptest.Server)     { web.Start() }
func encrypted(web *httptest.Server) { web.StartTLS() }
func second(web *httptest.Server) {
	web.EnableHTTP2 = true
	web.StartTLS()
}

// add appends seconds of sound with a title.
func (s *stationServer) add(seconds int, title string) {
	t := &station.StreamTitle{Title: title}
	for range seconds * 4 {
		data := bytes.Repeat([]byte{byte(len(s.sent) / 4000)}, 4000)
		s.sent = append(s.sent, data...)
		s.hub.Append(&hub.Chunk{Duration: time.Second / 4, Key: true, Data: data, Title: t})
	}
}

func (s *stationServer) get(t *testing.T, headers ...string) *http.Response {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.web.URL, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	response, err := s.web.Client().Do(r)
	if err != nil {
		t.Fatal(err)
	}
	return response
}

func read(t *testing.T, r io.Reader, n int) []byte {
	t.Helper()
	b := make([]byte, n)
	if _, err := io.ReadFull(r, b); err != nil {
		t.Fatal(err)
	}
	return b
}

func TestListen(t *testing.T) {
	for name, start := range map[string]func(*httptest.Server){"plain": plain, "TLS": encrypted, "HTTP/2": second} {
		t.Run(name, func(t *testing.T) {
			s := newStation(t, Config{}, Listening{Name: "Night\r\nX-Evil: 1", Genre: "Jazz", Bitrate: 128, Public: true}, start)
			s.add(10, "One")
			response := s.get(t)
			defer response.Body.Close()
			h := response.Header
			if h.Get("Content-Type") != "audio/mpeg" || h.Get("Icy-Name") != "Night  X-Evil: 1" || h.Get("Icy-Br") != "128" || h.Get("X-Kept") != "yes" || h.Get("Icy-Metaint") != "" {
				t.Errorf("%v", h)
			}
			if got := read(t, response.Body, 56_000); !bytes.Equal(got, s.sent[10*16_000-56_000:]) {
				t.Error("the burst is not the last three and a half seconds")
			}
			before := len(s.sent)
			s.add(2, "Two")
			if got := read(t, response.Body, 32_000); !bytes.Equal(got, s.sent[before:]) {
				t.Error("the sound after the burst is wrong")
			}
			if f := s.all.Figures(); f.Listeners != 1 || f.Stations["a"] != 1 {
				t.Errorf("%+v", f)
			}
			s.add(1, "Two")
			s.hub.Close()
			if rest, err := io.ReadAll(response.Body); err != nil || len(rest) != 16_000 {
				t.Errorf("%d bytes at the end, %v", len(rest), err)
			}
			<-s.gone
			if left := s.left[0]; left.Reason != Ended || left.Jumps != 0 || left.Bytes < 104_000 {
				t.Errorf("%+v", left)
			}
			if f := s.all.Figures(); f.Listeners != 0 || len(f.Stations) != 0 || f.Left[Ended] != 1 || f.Bytes < 104_000 {
				t.Errorf("%+v", f)
			}
		})
	}
}

// TestTitles checks titles for listeners who joined at different times and
// therefore get metadata at different positions.
func TestTitles(t *testing.T) {
	for name, start := range map[string]func(*httptest.Server){"plain": plain, "TLS": encrypted} {
		t.Run(name, func(t *testing.T) {
			s := newStation(t, Config{}, Listening{}, start)
			s.add(5, "One")
			var bodies []io.ReadCloser
			var begins []int
			for range 3 {
				response := s.get(t, "Icy-MetaData", "1")
				if response.Header.Get("Icy-Metaint") != "16000" {
					t.Errorf("%v", response.Header)
				}
				bodies, begins = append(bodies, response.Body), append(begins, len(s.sent)-56_000)
				s.add(1, "One")
			}
			s.add(2, "Two")
			s.hub.Close()
			for i, body := range bodies {
				all, err := io.ReadAll(body)
				sound, titles := strip(all)
				if err != nil || !bytes.Equal(sound, s.sent[begins[i]:]) || strings.Join(titles, "") != "StreamTitle='One';StreamTitle='Two';" {
					t.Errorf("listener %d: %d bytes of %d, titles %q, %v", i, len(sound), len(s.sent)-begins[i], titles, err)
				}
				body.Close()
			}
		})
	}
}

func TestOldPlayers(t *testing.T) {
	s := newStation(t, Config{}, Listening{Burst: -1}, plain)
	s.add(4, "One")
	conn, err := net.Dial("tcp", s.web.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	fmt.Fprint(conn, "GET / HTTP/1.0\r\n\r\n")
	r := bufio.NewReader(conn)
	if line, err := r.ReadString('\n'); err != nil || line != "HTTP/1.0 200 OK\r\n" {
		t.Errorf("%q, %v", line, err)
	}
	response, err := http.Head(s.web.URL)
	if err != nil || response.StatusCode != http.StatusOK || response.Header.Get("Content-Type") != "audio/mpeg" {
		t.Errorf("%+v, %v", response, err)
	}
}

func TestReasonsForLeaving(t *testing.T) {
	for name, start := range map[string]func(*httptest.Server){"plain": plain, "TLS": encrypted, "HTTP/2": second} {
		t.Run(name, func(t *testing.T) {
			s := newStation(t, Config{}, Listening{}, start)
			s.add(4, "One")
			response := s.get(t)
			read(t, response.Body, 100)
			response.Body.Close()
			s.web.Client().CloseIdleConnections()
			for gone := false; !gone; {
				s.add(1, "One")
				select {
				case <-s.gone:
					gone = true
				default:
				}
			}
			if s.left[0].Reason != Gone {
				t.Errorf("%+v", s.left)
			}
		})
	}
}

func TestRevokedListenersAreDisconnected(t *testing.T) {
	for name, start := range map[string]func(*httptest.Server){"plain": plain, "TLS": encrypted, "HTTP/2": second} {
		t.Run(name, func(t *testing.T) {
			right := new(Right)
			s := newStation(t, Config{}, Listening{Right: right}, start)
			s.add(4, "One")
			response := s.get(t)
			defer response.Body.Close()
			read(t, response.Body, 100)
			right.Revoke()
			s.add(1, "One")
			if _, err := io.Copy(io.Discard, response.Body); err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
				t.Error(err)
			}
			<-s.gone
			if s.left[0].Reason != Revoked {
				t.Errorf("%+v", s.left)
			}
		})
	}
}

func TestLimits(t *testing.T) {
	s := newStation(t, Config{MaxListeners: 3, MaxPerAddress: 1}, Listening{MaxListeners: 2}, plain)
	s.add(4, "One")
	for i, c := range []struct {
		from string
		want string
	}{
		{"10.0.0.1", ""}, {"10.0.0.1", errAddressFull.Detail.ID}, {"2001:db8::1", ""}, {"2001:db8::2", errStationFull.Detail.ID},
	} {
		response := s.get(t, "X-From", c.from)
		if c.want == "" && response.StatusCode != http.StatusOK {
			t.Errorf("%d: %d", i, response.StatusCode)
		}
		if c.want != "" {
			if body, _ := io.ReadAll(response.Body); response.StatusCode != http.StatusServiceUnavailable || strings.TrimSpace(string(body)) != c.want {
				t.Errorf("%d: %d %s", i, response.StatusCode, body)
			}
			response.Body.Close()
		}
	}
	if f := s.all.Figures(); f.Listeners != 2 || f.Refused != 2 {
		t.Errorf("%+v", f)
	}
	if addressOf("2001:db8::1") != addressOf("2001:db8::2") || addressOf("127.0.0.1") != "" || addressOf("::ffff:10.0.0.1") != "10.0.0.1" {
		t.Error("networks")
	}
	s.all.Close()
	if err := s.all.Serve(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "/", nil), Listening{Hub: s.hub}); !errors.Is(err, errStopping) {
		t.Error(err)
	}
	if got := len(s.left); got != 2 || s.left[0].Reason != Stopped {
		t.Errorf("%+v", s.left)
	}
}

// TestCrowd connects more listeners than are written to at every chunk. They get
// the same sound in larger portions. A monitor gets every chunk at once, although
// no time passes.
func TestCrowd(t *testing.T) {
	now := time.Now()
	s := newStation(t, Config{Now: func() time.Time { return now }}, Listening{}, plain)
	s.add(4, "One")
	var bodies []io.ReadCloser
	for range fewPeople + 10 {
		bodies = append(bodies, s.get(t).Body)
	}
	monitor := s.get(t, "X-Burst", "0").Body
	defer monitor.Close()
	s.add(1, "One")
	if got := read(t, monitor, 16_000); !bytes.Equal(got, s.sent[len(s.sent)-16_000:]) {
		t.Error("the monitor received different bytes")
	}
	s.add(2, "One")
	s.hub.Close()
	for i, body := range bodies {
		all, err := io.ReadAll(body)
		if err != nil || !bytes.Equal(all, s.sent[8_000:]) { // all but the first half second
			t.Errorf("listener %d: %d bytes of %d, %v", i, len(all), len(s.sent), err)
		}
		body.Close()
	}
}

// TestPartsAreWrittenInTurn checks ten times per chunk that every part of the
// listeners is written to once per interval, and that the writes are spread over
// it.
func TestPartsAreWrittenInTurn(t *testing.T) {
	for interval, limit := range map[time.Duration]int{often: parts / int(often/hub.Tick), seldom: 1} {
		var served [parts]time.Time
		began := time.UnixMilli(1_000_000_000_000)
		for now := began; now.Before(began.Add(20 * interval)); now = now.Add(hub.Tick / 10) {
			settled := now.Sub(began) > 3*interval
			writes := 0
			for part := range served {
				ago := now.Sub(served[part])
				if !isDue(part, ago, interval, now) {
					continue
				}
				if settled && ago != interval {
					t.Fatalf("part %d after %v instead of %v", part, ago, interval)
				}
				served[part] = now
				writes++
			}
			if settled && writes > limit {
				t.Fatalf("%d parts at once of %v", writes, interval)
			}
		}
	}
}

// TestStalled checks that a listener who reads nothing is disconnected without
// affecting the others.
func TestStalled(t *testing.T) {
	var mu sync.Mutex
	now := time.Now()
	s := newStation(t, Config{Now: func() time.Time {
		mu.Lock()
		defer mu.Unlock()
		return now
	}}, Listening{Bitrate: 128}, plain)
	s.add(4, "One")
	stalled, err := net.Dial("tcp", s.web.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer stalled.Close()
	_ = stalled.(*net.TCPConn).SetReadBuffer(4096)
	fmt.Fprint(stalled, "GET / HTTP/1.1\r\nHost: a\r\n\r\n")
	read(t, stalled, 10)
	listener := s.get(t)
	defer listener.Body.Close()
	read(t, listener.Body, 56_000)
	for gone := false; !gone; {
		mu.Lock()
		now = now.Add(time.Second)
		mu.Unlock()
		before := len(s.sent)
		s.add(1, "One")
		if got := read(t, listener.Body, 16_000); !bytes.Equal(got, s.sent[before:]) {
			t.Fatal("the other listener was affected")
		}
		select {
		case <-s.gone:
			gone = true
		default:
		}
	}
	if left := s.left[0]; left.Reason != Stalled {
		t.Errorf("%+v", left)
	}
}

// wrapped is a connection as returned by a net.Listener that inspects the first
// bytes.
type wrapped struct{ net.Conn }

func (w wrapped) NetConn() net.Conn { return w.Conn }

func TestPlainTCP(t *testing.T) {
	tcp := &net.TCPConn{}
	if plainTCP(wrapped{wrapped{tcp}}) != tcp || plainTCP(tls.Server(tcp, nil)) != nil || plainTCP(wrapped{tls.Server(tcp, nil)}) != nil {
		t.Error("plainTCP returned a different connection")
	}
}
