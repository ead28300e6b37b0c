package radio

import (
	"context"
	"errors"
	"log/slog"
	"testing"
	"time"

	"sonora/internal/radio/record"
	"sonora/internal/station"
)

// calendar is a Planner with one live show.
type calendar struct {
	Planner
	hour *station.ShowTime
	err  error
}

func (c calendar) LiveShow(context.Context, string, time.Time, time.Time) (*station.ShowTime, error) {
	return c.hour, c.err
}

// shows records the shows that are recorded.
type shows struct{ titles []string }

func (s *shows) Begin(show record.Show) (end func()) {
	s.titles = append(s.titles, show.Title)
	return func() {}
}

func TestOwnerOrCalendarDecidesWhatIsRecorded(t *testing.T) {
	live := func(isRecorded bool) *station.ShowTime {
		return &station.ShowTime{Show: station.Show{Name: "Night", Kind: station.ShowLive, IsRecorded: isRecorded}}
	}
	for name, c := range map[string]struct {
		always bool // the station's own setting
		plan   calendar
		want   []string
	}{
		"nobody asks":               {false, calendar{}, nil},
		"the owner":                 {true, calendar{}, []string{""}},
		"the calendar":              {false, calendar{hour: live(true)}, []string{"Night"}},
		"a live hour, not recorded": {false, calendar{hour: live(false)}, nil},
		"the owner, in a live hour": {true, calendar{hour: live(false)}, []string{"Night"}},
		"the calendar fails":        {true, calendar{err: errors.New("no database")}, []string{""}},
	} {
		t.Run(name, func(t *testing.T) {
			recorded := &shows{}
			s := New(Config{Log: slog.New(slog.DiscardHandler), Planner: c.plan})
			t.Cleanup(s.Close)
			s.RecordWith(recorded, removals{})
			st := station.New()
			st.Options.RecordShows = c.always
			s.recordShow(&st, "account", "DJ", "source")()
			if len(recorded.titles) != len(c.want) || len(c.want) > 0 && recorded.titles[0] != c.want[0] {
				t.Errorf("recorded %q, want %q", recorded.titles, c.want)
			}
		})
	}
}
