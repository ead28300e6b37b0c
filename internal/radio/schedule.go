package radio

import (
	"context"
	"slices"
	"time"

	"sonora/internal/music"
	"sonora/internal/station"
	"sonora/internal/store"
)

// Schedules adds, changes and removes the rotation playlists and the shows of
// stations. Its callers have checked that the viewer manages the station. The
// AutoDJ learns of every change.
type Schedules struct {
	store     *store.Store
	playlists Playlists
	playouts  Playouts
	events    Publisher
	now       func() time.Time
}

// NewSchedules returns the schedules of all stations.
func NewSchedules(db *store.Store, playlists Playlists, playouts Playouts, events Publisher) *Schedules {
	return &Schedules{store: db, playlists: playlists, playouts: playouts, events: events, now: time.Now}
}

var errNotOpenPlaylist = music.FieldError(music.Invalid, "playlistId",
	music.Say("Choose a playlist that the owner of the station can open."))

// AddPlaylist adds a rotation playlist as fill describes it.
func (s *Schedules) AddPlaylist(ctx context.Context, v music.Viewer, stationID string, fill func(*station.Playlist)) (*station.Playlist, error) {
	list := station.NewPlaylist()
	list.StationID = stationID
	fill(&list)
	if err := s.mayPlay(ctx, v, stationID, list.PlaylistID); err != nil {
		return nil, err
	}
	return &list, s.changed(ctx, stationID, s.store.CreateStationList(ctx, &list))
}

// ChangePlaylist changes a rotation playlist. What it plays is checked if that
// changes.
func (s *Schedules) ChangePlaylist(ctx context.Context, v music.Viewer, stationID, id string, change func(*station.Playlist)) (*station.Playlist, error) {
	lists, err := s.store.StationLists(ctx, stationID)
	if err != nil {
		return nil, err
	}
	at := slices.IndexFunc(lists, func(l station.Playlist) bool { return l.ID == id })
	if at < 0 {
		return nil, music.ErrNotFound
	}
	after := lists[at]
	change(&after)
	if after.PlaylistID != lists[at].PlaylistID {
		if err := s.mayPlay(ctx, v, stationID, after.PlaylistID); err != nil {
			return nil, err
		}
	}
	list, err := s.store.ChangeStationList(ctx, stationID, id, change)
	return list, s.changed(ctx, stationID, err)
}

// RemovePlaylist removes a rotation playlist.
func (s *Schedules) RemovePlaylist(ctx context.Context, stationID, id string) error {
	return s.changed(ctx, stationID, s.store.DeleteStationList(ctx, stationID, id))
}

// mayPlay returns nil if both the owner of the station and the viewer may open a
// playlist.
func (s *Schedules) mayPlay(ctx context.Context, v music.Viewer, stationID, playlistID string) error {
	owner, err := s.store.StationOwner(ctx, stationID)
	if err != nil || playlistID == "" {
		return err
	}
	for _, person := range []music.Viewer{owner, v} {
		_, err := s.store.Playlist(ctx, person, playlistID)
		if err != nil && music.CodeOf(err) == music.NotFound {
			return errNotOpenPlaylist
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// AddShow adds a show as fill describes it.
func (s *Schedules) AddShow(ctx context.Context, stationID string, fill func(*station.Show)) (*station.Show, error) {
	show := station.Show{StationID: stationID, Kind: station.ShowAutoDJ, CreatedAt: s.now()}
	fill(&show)
	return &show, s.changed(ctx, stationID, s.store.CreateStationShow(ctx, &show))
}

// ChangeShow changes a show.
func (s *Schedules) ChangeShow(ctx context.Context, stationID, id string, change func(*station.Show)) (*station.Show, error) {
	show, err := s.store.ChangeStationShow(ctx, stationID, id, change)
	return show, s.changed(ctx, stationID, err)
}

// RemoveShow removes a show.
func (s *Schedules) RemoveShow(ctx context.Context, stationID, id string) error {
	return s.changed(ctx, stationID, s.store.DeleteStationShow(ctx, stationID, id))
}

// changed tells the AutoDJ and open pages of a change, unless there was an error.
func (s *Schedules) changed(ctx context.Context, stationID string, err error) error {
	if err != nil {
		return err
	}
	s.playouts.Changed(stationID)
	one, err := s.store.Station(ctx, operator, stationID)
	if err == nil {
		tellStations(s.events, one.IsPublic)
	}
	return err
}
