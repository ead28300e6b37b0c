package hls

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"sonora/internal/codec/mpeg"
	"sonora/internal/codec/mpegts"
	"sonora/internal/music"
	"sonora/internal/radio/frame"
	"sonora/internal/radio/hub"
	"sonora/internal/station"
)

// chunkSource makes a chunk of 250 ms every 250 ms that contains its time.
type chunkSource struct {
	hub   *hub.Hub
	title atomic.Pointer[station.StreamTitle]
	off   atomic.Bool
}

func (s *chunkSource) run(ctx context.Context) {
	tick := time.NewTicker(hub.Tick)
	defer tick.Stop()
	for seq := uint64(1); ; seq++ {
		select {
		case <-ctx.Done():
			return
		case at := <-tick.C:
			if !s.off.Load() {
				s.hub.Append(&hub.Chunk{Seq: seq, At: at, Duration: hub.Tick, Data: fmt.Appendf(nil, "<%d>", at.UnixMilli()), Key: true, Title: s.title.Load()})
			}
		}
	}
}

func (s *chunkSource) listen(context.Context, string, frame.Codec) (*hub.Hub, func(), error) {
	if s.off.Load() {
		return nil, nil, errOff
	}
	return s.hub, func() {}, nil
}

// begin starts a station and a service that makes its segments.
func begin(t *testing.T, folder string) (*chunkSource, *Service) {
	t.Helper()
	one := &chunkSource{hub: hub.New(frame.MP3)}
	one.title.Store(&station.StreamTitle{Artist: "A", Title: "first"})
	ctx, cancel := context.WithCancel(t.Context())
	s := New(Config{Folder: folder, Log: slog.New(slog.DiscardHandler), Now: time.Now, Listen: one.listen})
	go one.run(ctx)
	t.Cleanup(func() {
		cancel()
		s.Close()
	})
	return one, s
}

func get[T any](value T, err error) func(*testing.T) T {
	return func(t *testing.T) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return value
	}
}

func TestPlaylistFollowsStation(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		one, s := begin(t, t.TempDir())
		list := get(s.Live(t.Context(), "S", "?ticket=x"))(t)
		if strings.Count(list, "#EXTINF:4.000,") != 1 || !strings.Contains(list, ".ts?ticket=x\n") || !strings.Contains(list, "#EXT-X-PROGRAM-DATE-TIME:2000-01-01T00:00:00.250Z") {
			t.Error(list)
		}
		time.Sleep(10 * time.Second) //nolint:forbidigo // the clock of the bubble
		one.title.Store(&station.StreamTitle{Artist: "B", Title: `said "so"`})
		time.Sleep(30 * time.Second) //nolint:forbidigo // likewise
		list = get(s.Live(t.Context(), "S", ""))(t)
		if n := strings.Count(list, "#EXTINF:4.000,"); n != liveWindow {
			t.Errorf("%d segments", n)
		}
		all := get(s.Rewind(t.Context(), "S", ""))(t)
		if !strings.Contains(all, `X-TITLE="said 'so'",X-ARTIST="B"`) {
			t.Error(all)
		}
		var n int64
		_, rest, _ := strings.Cut(list, "MEDIA-SEQUENCE:")
		if _, err := fmt.Sscan(rest, &n); err != nil {
			t.Fatal(err)
		}
		var sound []byte
		for i := range int64(liveWindow) {
			segment := get(s.Segment(t.Context(), "S", n+i))(t)
			sound = append(sound, soundOf(t, segment)...)
		}
		whole(t, sound, liveWindow*16)
		if _, err := s.Segment(t.Context(), "S", n+100); !errors.Is(err, music.ErrNotFound) {
			t.Error(err)
		}
	})
}

// soundOf returns the frames in a segment.
func soundOf(t *testing.T, segment []byte) (sound []byte) {
	t.Helper()
	for n := 0; len(segment) > 0; segment, n = segment[mpegts.PacketSize:], n+1 {
		p, ok := mpegts.Parse(segment)
		if !ok {
			t.Fatalf("packet %d: %x", n, segment)
		}
		if n < 2 {
			continue // tables
		}
		if size, begins := mpegts.PESHeader(p.Payload); p.Begins && begins {
			p.Payload = p.Payload[size:]
		}
		sound = append(sound, p.Payload...)
	}
	return sound
}

// TestUnits divides frames into units with the time of their first frame.
func TestUnits(t *testing.T) {
	h := mpeg.Header{Version: mpeg.MPEG1, Layer: 3, Bitrate: 128, Rate: 44100}
	head, _ := h.Bytes()
	one := append(head[:], make([]byte, h.Size(0)-len(head))...)
	data := bytes.Repeat(one, 153)
	kind, units := unitsOf(data, 1000)
	var all []byte
	for i, u := range units {
		if frames := len(all) / len(one); u.Time != 1000+uint64(int64(h.Duration())*int64(frames)*ticks/1e6) || len(all)%len(one) != 0 {
			t.Errorf("unit %d begins at %d, behind %d frames", i, u.Time, frames)
		}
		all = append(all, u.Data...)
	}
	if kind != mpegts.MPEG1Audio || !bytes.Equal(all, data) || len(units) != 153/7+1 {
		t.Errorf("%d units of kind %d", len(units), kind)
	}
	if size := float64(len(mpegts.Write(kind, units))) / float64(len(data)); size > 1.09 {
		t.Errorf("it grows to %.3f", size)
	}
	low := mpeg.Header{Version: mpeg.MPEG2, Layer: 3, Bitrate: 64, Rate: 22050}
	head, _ = low.Bytes()
	if kind, _ := unitsOf(head[:], 0); kind != mpegts.MPEG2Audio {
		t.Errorf("kind %d", kind)
	}
}

