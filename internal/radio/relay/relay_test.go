package relay

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"sonora/internal/music"
	"sonora/internal/radio/frame"
	"sonora/internal/station"
)

// sound makes silent frames of MP3 with 128 kbit/s and 44.1 kHz, 26 ms each.
func sound(frames int) []byte {
	one := make([]byte, 417)
	copy(one, "\xff\xfb\x90\x64")
	return []byte(strings.Repeat(string(one), frames))
}

func client() *Client {
	return New(Config{Log: slog.New(slog.DiscardHandler), Version: "test", Inside: func() bool { return true }})
}

// serve answers every request with the same bytes and returns the requests.
func serve(t *testing.T, answer string) (address string, asked <-chan string) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	requests := make(chan string, 100)
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go func() {
				defer conn.Close()
				p := make([]byte, 4096)
				n, _ := conn.Read(p)
				requests <- string(p[:n])
				_, _ = io.WriteString(conn, answer)
			}()
		}
	}()
	return "http://" + listener.Addr().String(), requests
}

// read reads all frames of a stream.
func read(t *testing.T, s *Stream) (frames int, titles []string) {
	t.Helper()
	defer s.Close()
	for {
		f, err := s.Next()
		if err != nil {
			if !errors.Is(err, io.EOF) {
				t.Errorf("ended with %v", err)
			}
			return frames, titles
		}
		if f.Title != nil {
			titles = append(titles, f.Title.String())
		}
		frames += len(f.Data) / 417
	}
}

func open(t *testing.T, address string) *Stream {
	t.Helper()
	s, err := client().OpenURL(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// withTitles inserts a block of metadata after every 1000 bytes.
func withTitles(data []byte, titles ...string) string {
	var b strings.Builder
	for i := 0; len(data) > 0; i++ {
		n := min(1000, len(data))
		b.Write(data[:n])
		data = data[n:]
		if n < 1000 {
			break
		}
		block := ""
		if i < len(titles) {
			block = titles[i]
		}
		size := (len(block) + 15) / 16
		b.WriteByte(byte(size))
		b.WriteString(block + strings.Repeat("\x00", size*16-len(block)))
	}
	return b.String()
}

func TestICY(t *testing.T) {
	body := withTitles(sound(20), "StreamTitle='Ana - It's; a day';StreamUrl='';", "", "StreamTitle='Ana - It's; a day';", "StreamTitle='Jos\xe9 - Caf\xe9';")
	address, asked := serve(t, "ICY 200 OK\r\nicy-name:Jazz FM\r\nicy-genre:Jazz\r\nicy-br:128,128\r\nicy-metaint:1000\r\ncontent-type:audio/mpeg\r\n\r\n"+body)
	s := open(t, address)
	if s.Info.Name != "Jazz FM" || s.Info.Genre != "Jazz" || s.Info.Bitrate != 128 || s.Info.ContentType != "audio/mpeg" {
		t.Errorf("%+v", s.Info)
	}
	frames, titles := read(t, s)
	if frames != 20 || fmt.Sprint(titles) != "[Ana - It's; a day José - Café]" || s.Codec() != frame.MP3 {
		t.Errorf("%d frames, titles %q, %s", frames, titles, s.Codec())
	}
	if r := <-asked; !strings.Contains(r, "Icy-Metadata: 1\r\n") || !strings.Contains(r, "User-Agent: Sonora/test\r\n") {
		t.Errorf("asked %q", r)
	}
}

func TestAnswers(t *testing.T) {
	data := string(sound(20))
	for name, answer := range map[string]string{
		"lines without returns": "HTTP/1.0 200 OK\nContent-Type: audio/mpeg\n\n" + data,
		"no head at all":        data,
		"a length":              fmt.Sprintf("HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s", len(data), data),
		"pieces":                fmt.Sprintf("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\n0\r\n\r\n", len(data), data),
		"a wrong distance":      "HTTP/1.0 200 OK\r\nicy-metaint: -5\r\n\r\n" + data,
		"odd headers":           "HTTP/1.0 200 OK\r\nno header\r\nicy-\xe9: x\r\n folded\r\nicy-description: Caf\xe9\x07\r\n: x\r\n\r\n" + data,
		"cut off":               fmt.Sprintf("HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s", len(data)+500, data),
	} {
		t.Run(name, func(t *testing.T) {
			address, _ := serve(t, answer)
			if frames, _ := read(t, open(t, address)); frames != 20 {
				t.Errorf("%d frames", frames)
			}
		})
	}
}

func TestRefusals(t *testing.T) {
	for name, c := range map[string]struct {
		answer string
		want   error
	}{
		"endless headers": {"HTTP/1.1 200 OK\r\n" + strings.Repeat("X-Header: "+strings.Repeat("x", 1000)+"\r\n", 200), errTooLong},
		"an endless line": {"HTTP/1.1 200 OK\r\nX: " + strings.Repeat("x", 200_000), errTooLong},
		"a page":          {"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<!doctype html><html></html>", errPage},
		"garbage":         {"SSH-2.0-OpenSSH_9.2\r\n", errBroken},
		"an empty list":   {"HTTP/1.1 200 OK\r\nContent-Type: audio/x-scpls\r\n\r\n[playlist]\nNumberOfEntries=0\n", errNoStream},
		"a huge list":     {"HTTP/1.1 200 OK\r\n\r\n#EXTM3U\n" + strings.Repeat("# a line of a list\n", 40_000), errTooLong},
		"a file":          {"HTTP/1.1 302 Found\r\nLocation: file:///etc/passwd\r\n\r\n", errAddress},
		"encrypted":       {"HTTP/1.1 200 OK\r\n\r\n#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-KEY:METHOD=AES-128,URI=\"k\"\n#EXTINF:4,\na.aac\n", errEncrypted},
	} {
		t.Run(name, func(t *testing.T) {
			address, _ := serve(t, c.answer)
			s, err := client().OpenURL(t.Context(), address)
			if err == nil {
				s.Close()
			}
			if !errors.Is(err, c.want) {
				t.Errorf("%v", err)
			}
		})
	}
	address, _ := serve(t, "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")
	if _, err := client().OpenURL(t.Context(), address); err == nil || err.Error() != "The stream's server says: 404 Not Found." {
		t.Errorf("%v", err)
	}
	for _, address := range []string{"", "ftp://a.example/", "http://", "http://%zz", "file:///etc/passwd", "//a.example"} {
		if _, err := client().OpenURL(t.Context(), address); !errors.Is(err, errAddress) {
			t.Errorf("%q: %v", address, err)
		}
	}
	closed, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	closed.Close()
	if _, err := client().OpenURL(t.Context(), "http://"+closed.Addr().String()); !errors.Is(err, errRefused) {
		t.Errorf("nobody there: %v", err)
	}
}

// TestPrivateNetworksAreNotContacted opens addresses, names, redirects and playlists that
// lead into private networks.
func TestPrivateNetworksAreNotContacted(t *testing.T) {
	inside := 0
	hidden := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { inside++ }))
	defer hidden.Close()
	port := hidden.Listener.Addr().(*net.TCPAddr).Port
	c := New(Config{})
	for _, address := range []string{
		hidden.URL, fmt.Sprintf("http://localhost:%d", port), fmt.Sprintf("http://[::1]:%d", port), fmt.Sprintf("http://0.0.0.0:%d", port),
		fmt.Sprintf("http://[::ffff:127.0.0.1]:%d", port), "http://169.254.169.254/latest/meta-data", "http://10.0.0.1:8000/", "https://192.168.1.1/",
		fmt.Sprintf("http://2130706433:%d", port),
	} {
		if _, err := c.OpenURL(t.Context(), address); !errors.Is(err, errInside) && !errors.Is(err, errNotFound) && !errors.Is(err, errNoAnswer) {
			t.Errorf("%s: %v", address, err)
		}
		if _, err := c.Probe(t.Context(), address); err == nil {
			t.Errorf("%s was probed", address)
		}
	}
	if inside > 0 {
		t.Errorf("asked %d times", inside)
	}
}

