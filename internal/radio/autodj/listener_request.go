package autodj

import (
	"context"
	"time"

	"sonora/internal/music"
	"sonora/internal/station"
)

// The errors that people see when they request tracks.
var (
	errNoRequests  = music.NewError(music.Forbidden, "This station does not accept requests.")
	errNotWaiting  = music.NewError(music.Conflict, "This request is no longer waiting.")
	errNotPlayable = music.NewError(music.NotFound, "The owner of the station cannot play one of these tracks.")
)

// showRequestsFor is how long people see their own requests after these were
// played or refused.
const showRequestsFor = 24 * time.Hour

// Requests returns a station, its waiting requests and the viewer's own
// requests of the last day.
func (s *Service) Requests(ctx context.Context, v music.Viewer, id string, now time.Time) (*station.Station, []station.Request, error) {
	one, err := s.Store.Station(ctx, v, id)
	if err != nil {
		return nil, nil, err
	}
	list, err := s.Store.StationRequests(ctx, v, id, one.Options.RequestsByVote, now.Add(-showRequestsFor))
	return one, list, err
}

// Request requests a track for the viewer and returns the request. It returns
// Forbidden if the station takes no requests; for the limits of requests, see
// stations.Store.CreateStationRequest.
func (s *Service) Request(ctx context.Context, v music.Viewer, id string, now time.Time, trackID, message string) (*station.Request, error) {
	one, err := s.requested(ctx, v, id)
	if err != nil {
		return nil, err
	}
	owner, err := s.Store.StationOwner(ctx, id)
	if err != nil {
		return nil, err
	}
	r := &station.Request{StationID: id, Track: music.Track{ID: trackID}, Message: message, AskedAt: now}
	if err := s.Store.CreateStationRequest(ctx, v, owner, one, r); err != nil {
		return nil, err
	}
	return s.replanned(ctx, v, id, now, r.ID)
}

// Vote adds or withdraws the viewer's vote for a request and returns the
// request.
func (s *Service) Vote(ctx context.Context, v music.Viewer, id string, now time.Time, requestID string, wanted bool) (*station.Request, error) {
	if _, err := s.requested(ctx, v, id); err != nil {
		return nil, err
	}
	if _, err := s.Store.StationRequest(ctx, v, id, requestID); err != nil {
		return nil, err
	}
	if _, err := s.Store.VoteStationRequest(ctx, v, id, requestID, wanted); err != nil {
		return nil, err
	}
	return s.replanned(ctx, v, id, now, requestID)
}

// RemoveRequest withdraws the viewer's own request, or refuses somebody else's
// request on a station that the viewer manages.
func (s *Service) RemoveRequest(ctx context.Context, v music.Viewer, id string, now time.Time, requestID string) error {
	one, err := s.Store.Station(ctx, v, id)
	if err != nil {
		return err
	}
	err = s.Store.WithdrawStationRequest(ctx, v, id, requestID)
	if err != nil && music.CodeOf(err) == music.NotFound {
		err = s.refuse(ctx, v, one, requestID)
	}
	if err != nil {
		return err
	}
	s.logPlan(ctx, id, s.Forget(ctx, id, now, requestID))
	return nil
}

// PlayNext plays a waiting request next, regardless of the rules.
func (s *Service) PlayNext(ctx context.Context, v music.Viewer, id string, now time.Time, requestID string) (Queue, error) {
	r, err := s.Store.StationRequest(ctx, v, id, requestID)
	if err != nil {
		return Queue{}, err
	}
	if r.State != station.RequestWaiting && r.State != station.RequestQueued {
		return Queue{}, errNotWaiting
	}
	songs, err := s.playable(ctx, v, id, []string{r.Track.ID})
	if err != nil {
		return Queue{}, err
	}
	return s.promote(ctx, id, now, r.ID, &songs[0])
}

// requested returns a station that takes requests.
func (s *Service) requested(ctx context.Context, v music.Viewer, id string) (*station.Station, error) {
	one, err := s.Store.Station(ctx, v, id)
	if err == nil && !one.TakesRequests() {
		err = errNoRequests
	}
	return one, err
}

// replanned updates the plan for a new or changed request and returns the request.
func (s *Service) replanned(ctx context.Context, v music.Viewer, id string, now time.Time, requestID string) (*station.Request, error) {
	_, err := s.Queue(ctx, id, now, 1)
	s.logPlan(ctx, id, err)
	return s.Store.StationRequest(ctx, v, id, requestID)
}

// logPlan logs that a plan could not be updated. The person's call does not
// fail because of that: the next track updates the plan.
func (s *Service) logPlan(ctx context.Context, id string, err error) {
	if err != nil {
		s.Log.WarnContext(ctx, "plan station failed", "station", id, "error", err)
	}
}

// refuse refuses a request on a station that the viewer manages.
func (s *Service) refuse(ctx context.Context, v music.Viewer, one *station.Station, requestID string) error {
	if !one.MayManage(v) {
		return station.ErrNotYours
	}
	owner, err := s.Store.StationOwner(ctx, one.ID)
	if err != nil {
		return err
	}
	if _, err := s.Store.StationRequest(ctx, owner, one.ID, requestID); err != nil {
		return err
	}
	return s.Store.SetStationRequest(ctx, requestID, station.RequestRefused, refusedByPeople, time.Time{})
}

// playable returns tracks in the order of their IDs. It fails unless both the
// viewer and the owner of the station may hear all of them.
func (s *Service) playable(ctx context.Context, v music.Viewer, stationID string, ids []string) ([]station.Song, error) {
	owner, err := s.Store.StationOwner(ctx, stationID)
	if err != nil {
		return nil, err
	}
	heard := map[string]int{}
	known := map[string]station.Song{}
	for _, who := range []music.Viewer{owner, v} {
		songs, err := s.Store.SongsByID(ctx, who, ids)
		if err != nil {
			return nil, err
		}
		for _, song := range songs {
			heard[song.ID]++
			known[song.ID] = song
		}
	}
	songs := make([]station.Song, len(ids))
	for i, id := range ids {
		if heard[id] < 2 {
			return nil, errNotPlayable
		}
		songs[i] = known[id]
	}
	return songs, nil
}
