package radio

import (
	"context"
	"log/slog"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"sonora/internal/music"
	"sonora/internal/radio/playout"
	"sonora/internal/station"
)

// operators is an Operators that remembers.
type operators struct{ told []string }

func (o *operators) StationMade(_ context.Context, st *station.Station) {
	o.told = append(o.told, "made "+st.Name)
}

func (o *operators) StationInTrouble(_ context.Context, st *station.Station, problem music.Message) {
	o.told = append(o.told, st.Name+": "+problem.String())
}

func (o *operators) StationWell(_ context.Context, id string) {
	o.told = append(o.told, "well "+id)
}

// TestOperatorsLearnThatAStationIsWell lets a station have trouble twice.
func TestOperatorsLearnThatAStationIsWell(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		bosses := &operators{}
		w := newHistoryWriter(&Service{Config: Config{Operators: bosses, Log: slog.New(slog.DiscardHandler)}})
		h := w.forStation(&station.Station{ID: "s", Name: "Wave"})
		do := func() {
			for len(w.work) > 0 {
				(<-w.work)(t.Context())
			}
		}
		well := station.Status{StationID: "s", State: station.StateAutoDJ}
		<-time.After(wellAfter)
		h.Status(well) // after a start, which may have ended a trouble
		h.Status(well)
		h.Alert(playout.KindSilence, music.Say("Silence."))
		h.Status(well) // too early
		<-time.After(wellAfter)
		h.Status(station.Status{StationID: "s", State: station.StateAutoDJ, Problem: music.Say("Silence.")})
		h.Status(station.Status{StationID: "s", State: station.StateOff})
		h.Status(well)
		h.Status(well)
		do()
		if want := []string{"well s", "Wave: Silence.", "well s"}; !slices.Equal(bosses.told, want) {
			t.Errorf("%q, want %q", bosses.told, want)
		}
	})
}
