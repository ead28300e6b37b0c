package ingest

import (
	"bufio"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"sonora/internal/radio/frame"
	"sonora/internal/station"
)

// dialogue is a client connection.
type dialogue struct {
	t *testing.T
	net.Conn
	r *bufio.Reader
}

func dial(t *testing.T, address string) *dialogue {
	t.Helper()
	c, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	if err := c.SetDeadline(time.Now().Add(20 * time.Second)); err != nil {
		t.Fatal(err)
	}
	return &dialogue{t, c, bufio.NewReader(c)}
}

func (d *dialogue) say(text string) {
	d.t.Helper()
	if _, err := io.WriteString(d, text); err != nil {
		d.t.Fatal(err)
	}
}

// hears reads up to an empty line and fails unless it contains the text.
func (d *dialogue) hears(want string) {
	d.t.Helper()
	var heard strings.Builder
	for {
		line, err := d.r.ReadString('\n')
		heard.WriteString(line)
		if strings.TrimRight(line, "\r\n") == "" || err != nil {
			break
		}
	}
	if !strings.Contains(heard.String(), want) {
		d.t.Fatalf("heard %q, want %q in it", heard.String(), want)
	}
}

// hearsLine is hears for SHOUTcast responses, which have one line.
func (d *dialogue) hearsLine(want string) {
	d.t.Helper()
	if line, err := d.r.ReadString('\n'); strings.TrimRight(line, "\r\n") != want {
		d.t.Fatalf("heard %q (%v), want %q", line, err, want)
	}
}

func basic(user, password string) string {
	return "Basic " + base64.StdEncoding.EncodeToString([]byte(user+":"+password))
}