func TestRedirects(t *testing.T) {
	var seen []string
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		seen = append(seen, r.Header.Get("Authorization")+r.Header.Get("Referer"))
		_, _ = w.Write(sound(20))
	}))
	defer other.Close()
	var first string
	here := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/away":
			first = r.Header.Get("Authorization")
			http.Redirect(w, r, other.URL, http.StatusFound)
		case "/ring":
			http.Redirect(w, r, "/ring", http.StatusMovedPermanently)
		case "/list":
			fmt.Fprint(w, "http://"+r.Host+"/list?"+r.URL.RawQuery+"x\n")
		}
	}))
	defer here.Close()
	withUser := strings.Replace(here.URL, "http://", "http://ana:p%20w@", 1)
	if frames, _ := read(t, open(t, withUser+"/away")); frames != 20 {
		t.Errorf("%d frames", frames)
	}
	if want := "Basic " + base64.StdEncoding.EncodeToString([]byte("ana:p w")); first != want || fmt.Sprint(seen) != "[]" {
		t.Errorf("credentials: %q here, %q elsewhere", first, seen)
	}
	for _, path := range []string{"/ring", "/list"} {
		if _, err := client().OpenURL(t.Context(), here.URL+path); !errors.Is(err, errCircles) {
			t.Errorf("%s: %v", path, err)
		}
	}
}

