package ingest

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"sonora/internal/radio/frame"
	"sonora/internal/station"
)

// program returns the path of a source client. If it is missing, the test is
// skipped, unless SONORA_TEST_SOURCES=required.
func program(t *testing.T, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		if os.Getenv("SONORA_TEST_SOURCES") == "required" {
			t.Fatal(err)
		}
		t.Skip(name + " is not installed")
	}
	return path
}

// run runs a program until the test ends.
func run(t *testing.T, path string, arguments ...string) *exec.Cmd {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	cmd := exec.CommandContext(ctx, path, arguments...)
	var said strings.Builder
	cmd.Stdout, cmd.Stderr, cmd.WaitDelay = &said, &said, 5*time.Second
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cancel()
		_ = cmd.Wait() // it was killed
		if t.Failed() {
			t.Logf("%s says:\n%s", filepath.Base(path), said.String())
		}
	})
	return cmd
}

// openTwo is open that also serves the port after the radio port.
func openTwo(t *testing.T, change ...func(*Config)) *port {
	t.Helper()
	for range 20 {
		if p := open(t, change...); p.behind(t, p.radio) {
			return p
		}
	}
	t.Fatal("no two ports in a row are free")
	return nil
}

// tone writes a file of a number of seconds.
func tone(t *testing.T, ending string, seconds int, arguments ...string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "tone."+ending)
	all := slices.Concat([]string{"-v", "error", "-f", "lavfi", "-i", fmt.Sprintf("sine=frequency=440:duration=%d", seconds)}, arguments, []string{file})
	if out, err := exec.CommandContext(t.Context(), program(t, "ffmpeg"), all...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return file
}

// TestFFmpeg sends every format and protocol that ffmpeg supports.
func TestFFmpeg(t *testing.T) {
	ffmpeg := program(t, "ffmpeg")
	for _, c := range []struct {
		name, url string
		arguments []string
		codec     frame.Codec
		title     station.StreamTitle
	}{
		{"icecast MP3", "icecast://source:PW@HOST/jazz", []string{"-c:a", "libmp3lame", "-b:a", "128k", "-metadata", "title=Sinnerman", "-content_type", "audio/mpeg", "-f", "mp3"}, frame.MP3, station.StreamTitle{Title: "Sinnerman"}},
		{"legacy icecast", "icecast://Nina:PW@HOST/jazz", []string{"-c:a", "libmp3lame", "-legacy_icecast", "1", "-content_type", "audio/mpeg", "-f", "mp3"}, frame.MP3, station.StreamTitle{}},
		{"chunked PUT", "http://source:PW@HOST/jazz", []string{"-c:a", "libmp3lame", "-method", "PUT", "-auth_type", "basic", "-chunked_post", "1", "-send_expect_100", "0", "-content_type", "audio/mpeg", "-f", "mp3"}, frame.MP3, station.StreamTitle{}},
		{"AAC", "icecast://source:PW@HOST/jazz", []string{"-c:a", "aac", "-content_type", "audio/aac", "-f", "adts"}, frame.AAC, station.StreamTitle{}},
		{"Opus", "icecast://source:PW@HOST/jazz", []string{"-c:a", "libopus", "-metadata", "title=Jóga", "-metadata", "artist=Björk", "-content_type", "audio/ogg", "-f", "ogg"}, frame.Opus, station.StreamTitle{Artist: "Björk", Title: "Jóga"}},
	} {
		for _, where := range []string{"radio", "main"} {
			t.Run(c.name+" on the "+where+" port", func(t *testing.T) {
				t.Parallel()
				p := open(t)
				host := p.radio
				if where == "main" {
					host = p.main
				}
				url := strings.NewReplacer("PW", ninas, "HOST", host).Replace(c.url)
				run(t, ffmpeg, slices.Concat([]string{"-v", "warning", "-f", "lavfi", "-i", "sine=frequency=440:duration=5"}, c.arguments, []string{url})...)
				s := p.over(t)
				if s.frames < 5 || s.source.Frames.Codec() != c.codec {
					t.Errorf("%d frames of %q, %v", s.frames, s.source.Frames.Codec(), s.err)
				}
				if c.title != (station.StreamTitle{}) && !slices.Contains(s.titles, c.title) {
					t.Errorf("titles in the sound: %+v", s.titles)
				}
				if !strings.HasPrefix(s.source.Client, "Lavf/") {
					t.Errorf("source %+v", s.source)
				}
			})
		}
	}
}

