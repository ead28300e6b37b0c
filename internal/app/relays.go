package app

import (
	"errors"

	"sonora/internal/music"
	"sonora/internal/radio/directory"
	"sonora/internal/radio/relay"
)

// openRelays builds the clients for remote streams and the station directory.
func (a *App) openRelays(c Config) (err error) {
	inside := func() bool { return a.settings.Get().RelayInside }
	a.relays = relay.New(relay.Config{Log: a.log, Version: c.Version, Inside: inside, FFmpeg: a.ffmpeg.Find})
	a.directory, err = directory.New(directory.Config{
		URL: c.RadioDirectory, Version: c.Version, On: func() bool { return a.settings.Get().RadioDirectory },
	})
	return err
}

// newProber builds the prober of relays without listeners.
func (a *App) newProber() *relay.Prober {
	return relay.NewProber(relay.ProberConfig{
		Log: a.log, Relays: a.radio.Relays, Mine: a.radio.ProbesRelays, Probe: a.relays.Probe, Busy: a.radio.IsPlaying,
		Report: func(id string, _ *relay.Result, problem error) {
			a.radio.Probed(id, problem == nil, publicText(problem))
		},
	})
}

// publicText returns the public sentence of an error without its cause.
func publicText(err error) music.Message {
	if known, ok := errors.AsType[*music.Error](err); ok {
		return known.Detail
	}
	return music.Message{}
}
