package radio

import (
	"context"
	"time"

	"sonora/internal/music"
	"sonora/internal/radio/ingest"
	"sonora/internal/station"
	"sonora/internal/store"
)

// DJs adds, changes and removes the DJs of stations. Its callers have checked that
// the viewer manages the station. A DJ who is on air but no longer allowed to be, or
// whose password changed, is disconnected.
type DJs struct {
	store    *store.Store
	playouts Playouts
	events   Publisher
	now      func() time.Time
}

// Why a DJ was disconnected, for the log and the team of the station.
var (
	errDisabled    = music.NewError(music.Forbidden, "The DJ was disabled.")
	errRemoved     = music.NewError(music.Forbidden, "The DJ was removed.")
	errNewPassword = music.NewError(music.Forbidden, "The DJ has a new password.")
)

// NewDJs returns the DJs of all stations.
func NewDJs(db *store.Store, playouts Playouts, events Publisher) *DJs {
	return &DJs{store: db, playouts: playouts, events: events, now: time.Now}
}

// Add adds a DJ as fill describes them, and returns their password, which is not
// stored.
func (d *DJs) Add(ctx context.Context, stationID string, fill func(*station.DJ)) (*station.DJ, string, error) {
	dj := &station.DJ{StationID: stationID, AnyTime: true, IsEnabled: true, CreatedAt: d.now()}
	fill(dj)
	password := ingest.NewPassword()
	if err := d.store.CreateStationDJ(ctx, dj, ingest.HashPassword(password)); err != nil {
		return nil, "", err
	}
	d.changed(stationID)
	dj, err := d.store.StationDJ(ctx, stationID, dj.ID)
	return dj, password, err
}

// Change changes a DJ.
func (d *DJs) Change(ctx context.Context, stationID, id string, change func(*station.DJ)) (*station.DJ, error) {
	dj, err := d.store.ChangeStationDJ(ctx, stationID, id, change)
	if err != nil {
		return nil, err
	}
	d.changed(stationID)
	if dj.IsEnabled {
		return dj, nil
	}
	return dj, d.playouts.DisconnectDJ(ctx, dj, errDisabled)
}

// RenewPassword gives a DJ a new password and returns it.
func (d *DJs) RenewPassword(ctx context.Context, stationID, id string) (*station.DJ, string, error) {
	password := ingest.NewPassword()
	dj, err := d.store.SetStationDJPassword(ctx, stationID, id, ingest.HashPassword(password))
	if err != nil {
		return nil, "", err
	}
	if err := d.playouts.DisconnectDJ(ctx, dj, errNewPassword); err != nil {
		return nil, "", err
	}
	dj, err = d.store.StationDJ(ctx, stationID, id)
	return dj, password, err
}

// Remove removes a DJ.
func (d *DJs) Remove(ctx context.Context, stationID, id string) error {
	dj, err := d.store.StationDJ(ctx, stationID, id)
	if err != nil {
		return err
	}
	if err := d.store.DeleteStationDJ(ctx, stationID, id); err != nil {
		return err
	}
	d.changed(stationID)
	return d.playouts.DisconnectDJ(ctx, dj, errRemoved)
}

// changed tells the playouts and open pages of a change. Visitors do not see DJs.
func (d *DJs) changed(stationID string) {
	d.playouts.Changed(stationID)
	tellStations(d.events, false)
}
