package radio

import (
	"log/slog"
	"testing"

	"sonora/internal/music"
	"sonora/internal/station"
)

// others is a cluster in which another server plays everything.
type others struct {
	alone
	resumed int
}

func (*others) IsCluster() bool  { return true }
func (*others) Owns(string) bool { return false }
func (o *others) Resume()        { o.resumed++ }

// TestGapForgetsOtherServers loses events of another server. What it said before
// is not true any more, so it is asked again.
func TestGapForgetsOtherServers(t *testing.T) {
	s := New(Config{Log: slog.New(slog.DiscardHandler), Events: silence{}})
	defer s.Close()
	o := &others{}
	s.Join(o)
	s.follow(music.Event{Type: music.EventStation, Data: station.Status{StationID: "one", State: station.StateLive}})
	if status, known := s.Status("one"); !known || status.State != station.StateLive {
		t.Fatalf("%+v", status)
	}
	s.follow(music.Event{Type: music.EventGap})
	s.follow(music.Event{Type: music.EventGap}) // at once after the first
	<-s.gaps
	s.resume(t.Context())
	if status, known := s.Status("one"); known || o.resumed != 1 {
		t.Errorf("still said to be %s; asked %d times", status.State, o.resumed)
	}
}
