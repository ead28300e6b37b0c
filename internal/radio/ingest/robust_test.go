package ingest

import (
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"sonora/internal/station"
)

const onAirNow = "SOURCE /jazz HTTP/1.0\r\nContent-Type: audio/mpeg\r\nAuthorization: Basic c291cmNlOm5pbmFzcGFzc3dvcmQ=\r\n\r\n"

// TestBackPressure checks that the server reads little more from a source than the
// engine requests.
func TestBackPressure(t *testing.T) {
	p := open(t)
	p.stations.pace = make(chan struct{})
	d := dial(t, p.radio)
	d.say(onAirNow)
	d.hears("200 OK")
	sent := make(chan int, 1)
	go func() {
		if err := d.SetWriteDeadline(time.Now().Add(time.Second)); err != nil {
			t.Error(err)
		}
		n, _ := d.Write(sound(200_000)) // 83 MB
		sent <- n
	}()
	p.stations.pace <- struct{}{}
	if n := <-sent; n > 20<<20 {
		t.Errorf("%d bytes were read for one frame", n)
	}
}

// TestSlowSourcesAreDisconnected connects sources that send nothing, or too
// slowly.
func TestSlowSourcesAreDisconnected(t *testing.T) {
	hurry := func(c *Config) { c.headTime, c.frameTime = 200*time.Millisecond, 200*time.Millisecond }
	for name, say := range map[string][]string{
		"nothing":            {""},
		"half a line":        {"SOURCE /ja"},
		"no end":             {"SOURCE /jazz HTTP/1.0\r\nA: b\r\n"},
		"half of HTTP":       {"GET / HTT"},
		"half a password":    {"hack"},
		"no icy headers":     {ninas + "\n"},
		"no sound":           {onAirNow},
		"drops of sound":     {onAirNow, "\xff", "\xfb", "\x90", "\x00", "x", "x", "x", "x"},
		"a silent probe":     {"SOURCE /jazz HTTP/1.0\r\nContent-Length: 0\r\nConnection: Keep-Alive\r\n\r\n"},
		"chunks without end": {strings.Replace(onAirNow, "\r\n", "\r\nTransfer-Encoding: chunked\r\n", 1), "ffffffff\r\n"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := open(t, hurry)
			d := dial(t, p.radio)
			began := time.Now()
			go func() {
				drops := time.NewTicker(100 * time.Millisecond)
				defer drops.Stop()
				for _, text := range say {
					if _, err := io.WriteString(d, text); err != nil {
						return // it was disconnected, as expected
					}
					<-drops.C
				}
			}()
			_, _ = io.Copy(io.Discard, d.r) // to its end
			if took := time.Since(began); took > 5*time.Second {
				t.Errorf("cut after %v", took)
			}
		})
	}
}

// TestSourcesAreTakenOffAir disconnects a source whose DJ may no longer be on air,
// a source on request, and all sources when the server stops.
func TestSourcesAreTakenOffAir(t *testing.T) {
	for name, c := range map[string]struct {
		end   func(*port)
		cause string
	}{
		"switched off":                {func(p *port) { p.store.change(func(d *station.DJ) { d.IsEnabled = false }) }, "You cannot go on air"},
		"hour is over":                {func(p *port) { p.store.change(func(d *station.DJ) { d.AnyTime = false }) }, "You have no show"},
		"server stops":                {func(p *port) { go p.Close() }, "the server stops"},
		"disconnected by its station": {func(*port) {}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := open(t, func(c *Config) { c.recheck = 20 * time.Millisecond })
			if name == "disconnected by its station" {
				p.stations.limit = 1
			}
			d := dial(t, p.radio)
			d.say(onAirNow + string(sound(10)))
			d.hears("200 OK")
			<-p.stations.begun
			c.end(p)
			s := p.over(t)
			if c.cause != "" && (s.cause == nil || !strings.Contains(s.cause.Error(), c.cause)) {
				t.Errorf("cause %v", s.cause)
			}
			if _, err := io.Copy(io.Discard, d.r); err != nil && !errors.Is(err, net.ErrClosed) && !strings.Contains(err.Error(), "reset") {
				t.Error(err)
			}
			if p.store.seenTimes() == 0 {
				t.Error("the DJ's last time on air was not stored")
			}
		})
	}
}

func (p *people) seenTimes() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.seen)
}

// TestMainPort passes other requests to the main server, and accepts sources even
// on connections that were used for other requests.
func TestMainPort(t *testing.T) {
	p := open(t)
	for request, want := range map[string]string{
		"GET / HTTP/1.1\r\nHost: x\r\n\r\n":                                    "main GET /",
		"PUT /api/radios/1 HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}": "main PUT /api/radios/1",
		"POST /jazz HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n":          "main POST /jazz",
		"GET /admin HTTP/1.1\r\nHost: x\r\n\r\n":                               "main GET /admin",
		"nonsense and more\r\n\r\n":                                            "400 Bad Request",
		"\x16\x03\x01\x00\x05hello\r\n\r\n":                                    "400 Bad Request",
	} {
		d := dial(t, p.main)
		d.say(request)
		if err := d.Conn.(*net.TCPConn).CloseWrite(); err != nil {
			t.Fatal(err)
		}
		if text, _ := io.ReadAll(d.r); !strings.Contains(string(text), want) {
			t.Errorf("%q: %q, want %q", request, text, want)
		}
	}
	for _, address := range []string{p.main, p.radio} {
		d := dial(t, address)
		d.say("GET /status-json.xsl HTTP/1.1\r\nHost: x\r\n\r\n")
		r, err := http.ReadResponse(d.r, nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.Copy(io.Discard, r.Body); err != nil {
			t.Fatal(err)
		}
		d.say("PUT /jazz HTTP/1.1\r\nHost: x\r\nContent-Type: audio/mpeg\r\nAuthorization: " + basic("source", ninas) + "\r\n\r\n")
		d.hears("200 OK")
		d.say(string(sound(30)))
		d.Close()
		if s := p.over(t); s.bytes != len(sound(30)) {
			t.Errorf("%d bytes, %v", s.bytes, s.err)
		}
		p.waitUntilFree(t)
	}
}

// TestCrowd refuses connections of one address above the limit, and accepts them
// again once others are closed.
func TestCrowd(t *testing.T) {
	p := open(t)
	var crowd []*dialogue
	for range maxPerAddress {
		d := dial(t, p.radio)
		d.say("SOURCE /jazz HTTP/1.0\r\nContent-Length: 0\r\nConnection: Keep-Alive\r\n\r\n")
		d.hears("401")
		crowd = append(crowd, d)
	}
	d := dial(t, p.radio)
	d.say("SOURCE /jazz HTTP/1.0\r\n")
	if _, err := d.r.ReadByte(); err == nil {
		t.Error("a connection above the limit was accepted")
	}
	for _, d := range crowd {
		d.Close()
	}
	for range 100 {
		d := dial(t, p.radio)
		d.say("SOURCE /jazz HTTP/1.0\r\nContent-Length: 0\r\n\r\n")
		if line, err := d.r.ReadString('\n'); err == nil && strings.Contains(line, "401") {
			return
		}
	}
	t.Error("no connection is accepted after others were closed")
}
