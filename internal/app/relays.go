package app

import (
	"context"
	"errors"

	"sonora/internal/media/ffmpeg"
	"sonora/internal/music"
	"sonora/internal/radio"
	"sonora/internal/radio/directory"
	"sonora/internal/radio/relay"
	"sonora/internal/station"
	"sonora/internal/store"
)

// openRelays builds the clients for remote streams and the station directory.
func (a *App) openRelays(c Config) (err error) {
	inside := func() bool { return a.settings.Get().RelayInside }
	a.relays = relay.New(relay.Config{Version: c.Version, Inside: inside, FFmpeg: remembered(ffmpeg.Find)})
	a.directory, err = directory.New(directory.Config{
		URL: c.RadioDirectory, Version: c.Version, On: func() bool { return a.settings.Get().RadioDirectory },
	})
	return err
}

// newProber builds the prober, which checks relays that nobody listens to.
func (a *App) newProber(db *store.Store, busy func(stationID string) bool, report func(stationID string, isOnline bool, problem string)) *relay.Prober {
	return relay.NewProber(relay.ProberConfig{
		Relays: func(ctx context.Context) ([]station.Station, error) { return allRelays(ctx, db) },
		Mine:   a.radio.AsksRelays,
		Probe:  a.relays.Probe, Busy: busy,
		Report: func(id string, _ *relay.Result, problem error) {
			report(id, problem == nil, told(problem))
		},
	})
}

// told returns the public text of an error without its cause.
func told(err error) string {
	if known, ok := errors.AsType[*music.Error](err); ok {
		return known.Detail.String()
	}
	return ""
}

// probedRadio probes a station immediately after it was created or changed.
type probedRadio struct {
	*radio.Service
	prober *relay.Prober
}

func (r probedRadio) Changed(id string) {
	r.Service.Changed(id)
	r.prober.Check(id)
}

func allRelays(ctx context.Context, db *store.Store) (all []station.Station, err error) {
	const most = 500
	for after := ""; ; {
		relays, err := db.Relays(ctx, after, most)
		if err != nil {
			return nil, err
		}
		all = append(all, relays...)
		if len(relays) < most {
			return all, nil
		}
		after = relays[most-1].ID
	}
}
