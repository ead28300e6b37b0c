package radio

import (
	"context"
	"errors"

	"sonora/internal/music"
	"sonora/internal/station"
)

// Playlists creates playlists and adds tracks to them. *playlist.Service implements
// it.
type Playlists interface {
	Create(ctx context.Context, v music.Viewer, p *music.Playlist) (*music.Playlist, error)
	Add(ctx context.Context, v music.Viewer, id string, in music.Insertion) (*music.EntryChange, error)
	Delete(ctx context.Context, v music.Viewer, id string) error
}

const jinglesName = "Jingles" // in every language

var (
	errPlaysNoJingles = music.NewError(music.Conflict, "A station of this kind plays no jingles. Choose autodj or both as its mode first.")
	errNotPlayable    = music.FieldError(music.Invalid, "trackId", music.Say("Choose a track that the owner of the station can play."))
)

// AddJingle adds a track to the jingles of a station: to the first active rotation
// playlist with that role whose tracks the owner may change, or to a new one. The
// caller has checked that the viewer manages the station. It returns NotFound for a
// track that the viewer cannot play, Invalid for one that the owner cannot play, and
// Conflict if AI made it and no operator has approved it, or if the station has no
// AutoDJ.
func (s *Schedules) AddJingle(ctx context.Context, v music.Viewer, one *station.Station, trackID string) (*station.Playlist, error) {
	if !one.Mode.PlaysLists() {
		return nil, errPlaysNoJingles
	}
	owner, err := s.store.StationOwner(ctx, one.ID)
	if err != nil {
		return nil, err
	}
	if err := s.mayBeJingle(ctx, v, owner, trackID); err != nil {
		return nil, err
	}
	list, err := s.jinglesOf(ctx, owner, one.ID)
	if err != nil {
		return nil, err
	}
	if list == nil {
		list, err = s.makeJingles(ctx, v, owner, one, trackID)
	} else {
		err = s.extend(ctx, owner, list, trackID)
	}
	return list, s.changed(ctx, one.ID, err)
}

// mayBeJingle returns nil for a track that the station may play on the owner's behalf.
func (s *Schedules) mayBeJingle(ctx context.Context, v, owner music.Viewer, trackID string) error {
	if songs, err := s.store.SongsByID(ctx, v, []string{trackID}); err != nil {
		return err
	} else if len(songs) == 0 {
		return music.ErrNotFound
	}
	if err := s.store.CheckReviewed(ctx, trackID); err != nil {
		return err
	}
	songs, err := s.store.SongsByID(ctx, owner, []string{trackID})
	if err == nil && len(songs) == 0 {
		return errNotPlayable
	}
	return err
}

// jinglesOf returns the first active jingles of a station whose tracks the owner may
// change, or nil.
func (s *Schedules) jinglesOf(ctx context.Context, owner music.Viewer, stationID string) (*station.Playlist, error) {
	lists, err := s.store.StationLists(ctx, stationID)
	if err != nil || !owner.SignedIn() {
		return nil, err
	}
	for _, list := range lists {
		if list.Role != station.RoleJingle || !list.IsEnabled {
			continue
		}
		p, err := s.store.Playlist(ctx, owner, list.PlaylistID)
		if err != nil && music.CodeOf(err) != music.NotFound {
			return nil, err
		}
		if err == nil && p.MayEdit(owner.AccountID) {
			return &list, nil
		}
	}
	return nil, nil
}

func (s *Schedules) extend(ctx context.Context, owner music.Viewer, list *station.Playlist, trackID string) error {
	change, err := s.playlists.Add(ctx, owner, list.PlaylistID, music.Insertion{TrackIDs: []string{trackID}, SkipDuplicates: true})
	if err == nil {
		list.Entries += len(change.Added)
	}
	return err
}

// makeJingles makes jingles of one track. The playlist belongs to the owner of the
// station. Of a station whose owner is gone, it belongs to the viewer, and is public
// so that the station can open it.
func (s *Schedules) makeJingles(ctx context.Context, v, owner music.Viewer, one *station.Station, trackID string) (*station.Playlist, error) {
	isPublic := !owner.SignedIn()
	if isPublic {
		owner = v
	}
	p, err := s.playlists.Create(ctx, owner, &music.Playlist{
		OwnerID: owner.AccountID, Name: jinglesName, Description: one.Name, IsPublic: isPublic, CreatedAt: s.now(),
	})
	if err != nil {
		return nil, err
	}
	list := station.NewPlaylist()
	list.StationID, list.PlaylistID, list.Role = one.ID, p.ID, station.RoleJingle
	err = s.extend(ctx, owner, &list, trackID)
	if err == nil {
		err = s.store.CreateStationList(ctx, &list)
	}
	if err != nil {
		return nil, errors.Join(err, s.playlists.Delete(ctx, owner, p.ID))
	}
	return &list, nil
}
