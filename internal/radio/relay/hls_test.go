package relay

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"sonora/internal/media/ffmpeg"
	"sonora/internal/radio/frame"
)

// live is an HLS stream of five segments of MP3. The first playlist lists four
// of them; the second one has the last segment and ends.
func live(t *testing.T) *httptest.Server {
	t.Helper()
	var asked atomic.Int32
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Path == "/master.m3u8":
			fmt.Fprint(w, "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=900000,RESOLUTION=640x360,CODECS=\"avc1.4d,mp4a.40.2\"\nvideo.m3u8\n"+
				"#EXT-X-STREAM-INF:BANDWIDTH=64000,CODECS=\"mp4a.40.2\"\nlow.m3u8\n#EXT-X-STREAM-INF:BANDWIDTH=128000,CODECS=\"mp4a.40.2\"\nsub/live.m3u8?x=y\n")
		case strings.HasSuffix(r.URL.Path, "/live.m3u8"):
			if asked.Add(1) == 1 {
				fmt.Fprint(w, "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXT-X-MEDIA-SEQUENCE:7\n#EXTINF:1,\n7.mp3\n#EXTINF:1,\n8.mp3\n#EXTINF:1,\n9.mp3\n#EXTINF:1,\n10.mp3\n")
			} else {
				fmt.Fprint(w, "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXT-X-MEDIA-SEQUENCE:9\n#EXTINF:1,\n9.mp3\n#EXTINF:1,\n10.mp3\n#EXTINF:1,\n11.mp3\n#EXT-X-ENDLIST\n")
			}
		case strings.HasPrefix(r.URL.Path, "/sub/") && strings.HasSuffix(r.URL.Path, ".mp3"):
			_, _ = w.Write(sound(10))
		default:
			http.NotFound(w, r)
		}
	}))
	t.Cleanup(s.Close)
	return s
}

func TestHLS(t *testing.T) {
	stream := open(t, live(t).URL+"/master.m3u8")
	if !stream.Info.HLS {
		t.Error("it is not seen to be HLS")
	}
	if frames, _ := read(t, stream); frames != 40 || stream.Codec() != frame.MP3 {
		t.Errorf("%d frames of %s", frames, stream.Codec())
	}
}

func TestMediaLists(t *testing.T) {
	base, err := url.Parse("https://a.example/live/x.m3u8?t=1")
	if err != nil {
		t.Fatal(err)
	}
	m := parseMedia(base, []byte("#EXTM3U\r\n#EXT-X-TARGETDURATION:6\r\n#EXT-X-MEDIA-SEQUENCE:100\r\n#EXT-X-MAP:URI=\"init.mp4\"\r\n#EXTINF:5.9,Ana - Dawn\r\n#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00Z\r\n../a.m4s\r\n#EXTINF:x\r\nfile:///etc/passwd\r\nhttps://b.example/c\r\n"))
	if m.target != 6*time.Second || len(m.segments) != 2 || m.segments[0].seq != 100 || m.segments[1].seq != 102 || m.first.String() != "https://a.example/live/init.mp4" ||
		m.segments[0].address.String() != "https://a.example/a.m4s" || m.ended || m.locked {
		t.Errorf("%+v", m)
	}
	if unnamed := parseMedia(base, []byte("a\n")); unnamed.target != 10*time.Second || unnamed.first != nil {
		t.Errorf("%+v", unnamed)
	}
	if v := variantsOf(base, []byte(`#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="x, y",URI="audio.m3u8"`+"\n#EXT-X-STREAM-INF:BANDWIDTH=1,RESOLUTION=1x1\nv.m3u8\n")); len(v) != 2 || bestOf(v).Path != "/live/audio.m3u8" {
		t.Errorf("%+v", v)
	}
}

// TestStalledHLS reads a playlist that does not advance.
func TestStalledHLS(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := client()
		c.http = &http.Client{Transport: answers(func(r *http.Request) (int, string) {
			if strings.HasSuffix(r.URL.Path, ".m3u8") {
				return http.StatusOK, "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\na.mp3\n"
			}
			return http.StatusOK, string(sound(10))
		})}
		s, err := c.OpenURL(t.Context(), "https://a.example/live.m3u8")
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		began := time.Now()
		for err == nil {
			_, err = s.Next()
		}
		if !errors.Is(err, errStalled) || time.Since(began) > time.Minute {
			t.Errorf("%v after %v", err, time.Since(began))
		}
	})
}

// answers is a transport without a network.
type answers func(*http.Request) (int, string)

func (a answers) RoundTrip(r *http.Request) (*http.Response, error) {
	status, body := a(r)
	return &http.Response{StatusCode: status, Status: http.StatusText(status), Header: http.Header{}, Body: io.NopCloser(strings.NewReader(body)), Request: r}, nil
}

// segments has ffmpeg write an HLS stream into a folder.
func segments(t *testing.T, args ...string) string {
	t.Helper()
	runner, err := exec.LookPath("ffmpeg")
	if err != nil {
		t.Fatal("these tests need ffmpeg")
	}
	folder := t.TempDir()
	all := append([]string{"-hide_banner", "-loglevel", "error", "-f", "lavfi", "-i", "sine=frequency=440:duration=6:sample_rate=44100"}, args...)
	cmd := exec.CommandContext(t.Context(), runner, append(all, "-f", "hls", "-hls_time", "2", "-hls_list_size", "0", filepath.Join(folder, "live.m3u8"))...)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return folder
}

func TestContainers(t *testing.T) {
	for name, c := range map[string]struct {
		args []string
		want frame.Codec
	}{
		"AAC in a transport stream": {[]string{"-c:a", "aac"}, frame.AAC},
		"MP3 in a transport stream": {[]string{"-c:a", "libmp3lame"}, frame.MP3},
		"fragmented MP4":            {[]string{"-c:a", "aac", "-hls_segment_type", "fmp4"}, frame.AAC},
	} {
		t.Run(name, func(t *testing.T) {
			web := httptest.NewServer(http.FileServer(http.Dir(segments(t, c.args...))))
			defer web.Close()
			client := New(Config{Log: slog.New(slog.DiscardHandler), Inside: func() bool { return true }, FFmpeg: ffmpeg.Find})
			s, err := client.OpenURL(t.Context(), web.URL+"/live.m3u8")
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			var length time.Duration
			for {
				f, err := s.Next()
				if err != nil {
					if !errors.Is(err, io.EOF) {
						t.Errorf("ended with %v", err)
					}
					break
				}
				length += f.Duration
			}
			if length < 5900*time.Millisecond || length > 6300*time.Millisecond || s.Codec() != c.want {
				t.Errorf("%v of %s", length, s.Codec())
			}
		})
	}
}

// TestNoFFmpeg opens fragmented MP4 on a machine without ffmpeg.
func TestNoFFmpeg(t *testing.T) {
	web := httptest.NewServer(http.FileServer(http.Dir(segments(t, "-c:a", "aac", "-hls_segment_type", "fmp4"))))
	defer web.Close()
	if _, err := client().OpenURL(t.Context(), web.URL+"/live.m3u8"); !errors.Is(err, errNoFFmpeg) {
		t.Errorf("%v", err)
	}
}

func FuzzTS(f *testing.F) {
	f.Add([]byte(strings.Repeat("\x47\x40\x00\x10", 100)))
	f.Fuzz(func(_ *testing.T, data []byte) {
		_, _ = io.Copy(io.Discard, newTSReader(strings.NewReader(string(data))))
		base := &url.URL{Scheme: "https", Host: "a.example"}
		parseMedia(base, data)
		variantsOf(base, data)
	})
}
