package operator_test

import (
	"log/slog"
	"testing"
	"time"

	"sonora/internal/music"
	"sonora/internal/operator"
	"sonora/internal/station"
	"sonora/internal/store/storetest"
	"sonora/internal/vitals"
)

var suite = storetest.Suite{"Status": status, "Find": find}

func TestSQLite(t *testing.T)   { storetest.SQLite(t, suite) }
func TestPostgres(t *testing.T) { storetest.Postgres(t, suite) }

func start(t *testing.T, f *storetest.Fixture, statuses ...station.Status) *operator.Service {
	return operator.New(operator.Config{
		Store: f.Store, Vitals: vitals.New(f.Store, t.TempDir(), nil, slog.New(slog.DiscardHandler)),
		Statuses: func() []station.Status { return statuses },
		Faults:   func() []music.Fault { return []music.Fault{{Part: "ffmpeg"}} },
	})
}

func addStation(t *testing.T, f *storetest.Fixture, name string) string {
	x := station.New()
	x.Name, x.StreamURL, x.Genre = name, "https://radio.example/"+music.NewID(), "Jazz"
	f.Must(f.CreateStation(t.Context(), &x, station.MaxOwned))
	return x.ID
}

func status(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	well, lost, broken := addStation(t, f, "Well"), addStation(t, f, "Lost"), addStation(t, f, "Broken")
	addStation(t, f, "Silent")
	problem := music.Say("The station sends no sound.")
	s := start(t, f,
		station.Status{StationID: well, State: station.StateLive, Listeners: 3},
		station.Status{StationID: lost, State: station.StateHold, Listeners: 2},
		station.Status{StationID: broken, State: station.StateOff, Problem: problem},
		station.Status{StationID: "deleted", State: station.StateHold},
	)
	f.Must(f.EnqueueJob(ctx, &music.Job{Kind: "export", RunAt: time.Now(), CreatedAt: time.Now()}, false))
	j := storetest.Get(f.ClaimJob(ctx, []string{"export"}, time.Now(), time.Now().Add(time.Minute)))(t)
	f.Must(f.FinishJob(ctx, j, time.Now(), nil, "the disk is full"))

	got := storetest.Get(s.Status(ctx))(t)
	if got.Stations != 4 || got.OnAir != 3 || got.Listeners != 5 || got.Jobs.Failed != 1 || len(got.Faults) != 1 || got.Engine != f.Engine() {
		t.Errorf("status: %+v", got)
	}
	if len(got.Interrupted) != 2 || got.Interrupted[0].Station.Name != "Lost" || !got.Interrupted[0].Problem.IsZero() ||
		got.Interrupted[1].Station.Name != "Broken" || got.Interrupted[1].Problem.ID != problem.ID {
		t.Errorf("interrupted: %+v", got.Interrupted)
	}

	f.Must(s.RestartJob(ctx, j.ID))
	if list := storetest.Get(s.FailedJobs(ctx, music.Page{Limit: 10}))(t); list.Total != 0 {
		t.Errorf("failed jobs after a restart: %+v", list)
	}
	f.Code(s.RestartJob(ctx, j.ID), music.NotFound)
}

// find looks for the same word in everything, as an operator and as a member.
func find(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	admin, member := f.Member("zephyr", music.Admin), f.Member("bea", music.Listener)
	addStation(t, f, "Zéphyr FM")
	f.Scan(storetest.Song("a.mp3", "Zephyr"))
	s := start(t, f)
	got := storetest.Get(s.Find(ctx, admin, "zephyr"))(t)
	if len(got.Stations) != 1 || len(got.Tracks) != 1 || len(got.Accounts) != 1 || got.Accounts[0].Email != "zephyr@music.example" || len(got.Playlists)+len(got.Mixes)+len(got.Generations) != 0 {
		t.Errorf("found %+v", got)
	}
	if got := storetest.Get(s.Find(ctx, admin, " \t"))(t); len(got.Stations)+len(got.Accounts) != 0 {
		t.Errorf("nothing finds %+v", got)
	}
	_, err := s.Find(ctx, member, "zephyr")
	f.Code(err, music.Forbidden)
}
