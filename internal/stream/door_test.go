package stream

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"sonora/internal/bus"
	"sonora/internal/media/ffmpeg"
	"sonora/internal/music"
	"sonora/internal/premium"
)

// plan is what the plan of everybody includes.
type plan struct {
	devices int64
	has     map[premium.Entitlement]bool
	asked   int
}

func (p *plan) Allows(_ context.Context, _ music.Viewer, e premium.Entitlement) error {
	if p.has[e] {
		return nil
	}
	return music.NewError(music.Forbidden, "not in the plan").Coded(premium.CodePlanRequired)
}

func (p *plan) Within(_ context.Context, _ music.Viewer, _ premium.Entitlement, used, wanted int64) error {
	p.asked++
	if used+wanted > p.devices {
		return music.NewError(music.Forbidden, "too many").Coded(premium.CodePlanLimit)
	}
	return nil
}

// planned is opened with plans.
func planned(t *testing.T, p *plan) (*Service, *shelf, func(time.Duration)) {
	t.Helper()
	s, on, wait := opened(t)
	s.plans = p
	return s, on, wait
}

// onDevice returns ana on one of her devices.
func onDevice(name string) music.Viewer {
	v := ana
	v.Device = name
	return v
}

// play opens a song and fetches all of it.
func play(t *testing.T, s *Service, v music.Viewer, id string, o Options) error {
	t.Helper()
	source, err := s.OpenTrack(t.Context(), v, id, o)
	if err != nil {
		return err
	}
	defer source.Close()
	return source.Serve(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "/", nil), func() {})
}

func isRefused(err error) bool { return music.CodeOf(err) == music.Forbidden }

func TestDevicesThatPlayAtTheSameTimeAreCounted(t *testing.T) {
	s, _, wait := planned(t, &plan{devices: 2})
	expect := func(what string, v music.Viewer, id string, refused bool) {
		t.Helper()
		if err := play(t, s, v, id, Options{}); isRefused(err) != refused || err != nil && !refused {
			t.Errorf("%s: %v", what, err)
		}
	}
	expect("the first", onDevice("phone"), "one", false)
	wait(30 * time.Second)
	expect("the second", onDevice("laptop"), "one", false)
	expect("a third", onDevice("tv"), "one", true)
	expect("another track on the second", onDevice("laptop"), "two", false)
	expect("somebody behind a link", onDevice(""), "one", false)
	other := onDevice("tv")
	other.AccountID = "ben"
	expect("somebody else", other, "one", false)
	wait(29 * time.Second)
	expect("a third, 59 seconds after the first", onDevice("tv"), "one", true)
	wait(time.Second)
	expect("a third, a minute after the first", onDevice("tv"), "one", false)
	expect("another track on the first", onDevice("phone"), "two", true)
	expect("the rest of the track that the first had opened", onDevice("phone"), "one", false)
}