// clients holds recorded requests of programs. AUTH stands for the password.
var clients = []struct {
	name       string
	radioOnly  bool
	talk       func(d *dialogue)
	chunked    bool
	client     string
	bitrate    int
	streamName string
}{
	{
		name: "ffmpeg icecast://", client: "Lavf/59.27.100",
		talk: func(d *dialogue) {
			d.say("PUT /jazz HTTP/1.1\r\nUser-Agent: Lavf/59.27.100\r\nAccept: */*\r\nExpect: 100-continue\r\nConnection: close\r\nHost: 127.0.0.1:8000\r\n" +
				"Content-Type: audio/mpeg\r\nIcy-MetaData: 1\r\nIce-Public: 0\r\nAuthorization: " + basic("source", ninas) + "\r\n\r\n")
			d.hears("100 Continue")
			d.hears("200 OK")
		},
	},
	{
		name: "ffmpeg -legacy_icecast 1", client: "Lavf/59.27.100", streamName: "Café",
		talk: func(d *dialogue) {
			d.say("SOURCE /jazz HTTP/1.1\r\nUser-Agent: Lavf/59.27.100\r\nAccept: */*\r\nConnection: close\r\nHost: 127.0.0.1:8000\r\n" +
				"Content-Type: audio/mpeg\r\nIcy-MetaData: 1\r\nIce-Name: Café\r\nIce-Public: 0\r\nAuthorization: " + basic("source", ninas) + "\r\n\r\n")
			d.hears("200 OK")
		},
	},
	{
		name: "ffmpeg http:// and OBS", client: "Lavf/59.27.100", chunked: true,
		talk: func(d *dialogue) {
			d.say("PUT /jazz HTTP/1.1\r\nTransfer-Encoding: chunked\r\nUser-Agent: Lavf/59.27.100\r\nAccept: */*\r\nConnection: close\r\nHost: 127.0.0.1:8000\r\n" +
				"Content-Type: audio/mpeg\r\nIcy-MetaData: 1\r\nAuthorization: " + basic("nina", ninas) + "\r\n\r\n")
			d.hears("200 OK")
		},
	},
	{
		name: "libshout SOURCE", client: "libshout/2.4.6", bitrate: 128, streamName: "My show",
		talk: func(d *dialogue) {
			d.say("SOURCE /jazz HTTP/1.0\r\nHost: 127.0.0.1:8000\r\nUser-Agent: libshout/2.4.6\r\nContent-Type: audio/mpeg\r\nContent-Length: 0\r\n" +
				"Connection: Keep-Alive\r\nice-public: 0\r\nice-name: My show\r\n\r\n")
			d.hears("Allow: GET, HEAD, POST, OPTIONS, PUT, SOURCE")
			d.say("SOURCE /jazz HTTP/1.0\r\nAuthorization: " + basic("source", ninas) + "\r\nHost: 127.0.0.1:8000\r\nUser-Agent: libshout/2.4.6\r\n" +
				"Content-Type: audio/mpeg\r\nice-public: 0\r\nice-name: My show\r\nice-audio-info: bitrate=128;channels=2;samplerate=44100\r\n\r\n")
			d.hears("200 OK")
		},
	},
	{
		name: "libshout PUT", client: "libshout/2.4.6",
		talk: func(d *dialogue) {
			d.say("SOURCE /jazz HTTP/1.0\r\nHost: 127.0.0.1:8000\r\nUser-Agent: libshout/2.4.6\r\nContent-Type: audio/mpeg\r\nContent-Length: 0\r\nConnection: Keep-Alive\r\nice-public: 0\r\n\r\n")
			d.hears("401")
			d.say("PUT /jazz HTTP/1.1\r\nAuthorization: " + basic("source", ninas) + "\r\nHost: 127.0.0.1:8000\r\nUser-Agent: libshout/2.4.6\r\n" +
				"Content-Type: audio/mpeg\r\nExpect: 100-continue\r\nice-public: 0\r\n\r\n")
			d.hears("100 Continue")
			d.hears("200 OK")
		},
	},
	{
		name: "Liquidsoap icecast", client: "Liquidsoap/2.1.3 (Unix; OCaml 4.13.1)", bitrate: 128, streamName: "OCaml Radio!",
		talk: func(d *dialogue) {
			d.say("SOURCE /jazz HTTP/1.0\r\nAuthorization: " + basic("source", ninas) + "\r\nUser-Agent: Liquidsoap/2.1.3 (Unix; OCaml 4.13.1)\r\nice-name: OCaml Radio!\r\n" +
				"ice-genre: Misc\r\nice-public: 1\r\nice-audio-info: ice-bitrate=128;channels=2;samplerate=44100;bitrate=128;quality=\r\nContent-Type: audio/mpeg\r\n\r\n")
			d.hears("200 OK")
		},
	},
	{
		name: "BUTT SOURCE", client: "butt 0.1.37",
		talk: func(d *dialogue) {
			d.say("SOURCE /jazz HTTP/1.0\r\nAuthorization: " + basic("Nina", ninas) + "\r\nUser-Agent: butt 0.1.37\r\nContent-Type: audio/mpeg\r\nice-name: no name\r\nice-public: 0\r\n" +
				"ice-audio-info:ice-bitrate=96;ice-channels=2;ice-samplerate=44100\r\n\r\n")
			d.hears("200 OK")
		},
		bitrate: 96, streamName: "no name",
	},
	{
		name: "ICE/1.0 with LF and odd case", client: "", bitrate: 64, streamName: "Old",
		talk: func(d *dialogue) {
			d.say("SOURCE /jazz ICE/1.0\ncontent-type: audio/mpeg\nauthorization: basic " + strings.TrimPrefix(basic("", ninas), "Basic ") + "\nICE-NAME: Old\nIcY-bR: 64\n\n")
			d.hears("200 OK")
		},
	},
	{
		name: "below /radio, with an ending",
		talk: func(d *dialogue) {
			d.say("PUT /radio/jazz.mp3 HTTP/1.1\r\nHost: x\r\nContent-Type: audio/mpeg\r\nAuthorization: " + basic("source", ninas) + "\r\n\r\n")
			d.hears("200 OK")
		},
	},
	{
		name: "SHOUTcast v1", bitrate: 128, streamName: "Liquidsoap",
		talk: func(d *dialogue) {
			d.say(ninas + "\r\n")
			d.hearsLine("OK2")
			d.hearsLine("icy-caps:11")
			d.hearsLine("")
			d.say("icy-name:Liquidsoap\r\nicy-genre:Misc\r\nicy-pub:1\r\nicy-br:128\r\ncontent-type:audio/mpeg\r\n\r\n")
		},
	},
	{
		name: "SHOUTcast v1 of libshout, all at once", bitrate: 128, streamName: "no name",
		talk: func(d *dialogue) {
			d.say("nina:" + ninas + "\nicy-name:no name\nicy-url:http://www.icecast.org/\nicy-irc:\nicy-aim:\nicy-icq:\nicy-pub:0\nicy-genre:icecast\nicy-br:128\n\n")
			d.hearsLine("OK2")
			d.hears("icy-caps:11")
		},
	},
	{
		name: "SHOUTcast v1 with a stream id", talk: func(d *dialogue) {
			d.say(ninas + ":#1\r\n")
			d.hearsLine("OK2")
			d.hears("icy-caps:11")
			d.say("icy-pub:0\r\n\r\n")
		},
	},
}