func TestPlaylists(t *testing.T) {
	var s *httptest.Server
	s = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/sound":
			w.Header().Set("Content-Type", "audio/mpeg")
			_, _ = w.Write(sound(20))
		case "/a.pls":
			fmt.Fprintf(w, "[playlist]\r\nNumberOfEntries=2\r\nFile1=%s/gone\r\nTitle1=x\r\nFile2=%[1]s/sound\r\n", s.URL)
		case "/a.m3u":
			fmt.Fprint(w, "\xef\xbb\xbf#EXTM3U\n#EXTINF:-1,Jazz\nsound\n")
		case "/plain.m3u":
			w.Header().Set("Content-Type", "audio/x-mpegurl")
			fmt.Fprint(w, "/gone\n/sound\n")
		case "/a.xspf":
			fmt.Fprintf(w, `<?xml version="1.0"?><playlist xmlns="http://xspf.org/ns/0/"><trackList><track><location>%s/a.pls</location></track></trackList></playlist>`, s.URL)
		case "/a.asx":
			fmt.Fprintf(w, `<asx version="3.0"><entry><ref href="%s/sound"/></entry></asx>`, s.URL)
		default:
			http.NotFound(w, r)
		}
	}))
	defer s.Close()
	for _, path := range []string{"/sound", "/a.pls", "/a.m3u", "/plain.m3u", "/a.xspf", "/a.asx"} {
		if frames, _ := read(t, open(t, s.URL+path)); frames != 20 {
			t.Errorf("%s: %d frames", path, frames)
		}
	}
}

// TestClose closes a stream that sends nothing more.
func TestClose(t *testing.T) {
	release := make(chan struct{})
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write(sound(10))
		_ = http.NewResponseController(w).Flush()
		<-release
	}))
	defer s.Close()
	defer close(release)
	stream := open(t, s.URL)
	ended := make(chan error)
	go func() {
		for {
			if _, err := stream.Next(); err != nil {
				ended <- err
				return
			}
		}
	}()
	stream.Close()
	stream.Close()
	if err := <-ended; err == nil {
		t.Error("it goes on")
	}
	ctx, stop := context.WithCancel(t.Context())
	other, err := client().OpenURL(ctx, s.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	stop()
	for {
		if _, err := other.Next(); err != nil {
			break
		}
	}
}

func TestProbe(t *testing.T) {
	address, _ := serve(t, "ICY 200 OK\r\nicy-name:<b>Jazz</b>\x07\r\nicy-metaint:1000\r\n\r\n"+withTitles(sound(300), "", "StreamTitle='Ana - Dawn';"))
	r, err := client().Probe(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	if r.Codec != frame.MP3 || r.Rate != 44100 || r.Title != (station.StreamTitle{Artist: "Ana", Title: "Dawn"}) || r.Format() != "MP3" || r.Name != "<b>Jazz</b>" {
		t.Errorf("%+v", r)
	}
	address, _ = serve(t, "HTTP/1.0 200 OK\r\n\r\n"+string(sound(300)))
	if r, err = client().Probe(t.Context(), address); err != nil || r.Bitrate < 127 || r.Bitrate > 128 {
		t.Errorf("%+v %v", r, err)
	}
	address, _ = serve(t, "HTTP/1.0 200 OK\r\nContent-Type: audio/mpeg\r\n\r\n"+strings.Repeat("no sound at all ", 30_000))
	if _, err = client().Probe(t.Context(), address); music.CodeOf(err) != music.Unsupported {
		t.Errorf("text: %v", err)
	}
}

// TestEveryRequestIsGuarded opens a name that leads outside at first and inside
// the next time, and redirects, playlists and segments that lead inside.
func TestEveryRequestIsGuarded(t *testing.T) {
	for _, path := range []string{"/redirect", "/list.m3u", "/live.m3u8", "/master.m3u8"} {
		steps := 0
		web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if steps++; steps > 1 {
				t.Errorf("%s: %s was asked", path, r.URL)
			}
			switch r.URL.Path {
			case "/redirect":
				http.Redirect(w, r, "/inside", http.StatusFound)
			case "/list.m3u":
				fmt.Fprint(w, "#EXTM3U\n/inside\n")
			case "/live.m3u8":
				fmt.Fprint(w, "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n/inside\n")
			case "/master.m3u8":
				fmt.Fprint(w, "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n/inside\n")
			}
		}))
		outside := true
		c := New(Config{Inside: func() bool { before := outside; outside = false; return before }})
		if _, err := c.OpenURL(t.Context(), web.URL+path); !errors.Is(err, errInside) {
			t.Errorf("%s: %v", path, err)
		}
		web.Close()
	}
}

func TestMetadataAddress(t *testing.T) {
	told := make(chan struct{})
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/title" {
			fmt.Fprint(w, `{"icestats":{"source":{"title":"Ana - Dawn"}}}`)
			close(told)
			return
		}
		for r.Context().Err() == nil {
			_, _ = w.Write(sound(10))
			_ = http.NewResponseController(w).Flush()
		}
	}))
	defer web.Close()
	s, err := client().Open(t.Context(), &station.Station{StreamURL: web.URL + "/stream", MetadataURL: web.URL + "/title"})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	<-told
	for {
		f, err := s.Next()
		if err != nil {
			t.Fatal(err)
		}
		if f.Title != nil {
			if f.Title.String() != "Ana - Dawn" {
				t.Errorf("%+v", f.Title)
			}
			return
		}
	}
}
