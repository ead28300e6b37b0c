package app

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"sonora/internal/ai/demo"
	"sonora/internal/automix"
	"sonora/internal/diagnostics"
	"sonora/internal/library"
	"sonora/internal/music"
	"sonora/internal/radio"
	"sonora/internal/setlist"
	"sonora/internal/station"
)

// DemoProgress is told what the demo does, and how many of how many are done.
type DemoProgress func(what string, done, total int)

// DemoResult counts what the demo made.
type DemoResult struct{ Tracks, Playlists, Stations, Automixes int }

// Demo fills an empty server with music that it composes: albums in the first
// music folder, playlists, stations, and automixes if the server can make them.
// They belong to an operator. If Demo is interrupted while it composes, the next
// one continues.
func Demo(ctx context.Context, c Config, plan *demo.Library, log *diagnostics.Log, report DemoProgress) (*DemoResult, error) {
	c.Listen, c.RadioListen, c.Watch = "127.0.0.1:0", NoRadioPort, false
	a, err := New(ctx, c, log)
	if err != nil {
		return nil, err
	}
	d := &demoMaker{app: a, plan: plan, report: report, result: &DemoResult{}}
	if err := d.fill(ctx, c.Music); err != nil {
		a.Close()
		return nil, err
	}
	if _, err := a.ffmpeg.Find(ctx); err == nil && len(plan.Automixes) > 0 {
		return d.result, d.mix(ctx)
	}
	a.Close() // without ffmpeg, the server makes no automixes
	return d.result, nil
}

// demoMaker makes one demo.
type demoMaker struct {
	app    *App
	plan   *demo.Library
	owner  music.Viewer
	lists  map[string]string // IDs of playlists, by name
	report DemoProgress
	result *DemoResult
}

var errNoFolder = errors.New("the demo is written to a music folder: name one with --music")

// fill makes everything that needs no running server.
func (d *demoMaker) fill(ctx context.Context, places []string) error {
	if len(places) == 0 || strings.Contains(places[0], "://") {
		return errNoFolder
	}
	if err := d.check(ctx); err != nil {
		return err
	}
	tracks := d.plan.Tracks(time.Now().Year())
	report := func(done int) { d.report("composing tracks", done, len(tracks)) }
	if err := demo.Compose(ctx, tracks, filepath.Join(places[0], "Sonora Demo"), runtime.NumCPU(), report); err != nil {
		return err
	}
	if _, err := d.app.library.Scan(ctx, library.Options{}); err != nil {
		return err
	}
	d.result.Tracks = len(tracks)
	if err := d.addPlaylists(ctx); err != nil {
		return err
	}
	return d.addStations(ctx)
}

// check returns an error for a library that is not empty, and finds the operator.
func (d *demoMaker) check(ctx context.Context) error {
	stats, err := d.app.store.LibraryStats(ctx)
	if err != nil {
		return err
	}
	if stats.Tracks > 0 {
		return fmt.Errorf("the library has %d tracks already; the demo only fills an empty one", stats.Tracks)
	}
	accounts, err := d.app.store.Accounts(ctx)
	if err != nil {
		return err
	}
	for i := range accounts {
		if accounts[i].Role == music.Admin {
			d.owner = music.Viewer{AccountID: accounts[i].ID, Role: accounts[i].Role}
			return nil
		}
	}
	return errors.New("nobody operates this server yet; create an account first")
}

func (d *demoMaker) addPlaylists(ctx context.Context) error {
	d.lists = map[string]string{}
	for _, p := range d.plan.Playlists {
		list := &music.Playlist{
			OwnerID: d.owner.AccountID, Name: p.Name, Description: p.Description, IsPublic: true, Kind: music.PlaylistList, CreatedAt: time.Now(),
		}
		if err := d.app.store.CreatePlaylist(ctx, list); err != nil {
			return err
		}
		d.lists[p.Name] = list.ID
		found, err := d.app.store.SmartTracks(ctx, d.owner, ofGenres(p.Genres), p.Name, time.Now(), music.Page{Limit: music.MaxPageSize})
		if err != nil {
			return err
		}
		var ids []string
		for i := range found.Items {
			ids = append(ids, found.Items[i].Track.ID)
		}
		if _, err := d.app.store.AddEntries(ctx, d.owner, list.ID, music.Insertion{TrackIDs: ids}, time.Now()); err != nil {
			return err
		}
		d.result.Playlists++
		d.report("adding playlists", d.result.Playlists, len(d.plan.Playlists))
	}
	return nil
}

// ofGenres selects the tracks of some genres, in an order without sense.
func ofGenres(genres []string) *music.SmartRules {
	rules := &music.SmartRules{Match: "any", Sort: music.SmartRandom}
	for _, genre := range genres {
		rules.Rules = append(rules.Rules, music.SmartRule{Field: "genre", Operator: "is", Value: genre})
	}
	return rules
}

func (d *demoMaker) addStations(ctx context.Context) error {
	stations := radio.NewStations(d.app.store, d.app.quotas, d.app.relays, d.app.radio, d.app.bus, d.app.alerts)
	for _, s := range d.plan.Stations {
		_, err := stations.Create(ctx, d.owner, d.lists[s.Playlist], func(one *station.Station) {
			one.Name, one.Description, one.Genre, one.Mount = s.Name, s.Description, s.Genre, s.Mount
			one.Options.Requests = true
		})
		if err != nil {
			return fmt.Errorf("add the station %s: %w", s.Name, err)
		}
		d.result.Stations++
		d.report("adding stations", d.result.Stations, len(d.plan.Stations))
	}
	return nil
}

// mix runs the server until it has made the automixes. It closes the server.
func (d *demoMaker) mix(ctx context.Context) error {
	serving, stop := context.WithCancel(ctx)
	defer stop()
	ended := make(chan error, 1)
	go func() { ended <- d.app.Run(serving) }()
	for i, m := range d.plan.Automixes {
		d.report(mixing, i, len(d.plan.Automixes))
		if err := d.mixOne(ctx, m); err != nil {
			stop()
			return errors.Join(fmt.Errorf("mix %s: %w", m.Title, err), <-ended)
		}
		d.result.Automixes++
	}
	d.report(mixing, len(d.plan.Automixes), len(d.plan.Automixes))
	stop()
	return <-ended
}

const mixing = "mixing sets"

// mixPoll is the time between two looks at an automix.
const mixPoll = 200 * time.Millisecond

// mixOne orders an automix and waits until it is ready.
func (d *demoMaker) mixOne(ctx context.Context, m demo.Automix) error {
	made, err := d.app.automix.Order(ctx, d.owner, m.Title, automix.Wishes{PlaylistID: d.lists[m.Playlist]})
	if err != nil {
		return err
	}
	poll := time.NewTicker(mixPoll)
	defer poll.Stop()
	for made.IsBusy() {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-poll.C:
		}
		if made, err = d.app.automix.Get(ctx, d.owner, made.ID); err != nil {
			return err
		}
	}
	if made.State != setlist.Ready {
		return errors.New(made.Reason.String())
	}
	_, err = d.app.automix.Publish(ctx, d.owner, made.ID, automix.Publication{DJName: "Sonora", IsPublic: true})
	return err
}