// TestClients lets every program go on air on both ports.
func TestClients(t *testing.T) {
	for _, c := range clients {
		for _, where := range []string{"radio", "main"} {
			t.Run(c.name+" on the "+where+" port", func(t *testing.T) {
				t.Parallel()
				p := open(t)
				address := p.radio
				if where == "main" {
					address = p.main
				}
				d := dial(t, address)
				c.talk(d)
				mp3 := sound(60)
				if c.chunked {
					for begin := 0; begin < len(mp3); begin += 1000 {
						piece := mp3[begin:min(begin+1000, len(mp3))]
						d.say(fmt.Sprintf("%x\r\n%s\r\n", len(piece), piece))
					}
					d.say("0\r\n\r\n")
				} else {
					d.say(string(mp3))
				}
				d.Close()
				s := p.over(t)
				if s.frames == 0 || s.bytes != len(mp3) || !errors.Is(s.err, io.EOF) {
					t.Errorf("%d frames, %d of %d bytes, %v", s.frames, s.bytes, len(mp3), s.err)
				}
				if s.pass.DJ != "Nina" || s.pass.Station.Mount != "jazz" || s.source.Frames.Codec() != frame.MP3 {
					t.Errorf("pass %+v, codec %q", s.pass, s.source.Frames.Codec())
				}
				if s.source.Client != c.client || s.source.Bitrate != c.bitrate || s.source.Name != c.streamName || s.source.Address != "127.0.0.1" {
					t.Errorf("source %+v", s.source)
				}
			})
		}
	}
}

// TestRefused connects sources that may not go on air.
func TestRefused(t *testing.T) {
	put := func(authorization string) string {
		return "PUT /jazz HTTP/1.1\r\nExpect: 100-continue\r\nContent-Type: audio/mpeg\r\nAuthorization: " + authorization + "\r\n\r\n"
	}
	for name, c := range map[string]struct {
		say, want string
		prepare   func(*port)
	}{
		"wrong password":       {say: put(basic("source", "wrong")), want: "HTTP/1.0 401 The password is wrong"},
		"another's name":       {say: put(basic("ben", ninas)), want: "HTTP/1.0 401"},
		"no base64":            {say: put("Basic ***"), want: "HTTP/1.1 401"},
		"bearer":               {say: put("Bearer x"), want: "HTTP/1.1 401"},
		"another mount":        {say: strings.Replace(put(basic("source", ninas)), "/jazz", "/rock", 1), want: "HTTP/1.0 403 This password is for another mount"},
		"in use":               {say: put(basic("source", ninas)), want: "HTTP/1.0 403 Mountpoint in use", prepare: func(p *port) { p.stations.refuse = ErrInUse }},
		"engine is down":       {say: put(basic("source", ninas)), want: "HTTP/1.0 500 Something went wrong on the server", prepare: func(p *port) { p.stations.refuse = io.ErrNoProgress }},
		"switched off":         {say: put(basic("source", ninas)), want: "HTTP/1.0 403 You cannot go on air", prepare: func(p *port) { p.store.change(func(d *station.DJ) { d.IsEnabled = false }) }},
		"not at this hour":     {say: put(basic("source", ninas)), want: "HTTP/1.0 403 You have no show at this hour", prepare: func(p *port) { p.store.change(func(d *station.DJ) { d.AnyTime = false }) }},
		"a relay":              {say: put(basic("source", ninas)), want: "HTTP/1.0 403 Nobody can go on air", prepare: func(p *port) { p.store.station.Mode = station.ModeRelay }},
		"poke":                 {say: "!POKE\nicy-name:libshout server poke request\n\n", want: "invalid password"},
		"wrong bare password":  {say: "wrong\r\n", want: "invalid password"},
		"bare, another's name": {say: "ben:" + ninas + "\r\n", want: "invalid password"},
		"bare, in use":         {say: ninas + "\r\n", want: "Mountpoint in use", prepare: func(p *port) { p.stations.refuse = ErrInUse }},
		"too much":             {say: "PUT /jazz HTTP/1.1\r\nX: " + strings.Repeat("x", 20_000) + "\r\n\r\n", want: "HTTP/1.0 400"},
		"a name alone":         {say: "SOURCE \r\n\r\n", want: "HTTP/1.0 400"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := open(t)
			if c.prepare != nil {
				c.prepare(p)
			}
			d := dial(t, p.radio)
			d.say(c.say)
			d.hears(c.want)
			if err := d.Conn.(*net.TCPConn).CloseWrite(); err != nil {
				t.Fatal(err)
			}
			if _, err := io.Copy(io.Discard, d.r); err != nil {
				t.Errorf("the end: %v", err)
			}
			if n := len(p.stations.begun); n != 0 {
				t.Errorf("%d on air", n)
			}
		})
	}
}

