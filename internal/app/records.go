package app

import (
	"context"
	"path/filepath"
	"time"

	"sonora/internal/media/ffmpeg"
	"sonora/internal/music"
	"sonora/internal/radio/frame"
	"sonora/internal/radio/hls"
	"sonora/internal/radio/hub"
	"sonora/internal/radio/record"
	"sonora/internal/station"
	"sonora/internal/store"
)

// Subfolders of the media folder.
const (
	recordings = "recordings" // live shows
	onAir      = "on-air"     // the last hours of stations
)

// openRecords builds the recordings of shows and the rewind of stations.
func (a *App) openRecords(c Config, db *store.Store, findFFmpeg func(ctx context.Context) (*ffmpeg.Runner, error)) {
	listen := func(ctx context.Context, id string, codec frame.Codec) (*hub.Hub, func(), error) {
		m, err := db.Station(ctx, theServer, id)
		if err != nil {
			return nil, nil, err
		}
		return a.radio.Listen(ctx, m, codec)
	}
	a.records = record.New(record.Config{
		Store: db, Folder: filepath.Join(c.Media, recordings), Blobs: a.places.Uploads(), Log: a.log, Now: time.Now, FFmpeg: findFFmpeg, Match: a.radio.Match,
		OnAir:   a.radio.OnAir,
		Listen:  func(ctx context.Context, id string) (*hub.Hub, func(), error) { return listen(ctx, id, frame.MP3) },
		Trouble: a.radio.Trouble, Note: a.radio.Note,
	})
	a.onClose(a.records.Close)
	a.pieces = hls.New(hls.Config{Folder: filepath.Join(c.Media, onAir), Log: a.log, Now: time.Now, Listen: listen})
	a.onClose(a.pieces.Close)
}

var theServer = music.System("segments and recordings")

// recordShow keeps what goes out live, where its owner or the calendar wants
// that.
func (a *App) recordShow(m *station.Station, accountID, dj string) (end func()) {
	a.pieces.Kick(m.ID)
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	show, err := a.autoDJ.Station(m.ID).Show(ctx, time.Now())
	if err != nil {
		a.log.Warn("read calendar for recording failed", "station", m.ID, "error", err)
	}
	title, isWanted := "", m.Options.RecordShows
	if show != nil && show.Show.Kind == station.ShowLive {
		title, isWanted = show.Show.Name, isWanted || show.Show.IsRecorded
	}
	if !isWanted {
		return func() {}
	}
	return a.records.Begin(record.Show{Station: m, AccountID: accountID, DJ: dj, Title: title})
}

// keepPast keeps the last hours of the stations that want it; a relay has none
// of its own.
func (a *App) keepPast(id string, m *station.Station) {
	switch {
	case m == nil:
		a.pieces.Remove(id)
	case m.Mode == station.ModeRelay:
		a.pieces.Keep(id, 0)
	default:
		a.pieces.Keep(id, m.Options.RewindHours)
	}
}

// keepRecords finishes the shows that were on air when the server was killed,
// and sees that what is kept is where it belongs.
func (a *App) keepRecords(ctx context.Context) error {
	if err := a.records.Recover(ctx); err != nil && ctx.Err() == nil {
		a.log.Error("finish interrupted recordings failed; the next start retries", "error", err)
	}
	a.records.Run(ctx)
	return nil
}