// TestEzstream tests libshout, which probes the server, goes on air and sends
// titles separately.
func TestEzstream(t *testing.T) {
	ezstream := program(t, "ezstream")
	file := tone(t, "mp3", 6, "-c:a", "libmp3lame", "-b:a", "128k", "-metadata", "artist=Nina Simone", "-metadata", "title=Sinnerman ü")
	for _, c := range []struct{ name, protocol string }{{"icecast", "HTTP"}, {"ICY", "ICY"}} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			p := openTwo(t)
			host, port, _ := net.SplitHostPort(p.radio)
			settings := filepath.Join(t.TempDir(), "ezstream.xml")
			text := `<ezstream><servers><server><hostname>` + host + `</hostname><port>` + port + `</port><protocol>` + c.protocol + `</protocol>
				<user>source</user><password>` + ninas + `</password><reconnect_attempts>1</reconnect_attempts></server></servers>
				<streams><stream><mountpoint>/jazz</mountpoint><format>MP3</format><stream_name>My show</stream_name></stream></streams>
				<intakes><intake><type>file</type><filename>` + file + `</filename><stream_once>1</stream_once></intake></intakes>
				<metadata><format_str>@a@ - @t@</format_str></metadata></ezstream>`
			if err := os.WriteFile(settings, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			run(t, ezstream, "-v", "-v", "-c", settings)
			s := p.over(t)
			if s.frames < 150 || s.pass.DJ != "Nina" || s.source.Name != "My show" {
				t.Errorf("%d frames, %+v", s.frames, s.source)
			}
			if !slices.Contains(p.stations.said(), station.StreamTitle{Artist: "Nina Simone", Title: "Sinnerman ü"}) {
				t.Errorf("titles: %+v", p.stations.said())
			}
		})
	}
}

// TestLiquidsoap connects as an Icecast and as a SHOUTcast source. The latter
// sends titles to the port below.
func TestLiquidsoap(t *testing.T) {
	liquidsoap := program(t, "liquidsoap")
	file := tone(t, "mp3", 8, "-c:a", "libmp3lame", "-metadata", "artist=Nina Simone", "-metadata", "title=Sinnerman ü")
	for _, protocol := range []string{"http", "icy"} {
		t.Run(protocol, func(t *testing.T) {
			t.Parallel()
			p := openTwo(t, func(c *Config) { c.Stations.(*stage).limit = 150 })
			host, port, _ := net.SplitHostPort(p.radio)
			to := `mount="/jazz"`
			if protocol == "icy" {
				to = `mount="", protocol="icy", icy_metadata="true"`
			}
			script := fmt.Sprintf(`set("log.stdout", true) set("init.allow_root", true)
				output.icecast(%%mp3(bitrate=128), host=%q, port=%s, password=%q, name="Test", %s, fallible=true, single(%q))`, host, port, ninas, to, file)
			run(t, liquidsoap, script)
			s := p.over(t)
			if s.frames != 150 || s.source.Name != "Test" || s.source.Frames.Codec() != frame.MP3 {
				t.Errorf("%d frames of %q, %+v, %v", s.frames, s.source.Frames.Codec(), s.source, s.err)
			}
			if want := (station.StreamTitle{Artist: "Nina Simone", Title: "Sinnerman ü"}); !slices.Contains(p.stations.said(), want) {
				t.Errorf("titles: %+v", p.stations.said())
			}
		})
	}
}