// TestOneSourcePerMount refuses a second source on a mount until the first is
// gone.
func TestOneSourcePerMount(t *testing.T) {
	p := open(t)
	first := dial(t, p.radio)
	request := "SOURCE /jazz HTTP/1.0\r\nContent-Type: audio/mpeg\r\nAuthorization: " + basic("source", ninas) + "\r\n\r\n"
	first.say(request)
	first.hears("200 OK")
	<-p.stations.begun
	second := dial(t, p.main)
	second.say(request)
	second.hears("403 Mountpoint in use")
	first.Close()
	p.over(t)
	p.waitUntilFree(t)
	third := dial(t, p.radio)
	third.say(request)
	third.hears("200 OK")
}

// TestSourceReturnsAtOnce connects again while the source before hangs. Nobody else may
// come while it is starting; once it has been on air, the station decides.
func TestSourceReturnsAtOnce(t *testing.T) {
	p := open(t)
	request := "SOURCE /jazz HTTP/1.0\r\nContent-Type: audio/mpeg\r\nAuthorization: " + basic("source", ninas) + "\r\n\r\n"
	connect := func(want string) *dialogue {
		d := dial(t, p.radio)
		d.say(request)
		d.hears(want)
		return d
	}
	first := connect("200 OK")
	connect("403 Mountpoint in use")
	first.say(string(sound(3)))
	<-p.stations.heard
	p.stations.set(ErrInUse)
	connect("403 Mountpoint in use")
	if n := len(p.stations.shows); n != 0 {
		t.Error("a refused source ended the one on air")
	}
	p.stations.set(nil)
	second := connect("200 OK")
	if s := p.over(t); s.frames == 0 { // its connection is closed
		t.Errorf("%+v", s)
	}
	connect("403 Mountpoint in use")
	second.say(string(sound(3)))
	<-p.stations.heard
	connect("200 OK")
}

// TestProbesDoNotCountAsWrongPasswords connects twenty times without a password,
// as libshout does.
func TestProbesDoNotCountAsWrongPasswords(t *testing.T) {
	p := open(t)
	for range 20 {
		d := dial(t, p.radio)
		d.say("SOURCE /jazz HTTP/1.0\r\nContent-Length: 0\r\nConnection: Keep-Alive\r\n\r\n")
		d.hears("401")
		d.Close()
	}
	for range maxWrong {
		d := dial(t, p.radio)
		d.say("wrong\n")
		d.hearsLine("invalid password")
		d.Close()
	}
	d := dial(t, p.radio)
	d.say("SOURCE /jazz HTTP/1.0\r\nAuthorization: " + basic("source", "wrong") + "\r\n\r\n")
	d.hears("Retry-After: ")
	r, err := http.Get("http://" + p.main + "/admin.cgi?mode=updinfo&song=x&pass=wrong")
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	if r.StatusCode != http.StatusTooManyRequests || r.Header.Get("Retry-After") == "" {
		t.Errorf("%s %v", r.Status, r.Header)
	}
}
