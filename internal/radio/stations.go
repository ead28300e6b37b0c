package radio

import (
	"context"
	"errors"
	"time"

	"sonora/internal/music"
	"sonora/internal/station"
	"sonora/internal/store"
)

// Addresses knows to which addresses relays may connect. *relay.Client implements
// it.
type Addresses interface {
	// Check returns the fields of a relay with addresses in private networks.
	Check(ctx context.Context, s *station.Station) error
}

// Playouts run the stations. *Service implements it.
type Playouts interface {
	// Changed reports that a station was added, changed or deleted.
	Changed(id string)
	// DisconnectDJ disconnects the source on air if it belongs to this DJ. why
	// is a sentence for the DJ and for the station's log.
	DisconnectDJ(ctx context.Context, dj *station.DJ, why error) error
}

// Stations creates, changes and deletes stations for people.
type Stations struct {
	store     *store.Store
	plans     Plans
	addresses Addresses
	playouts  Playouts
	events    Publisher
	operators Operators
	now       func() time.Time
}

// NewStations returns a Stations.
func NewStations(db *store.Store, plans Plans, addresses Addresses, playouts Playouts, events Publisher, operators Operators) *Stations {
	return &Stations{store: db, plans: plans, addresses: addresses, playouts: playouts, events: events, operators: operators, now: time.Now}
}

var (
	errPlaysNoLists    = music.FieldError(music.Invalid, "playlistId", music.Say("A station of this kind plays no playlists. Choose autodj or both."))
	errUnknownPlaylist = music.FieldError(music.Invalid, "playlistId", music.Say("There is no such playlist."))
)

// Create creates a station of the viewer as fill describes it. Unless playlistID
// is "", that playlist becomes its first rotation playlist, so that the station
// can be heard at once, and its mode is AutoDJ unless fill sets another. Create returns
// Forbidden for more stations than the viewer's plan allows, and for a private one that it
// does not include.
func (s *Stations) Create(ctx context.Context, v music.Viewer, playlistID string, fill func(*station.Station)) (*station.Station, error) {
	one := station.New()
	one.OwnerID, one.CreatedAt = v.AccountID, s.now()
	if playlistID != "" {
		one.Mode = station.ModeAutoDJ
	}
	fill(&one)
	if err := s.checkPlaylist(ctx, v, &one, playlistID); err != nil {
		return nil, err
	}
	if err := s.addresses.Check(ctx, &one); err != nil {
		return nil, err
	}
	if err := s.create(ctx, v, &one); err != nil {
		return nil, err
	}
	if playlistID != "" {
		list := station.NewPlaylist()
		list.StationID, list.PlaylistID = one.ID, playlistID
		if err := s.store.CreateStationList(ctx, &list); err != nil {
			return nil, errors.Join(err, s.store.DeleteStation(ctx, one.ID))
		}
	}
	s.changed(one.ID, one.IsPublic)
	s.operators.StationMade(ctx, &one)
	return s.store.Station(ctx, v, one.ID)
}

// checkPlaylist checks that a station can play its first playlist, "" for none.
func (s *Stations) checkPlaylist(ctx context.Context, v music.Viewer, one *station.Station, id string) error {
	if id == "" {
		return nil
	}
	if !one.Mode.PlaysLists() {
		return errPlaysNoLists
	}
	_, err := s.store.Playlist(ctx, v, id)
	if err != nil && music.CodeOf(err) == music.NotFound {
		return errUnknownPlaylist
	}
	return err
}

// Change changes a station that the viewer may see. Where a relay connects to is
// checked if that changes. It returns Forbidden for making it private if the viewer's plan
// does not include that.
func (s *Stations) Change(ctx context.Context, v music.Viewer, id string, change func(*station.Station)) (*station.Station, error) {
	before, err := s.store.Station(ctx, v, id)
	if err != nil {
		return nil, err
	}
	after := *before
	change(&after)
	if err := s.admitPrivate(ctx, v, before.IsPublic, after.IsPublic); err != nil {
		return nil, err
	}
	if after.StreamURL != before.StreamURL || after.MetadataURL != before.MetadataURL || after.Mode != before.Mode {
		if err := s.addresses.Check(ctx, &after); err != nil {
			return nil, err
		}
	}
	wasPublic := false
	changed, err := s.store.ChangeStation(ctx, id, func(one *station.Station) {
		wasPublic = one.IsPublic
		change(one)
	})
	if err != nil {
		return nil, err
	}
	s.changed(id, wasPublic || changed.IsPublic)
	return changed, nil
}

// Delete deletes a station.
func (s *Stations) Delete(ctx context.Context, id string) error {
	before, err := s.store.Station(ctx, operator, id)
	if err != nil {
		return err
	}
	if err := s.store.DeleteStation(ctx, id); err != nil {
		return err
	}
	s.changed(id, before.IsPublic)
	s.operators.StationWell(ctx, id)                    // no trouble any more
	s.events.Publish(music.Event{Type: music.EventMix}) // its recordings named it
	return nil
}

// changed tells the playouts and open pages of a change. Visitors learn of it only if
// they see the station, or saw it before.
func (s *Stations) changed(id string, isPublic bool) {
	s.playouts.Changed(id)
	tellStations(s.events, isPublic)
}

// tellStations makes open pages read the stations again: those of members, and of
// visitors if they can see what changed.
func tellStations(events Publisher, isPublic bool) {
	events.Publish(music.Event{Type: music.EventStations, Data: station.Change{IsPublic: isPublic}})
}

// Managed returns a station that the viewer manages. It returns NotFound for one
// that the viewer may not see.
func (s *Stations) Managed(ctx context.Context, v music.Viewer, id string) (*station.Station, error) {
	one, err := s.store.Station(ctx, v, id)
	if err == nil && !one.MayManage(v) {
		err = station.ErrNotYours
	}
	return one, err
}
