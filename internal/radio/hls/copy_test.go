package hls

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"sonora/internal/music"
	"sonora/internal/radio/frame"
	"sonora/internal/radio/hub"
	"sonora/internal/station"
)

// leases are those of a cluster, by name.
type leases struct {
	mu     sync.Mutex
	holder map[string]*member
}

// member is a server of a cluster.
type member struct {
	*leases
	service *Service
	asked   int // questions for sound that it answered
}

func (m *member) Owns(lease string) bool { return m.held(lease) == m }

func (m *member) held(lease string) *member {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.holder[lease]
}

func (m *member) Take(_ context.Context, lease string) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.holder[lease] == nil {
		m.holder[lease] = m
	}
	return m.holder[lease] == m
}

func (m *member) Give(_ context.Context, lease string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.holder[lease] == m {
		delete(m.holder, lease)
	}
}

func (m *member) Past(ctx context.Context, lease string, question []byte) ([]byte, error) {
	holder := m.held(lease)
	if holder == nil {
		return nil, music.NewError(music.Unavailable, "No server plays this station at the moment.")
	}
	if bytes.Contains(question, []byte("segment")) {
		holder.asked++
	}
	return holder.service.Answer(ctx, lease, question)
}

// beginCluster starts two servers on the same station.
func beginCluster(t *testing.T) (one *chunkSource, first, second *member) {
	t.Helper()
	one, s := begin(t, t.TempDir())
	all := &leases{holder: map[string]*member{}}
	first = &member{leases: all, service: s}
	s.Join(first)
	other := New(Config{Folder: t.TempDir(), Log: slog.New(slog.DiscardHandler), Now: time.Now, Listen: one.listen})
	t.Cleanup(other.Close)
	second = &member{leases: all, service: other}
	other.Join(second)
	return one, first, second
}

// TestEveryServerHasTheSameSegments asks two servers for a station that one of
// them keeps.
func TestEveryServerHasTheSameSegments(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		one, first, second := beginCluster(t)
		a, b := first.service, second.service
		a.Keep("S", 2)
		time.Sleep(90 * time.Minute) //nolint:forbidigo // the clock of the bubble
		one.title.Store(&station.StreamTitle{Title: "second"})
		time.Sleep(time.Minute) //nolint:forbidigo // likewise
		for name, list := range map[string]func(*Service) (string, error){
			"live":   func(s *Service) (string, error) { return s.Live(t.Context(), "S", "?x=1") },
			"rewind": func(s *Service) (string, error) { return s.Rewind(t.Context(), "S", "") },
		} {
			get(list(b))(t)
			time.Sleep(syncEvery) //nolint:forbidigo // likewise
			if want, got := get(list(a))(t), get(list(b))(t); got != want || !strings.Contains(got, ".ts") {
				t.Errorf("%s:\n%s\nis not\n%s", name, got, want)
			}
		}
		if want, got := get(a.Window(t.Context(), "S"))(t), get(b.Window(t.Context(), "S"))(t); !got.From.Equal(want.From) || !got.To.Equal(want.To) || len(got.Titles) != 2 {
			t.Errorf("%v is not %v", got, want)
		}
		last := first.held(leaseKind + "S").service.recorders["S"].tape.last()
		for _, n := range []int64{last, last, last - 1000} {
			if want, got := get(a.Segment(t.Context(), "S", n))(t), get(b.Segment(t.Context(), "S", n))(t); !bytes.Equal(got, want) {
				t.Errorf("segment %d differs", n)
			}
		}
		if first.asked != 2 {
			t.Errorf("asked %d times for sound", first.asked)
		}
		from := time.Now().Add(-time.Hour)
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		chunk := get(get(b.Past(ctx, "S", from))(t).Subscribe(Burst).Next(ctx))(t)
		if d := from.Sub(chunk.At); d < 0 || d > segmentTime {
			t.Errorf("it begins %v early", d)
		}
		if _, err := b.Segment(t.Context(), "S", last+100); !errors.Is(err, music.ErrNotFound) {
			t.Error(err)
		}
	})
}

// TestSegmentsOutliveTheirServer ends the server that makes the segments. The
// other one continues with higher numbers.
func TestSegmentsOutliveTheirServer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, first, second := beginCluster(t)
		a, b := first.service, second.service
		get(a.Live(t.Context(), "S", ""))(t)
		b.Keep("S", 1)               // it plays the station now, and waits
		time.Sleep(30 * time.Second) //nolint:forbidigo // the clock of the bubble
		before := numberOf(t, get(b.Live(t.Context(), "S", ""))(t))
		if first.held(leaseKind+"S") != first {
			t.Error("two servers make segments")
		}
		a.Close()
		time.Sleep(2 * retry) //nolint:forbidigo // likewise
		after := numberOf(t, get(b.Live(t.Context(), "S", ""))(t))
		if first.held(leaseKind+"S") != second || after <= before {
			t.Errorf("segment %d after %d", after, before)
		}
	})
}

// TestOffAirEverywhere asks another server for a station that is off the air.
func TestOffAirEverywhere(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		one, first, second := beginCluster(t)
		one.off.Store(true)
		for _, m := range []*member{first, second} {
			if _, err := m.service.Live(t.Context(), "S", ""); !errors.Is(err, errOff) {
				t.Error(err)
			}
		}
	})
}

// numberOf returns the number of the last segment in a playlist.
func numberOf(t *testing.T, list string) (n int64) {
	t.Helper()
	lines := strings.Fields(list)
	if _, err := fmt.Sscanf(lines[len(lines)-1], "%d.ts", &n); err != nil {
		t.Fatal(err, list)
	}
	return n
}

// Answers to other servers are refused for what is no station.
func TestAnswerChecksItsQuestion(t *testing.T) {
	s := New(Config{Folder: t.TempDir(), Log: slog.New(slog.DiscardHandler), Now: time.Now, Listen: func(context.Context, string, frame.Codec) (*hub.Hub, func(), error) { return nil, nil, errOff }})
	defer s.Close()
	for _, lease := range []string{"segments-../x", "stations-S", "segments-"} {
		if _, err := s.Answer(t.Context(), lease, []byte("{}")); !errors.Is(err, music.ErrNotFound) {
			t.Errorf("%s: %v", lease, err)
		}
	}
	if _, err := s.Answer(t.Context(), "segments-S", []byte("{")); !errors.Is(err, music.ErrNotFound) {
		t.Error(err)
	}
}
