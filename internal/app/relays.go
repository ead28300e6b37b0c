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

// openRelays builds what pulls streams from elsewhere and looks for them.
func (a *App) openRelays(c Config) (err error) {
	inside := func() bool { return a.settings.Get().RelayInside }
	a.relays = relay.New(relay.Config{Version: c.Version, Inside: inside, FFmpeg: remembered(ffmpeg.Find)})
	a.directory, err = directory.New(directory.Config{
		URL: c.RadioDirectory, Version: c.Version, On: func() bool { return a.settings.Get().RadioDirectory },
	})
	return err
}

// newProber finds out which relays are there while nobody listens to them.
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

// told is what people read of an error, without what it stems from.
func told(err error) string {
	if known, ok := errors.AsType[*music.Error](err); ok {
		return known.Detail.String()
	}
	return ""
}

// probedRadio has a station asked at once that was made or changed.
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