func TestWhatPlaysGoesOnAfterThePlanHasEnded(t *testing.T) {
	p := &plan{devices: 3}
	s, _, wait := planned(t, p)
	for _, name := range []string{"phone", "laptop", "tv"} {
		if err := play(t, s, onDevice(name), "mix", Options{}); err != nil {
			t.Fatal(err)
		}
	}
	p.devices = 1
	for range 10 {
		wait(20 * time.Second)
		for _, name := range []string{"phone", "laptop", "tv"} {
			if err := play(t, s, onDevice(name), "mix", Options{}); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
	}
	if err := play(t, s, onDevice("tv"), "next", Options{}); !isRefused(err) {
		t.Errorf("the next track: %v", err)
	}
}

func TestDownloadsAndHeadersAreNotDevices(t *testing.T) {
	p := &plan{devices: 0, has: map[premium.Entitlement]bool{premium.Downloads: true}}
	s, _, _ := planned(t, p)
	v := onDevice("phone")
	for name, o := range map[string]Options{"download": {IsDownload: true}, "headers": {HeadersOnly: true}} {
		if err := play(t, s, v, "song", o); err != nil || p.asked != 0 {
			t.Errorf("%s: %v, counted %d times", name, err, p.asked)
		}
	}
	p.has = nil
	if err := play(t, s, v, "song", Options{IsDownload: true}); !isRefused(err) {
		t.Errorf("a download that the plan does not include: %v", err)
	}
	if err := play(t, s, v, "song", Options{IsDownload: true, IsOwn: true}); err != nil {
		t.Errorf("a download of one's own: %v", err)
	}
}

func TestLosslessQualityNeedsAPlan(t *testing.T) {
	p := &plan{devices: 9, has: map[premium.Entitlement]bool{}}
	s, on, _ := planned(t, p)
	s.ffmpeg = func() (*ffmpeg.Runner, error) { return &ffmpeg.Runner{}, nil }
	v := onDevice("phone")
	for _, c := range []struct {
		source  music.AudioFormat
		o       Options
		refused bool
	}{
		{music.FLAC, Options{}, true},
		{music.ALAC, Options{}, true},
		{music.WAV, Options{HeadersOnly: true}, true},
		{music.AIFF, Options{Convert: true, Format: "flac"}, true},
		{music.FLAC, Options{IsDownload: true}, true},
		{music.FLAC, Options{Convert: true, Format: "opus"}, false},
		{music.MP3, Options{}, false},
		{music.MP3, Options{Convert: true, Format: "flac"}, false}, // no better than the MP3
		{music.FLAC, Options{IsOwn: true}, false},
	} {
		if err := s.admitQuality(t.Context(), v, c.source, &c.o); isRefused(err) != c.refused {
			t.Errorf("%s as %+v: %v", c.source, c.o, err)
		}
	}
	on.file.Format = music.FLAC
	if err := play(t, s, v, "song", Options{}); !isRefused(err) {
		t.Errorf("the original: %v", err)
	}
	s.ffmpeg = func() (*ffmpeg.Runner, error) { return nil, ErrNoFFmpeg }
	if err := s.admitQuality(t.Context(), v, music.FLAC, &Options{}); err != nil {
		t.Errorf("from a server that cannot convert: %v", err)
	}
	p.has[premium.Lossless] = true
	if err := s.admitQuality(t.Context(), v, music.FLAC, &Options{}); err != nil {
		t.Errorf("with the plan: %v", err)
	}
}

func TestLosslessSongsPlayToTheirEndAfterThePlan(t *testing.T) {
	p := &plan{devices: 9, has: map[premium.Entitlement]bool{premium.Lossless: true}}
	s, on, _ := planned(t, p)
	s.ffmpeg = func() (*ffmpeg.Runner, error) { return &ffmpeg.Runner{}, nil }
	on.file.Format = music.FLAC
	if err := play(t, s, onDevice("phone"), "song", Options{}); err != nil {
		t.Fatal(err)
	}
	p.has = nil
	if err := play(t, s, onDevice("phone"), "song", Options{}); err != nil {
		t.Errorf("the rest of the song: %v", err)
	}
	for name, err := range map[string]error{
		"another song":   play(t, s, onDevice("phone"), "other", Options{}),
		"another device": play(t, s, onDevice("laptop"), "song", Options{}),
		"a download":     play(t, s, onDevice("phone"), "song", Options{IsDownload: true}),
	} {
		if !isRefused(err) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// early says that every mix is in early access.
type early struct{}

func (early) MixPlays(context.Context, music.Viewer, string) error { return nil }

func (early) IsEarly(context.Context, music.Viewer, string, time.Time) (bool, error) {
	return true, nil
}

func TestMixesInEarlyAccessPlayToTheirEndAfterThePlan(t *testing.T) {
	p := &plan{devices: 9, has: map[premium.Entitlement]bool{premium.EarlyMixes: true, premium.Downloads: true}}
	s, _, _ := planned(t, p)
	s.mixes = early{}
	listen := func(device, mix string, o Options) error {
		_, err := s.Listen(t.Context(), onDevice(device), mix, &Source{}, o)
		return err
	}
	if err := listen("phone", "mix", Options{}); err != nil {
		t.Fatal(err)
	}
	p.has[premium.EarlyMixes] = false
	for name, err := range map[string]error{"the rest of the mix": listen("phone", "mix", Options{}), "a download by its DJ": listen("phone", "mix", Options{IsDownload: true, IsOwn: true})} {
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, err := range map[string]error{
		"another mix":    listen("phone", "other", Options{}),
		"another device": listen("laptop", "mix", Options{}),
		"a download":     listen("phone", "mix", Options{IsDownload: true}),
	} {
		if !isRefused(err) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestDevicesOnOtherServersCount plays on two servers of a cluster.
func TestDevicesOnOtherServersCount(t *testing.T) {
	b, err := bus.Open(bus.InProcess, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Close)
	p := &plan{devices: 1}
	server := func() *Service {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "song.mp3"), []byte("sound"), 0o600); err != nil {
			t.Fatal(err)
		}
		s, err := New(Config{Media: t.TempDir(), Log: slog.New(slog.DiscardHandler), Plans: p, Bus: b, Tracks: &shelf{file: music.TrackFile{Root: dir, Path: "song.mp3", Size: 5, Format: music.MP3}}})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(s.Close)
		return s
	}
	one, two := server(), server()
	if err := play(t, one, onDevice("phone"), "song", Options{}); err != nil {
		t.Fatal(err)
	}
	deadline := time.Now().Add(10 * time.Second)
	for n := int64(0); n == 0 && time.Now().Before(deadline); <-time.After(time.Millisecond) {
		n, _ = two.devices.others(onDevice("laptop"), "song")
	}
	if err := play(t, two, onDevice("laptop"), "song", Options{}); !isRefused(err) {
		t.Errorf("another device on another server: %v", err)
	}
	if err := play(t, two, onDevice("phone"), "song", Options{}); err != nil {
		t.Errorf("the rest of the song from another server: %v", err)
	}
}

func TestDevicesAreForgotten(t *testing.T) {
	s, _, wait := planned(t, &plan{devices: 100})
	for i := range 2 * maxOpened {
		if err := play(t, s, onDevice("phone"), strconv.Itoa(i), Options{}); err != nil {
			t.Fatal(err)
		}
		wait(time.Second)
	}
	if n := len(s.devices.of["ana"]["phone"].opened); n != maxOpened {
		t.Errorf("%d tracks are remembered", n)
	}
	wait(openedFor + 2*deviceLease)
	s.devices.tidy()
	if len(s.devices.of) != 0 {
		t.Errorf("remembered: %v", s.devices.of)
	}
}

func BenchmarkAdmit(b *testing.B) {
	s := &Service{plans: &plan{devices: 3, has: map[premium.Entitlement]bool{premium.Lossless: true}}, now: time.Now}
	s.devices = newDevices(s.now, nil)
	for b.Loop() {
		if err := s.admit(b.Context(), onDevice("phone"), "song", music.FLAC, &Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

// TestPlayersGetWhatThePlanIncludes asks for a FLAC as players do that know no formats.
func TestPlayersGetWhatThePlanIncludes(t *testing.T) {
	p := &plan{devices: 9, has: map[premium.Entitlement]bool{premium.Lossless: true}}
	s, on, _ := planned(t, p)
	s.ffmpeg = func() (*ffmpeg.Runner, error) { return &ffmpeg.Runner{}, nil }
	on.file.Format = music.FLAC
	fit := func(name, id string, w Wish, want Options) {
		t.Helper()
		if got, err := s.Fit(t.Context(), onDevice("phone"), id, w); err != nil || got.Convert != want.Convert || got.Format != want.Format || got.Bitrate != want.Bitrate {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
	fit("with the plan", "song", Wish{}, Options{})
	if err := play(t, s, onDevice("phone"), "song", Options{}); err != nil {
		t.Fatal(err)
	}
	p.has = nil
	best := Options{Convert: true, Format: "mp3", Bitrate: 320}
	fit("the rest of the song", "song", Wish{}, Options{})
	fit("without the plan", "other", Wish{}, best)
	fit("the file itself", "other", Wish{Format: "raw"}, best)
	on.file.Format = music.MP3
	s.known.forget()
	fit("a lossy file", "other", Wish{}, Options{})
	track := &music.Track{Format: music.FLAC}
	wants := []Playable{{Codecs: []string{"flac"}}, {Codecs: []string{"opus"}}}
	if d := s.Decide(t.Context(), onDevice("phone"), track, Player{Plays: []Playable{{}}, Wants: wants}); d.IsDirect || d.Form == nil || d.Form.Format != music.Opus {
		t.Errorf("decided without the plan: %+v", d)
	}
	p.has = map[premium.Entitlement]bool{premium.Lossless: true}
	if d := s.Decide(t.Context(), onDevice("phone"), track, Player{Plays: []Playable{{}}, Wants: wants}); !d.IsDirect || d.Form.Format != music.FLAC {
		t.Errorf("decided with the plan: %+v", d)
	}
	p.has = nil
	s.ffmpeg = func() (*ffmpeg.Runner, error) { return nil, ErrNoFFmpeg }
	on.file.Format = music.FLAC
	s.known.forget()
	fit("from a server that cannot convert", "other", Wish{}, Options{})
}
