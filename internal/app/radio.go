package app

import (
	"context"

	"golang.org/x/sync/errgroup"

	"sonora/internal/analysis"
	"sonora/internal/radio"
	"sonora/internal/radio/autodj"
	"sonora/internal/radio/body"
	"sonora/internal/radio/cluster"
	"sonora/internal/radio/mix"
	"sonora/internal/radio/playout"
	"sonora/internal/radio/studio"
	"sonora/internal/station"
	"sonora/internal/store"
)

// openRadio builds the runtime of the stations.
func (a *App) openRadio(ctx context.Context, c Config, db *store.Store) error {
	a.autoDJ = autodj.New(autodj.Config{Store: db.StationStore, Log: a.log, Note: func(id string, e autodj.Entry) { a.radio.NotePlan(id, e.Text, e.IsError) }})
	a.radio = radio.New(radio.Config{
		Bodies: a.openBodies(),
		Store:  db, Events: a.bus, Log: a.log, FFmpeg: a.ffmpeg.Find, Planner: a.autoDJ, Notifier: a.notify, Operators: a.alerts, Correct: analysis.Correct,
		MaxListeners: a.limiter.listeners, MaxPerAddress: a.limiter.listenersPerAddress,
		Local: a.localTrack,
		Relay: func(ctx context.Context, s *station.Station) (playout.Upstream, error) {
			stream, err := a.relays.Open(ctx, s)
			if err != nil {
				return nil, err
			}
			return stream, nil
		},
	})
	a.onClose(a.radio.Close)
	a.openRecords(c, db)
	a.openSources(ctx, c, db, a.radio)
	a.studio = studio.New(studio.Config{
		Stations: a.radio, Still: a.guard.Still, Level: a.radio.Level, Log: a.log,
		Status: func(id string) station.Status {
			status, _ := a.radio.Status(id)
			return status
		},
	})
	a.onClose(a.studio.Close)
	a.prober = a.newProber()
	a.radio.ProbeWith(a.prober)
	return a.joinCluster(ctx)
}

// openBodies returns where songs are kept that were encoded for stations; nil if
// there is no storage.
func (a *App) openBodies() mix.Bodies {
	uploads := a.places.Uploads()
	if uploads == nil {
		return nil
	}
	bodies := body.New(uploads, a.ffmpeg.Find, a.log, body.MaxBytes)
	a.onClose(bodies.Close)
	return bodies
}

// joinCluster shares the stations with the other servers on the bus.
func (a *App) joinCluster(ctx context.Context) (err error) {
	if !a.bus.IsCluster() {
		return nil
	}
	a.cluster, err = cluster.Open(ctx, cluster.Config{
		Bus: a.bus, Log: a.log, Open: a.radio.Open, Lost: a.radio.Lost, Yield: a.radio.Yield, Obey: a.radio.Obey, Retitle: a.radio.Retitle, Counts: a.radio.Counts, Answer: a.segments.Answer,
	})
	if err != nil {
		return err
	}
	a.onClose(a.cluster.Close)
	a.radio.Join(a.cluster)
	a.segments.Join(a.cluster)
	return nil
}

// runRadio plays the stations and accepts sources until ctx ends.
func (a *App) runRadio(ctx context.Context) error {
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error { return a.radio.Run(ctx) })
	if a.cluster != nil {
		g.Go(func() error { return a.cluster.Run(ctx) })
	}
	g.Go(func() error { return a.keepRecords(ctx) })
	g.Go(func() error { a.prober.Run(ctx); return nil })
	for _, port := range a.radioPorts {
		g.Go(func() error { return a.sources.Serve(ctx, port) })
	}
	return g.Wait()
}