// whole checks that there are no gaps between chunks.
func whole(t *testing.T, sound []byte, count int) {
	t.Helper()
	var last int64
	parts := strings.Split(strings.Trim(string(sound), "<>"), "><")
	if len(parts) != count {
		t.Errorf("%d chunks, not %d", len(parts), count)
	}
	for _, part := range parts {
		var at int64
		if _, err := fmt.Sscan(part, &at); err != nil {
			t.Fatal(err)
		}
		if last > 0 && at-last != hub.Tick.Milliseconds() {
			t.Errorf("%d follows %d", at, last)
		}
		last = at
	}
}

func TestSegmentsStopWithoutRequests(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, s := begin(t, t.TempDir())
		get(s.Live(t.Context(), "S", ""))(t)
		time.Sleep(3 * time.Minute) //nolint:forbidigo // the clock of the bubble
		if _, err := s.known("S"); !errors.Is(err, music.ErrNotFound) {
			t.Error("it still makes segments")
		}
	})
}

func TestOffAirError(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		one, s := begin(t, t.TempDir())
		one.off.Store(true)
		if _, err := s.Live(t.Context(), "S", ""); !errors.Is(err, errOff) {
			t.Error(err)
		}
		if _, err := s.Live(t.Context(), "../S", ""); !errors.Is(err, music.ErrNotFound) {
			t.Error(err)
		}
	})
}

// The past survives a restart and a torn segment, and only the configured hours
// are kept.
func TestPastIsKept(t *testing.T) {
	folder := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		one, s := begin(t, folder)
		s.Keep("S", 2)
		time.Sleep(3 * time.Hour) //nolint:forbidigo // the clock of the bubble
		w := get(s.Window(t.Context(), "S"))(t)
		if d := w.To.Sub(w.From); d < 2*time.Hour-5*time.Second || d > 2*time.Hour+10*time.Second {
			t.Errorf("%v are kept", d)
		}
		if files := get(filepath.Glob(filepath.Join(folder, "S", "*")))(t); len(files) > 6 {
			t.Errorf("%d files are left", len(files))
		}
		list := get(s.Rewind(t.Context(), "S", ""))(t)
		if n := strings.Count(list, "#EXTINF"); n < 1798 || n > 1803 {
			t.Errorf("%d segments", n)
		}
		s.Close()
		index := get(filepath.Glob(filepath.Join(folder, "S", "*.index")))(t)
		f := get(os.OpenFile(index[len(index)-1], os.O_APPEND|os.O_WRONLY, 0))(t)
		fmt.Fprint(f, `{"n":9999999999,"at":`)
		f.Close()

		again := New(Config{Folder: folder, Log: slog.New(slog.DiscardHandler), Now: time.Now, Listen: one.listen})
		defer again.Close()
		time.Sleep(time.Minute) //nolint:forbidigo // the server is down
		get(again.Rewind(t.Context(), "S", ""))(t)
		again.Keep("S", 2)
		time.Sleep(time.Minute) //nolint:forbidigo // the server is back
		list = get(again.Rewind(t.Context(), "S", ""))(t)
		if n := strings.Count(list, "#EXTINF"); n < 1770 || n > 1803 {
			t.Errorf("%d segments afterwards", n)
		}
		if n := strings.Count(list, "#EXT-X-DISCONTINUITY\n"); n != 1 {
			t.Errorf("%d breaks", n)
		}
		again.Remove("S")
		time.Sleep(3 * time.Minute) //nolint:forbidigo // no requests
		if files := get(filepath.Glob(filepath.Join(folder, "S", "*")))(t); len(files) > 0 {
			t.Errorf("%q are left", files)
		}
	})
}

func TestListenerRewinds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		one, s := begin(t, t.TempDir())
		s.Keep("S", 1)
		time.Sleep(10 * time.Minute) //nolint:forbidigo // the clock of the bubble
		one.title.Store(&station.StreamTitle{Title: "second"})
		time.Sleep(10 * time.Minute) //nolint:forbidigo // likewise
		w := get(s.Window(t.Context(), "S"))(t)
		if len(w.Titles) != 2 || w.Titles[1].Title != "second" {
			t.Fatalf("%+v", w.Titles)
		}
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		from := w.Titles[1].At.Add(-10 * time.Second)
		h := get(s.Past(ctx, "S", from))(t)
		began := time.Now()
		reader := h.Subscribe(16 * time.Second)
		var sound []byte
		titles := map[string]bool{}
		var last *hub.Chunk
		for len(sound) < 40*16*15 {
			last = get(reader.Next(ctx))(t)
			sound = append(sound, last.Data...)
			titles[last.Title.Title] = true
		}
		var first int64
		if _, err := fmt.Sscanf(string(sound), "<%d>", &first); err != nil {
			t.Fatal(err)
		}
		if d := from.Sub(time.UnixMilli(first)); d < 0 || d > segmentTime {
			t.Errorf("it begins %v early", d)
		}
		whole(t, sound, bytes.Count(sound, []byte("<")))
		if ahead := last.At.Add(last.Duration).Sub(from) - time.Since(began); ahead < 2*time.Second || ahead > 14*time.Second {
			t.Errorf("the hub is %v ahead of playback speed", ahead)
		}
		if !titles["first"] || !titles["second"] {
			t.Errorf("titles %v", titles)
		}
		if _, err := s.Past(ctx, "T", from); err == nil {
			t.Error("another station can be rewound")
		}
	})
}
