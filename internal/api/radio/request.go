package radio

import (
	"context"
	"time"

	"sonora/internal/api/things"
	"sonora/internal/edge"
	"sonora/internal/music"
	"sonora/internal/radio/autodj"
	"sonora/internal/station"
	"sonora/internal/words"
)

// requestJSON is a listener's request on a station.
type requestJSON struct {
	ID       string               `json:"id" doc:"ID of the request."`
	Track    things.TrackJSON     `json:"track" doc:"The requested track."`
	By       things.PersonRefJSON `json:"by" doc:"The person who requested it."`
	IsOwn    bool                 `json:"isOwn" doc:"Whether it is yours."`
	Message  string               `json:"message" doc:"Message to the station; may be empty."`
	Votes    int                  `json:"votes" doc:"Including the vote of the person who requested it."`
	HasVoted bool                 `json:"hasVoted" doc:"Whether you voted for it."`
	State    station.RequestState `json:"state" enum:"waiting,queued,played,refused" doc:"waiting: not planned yet. queued: planned. played: it was on air. refused: see the reason."`
	Reason   string               `json:"reason" doc:"Why it waits or was refused; may be empty."`
	AskedAt  edge.Time            `json:"askedAt" doc:"When it was made."`
	At       edge.TimeOrNull      `json:"at" doc:"When it was played or is planned."`
}

func encodeRequest(ctx context.Context) func(*station.Request) requestJSON {
	language, own := music.LanguageOf(ctx), edge.Viewer(ctx).AccountID
	return func(r *station.Request) requestJSON {
		by := things.PersonRefJSON{Name: words.Member(language)}
		if r.ByName != "" {
			by = things.PersonRefJSON{ID: edge.OrNull(r.AccountID), Name: r.ByName}
		}
		return requestJSON{
			ID: r.ID, Track: things.EncodeTrack(&r.Track), By: by, IsOwn: r.AccountID == own, Message: r.Message, Votes: r.Votes, HasVoted: r.Voted,
			State: r.State, Reason: words.Render(language, r.Reason), AskedAt: edge.Time(r.AskedAt), At: edge.TimeOrNull(r.PlayedAt),
		}
	}
}

// requestsJSON lists the requests on a station.
type requestsJSON struct {
	IsOpen   bool          `json:"isOpen" doc:"Whether the station takes requests."`
	PerHour  int           `json:"perHour" doc:"Maximum number of requests per person and hour."`
	IsByVote bool          `json:"isByVote" doc:"Whether the request with the most votes comes first; otherwise the oldest."`
	Items    []requestJSON `json:"items" doc:"Waiting requests, and your own of the last day."`
}

// takesRequests reports whether a station takes requests from listeners.
func takesRequests(s *station.Station) bool { return s.Options.Requests && s.Mode.PlaysLists() }

func (a *API) stationRequests(ctx context.Context, in *edge.ItemPath) (*edge.Body[requestsJSON], error) {
	s, err := a.Store.Station(ctx, edge.Viewer(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	list, err := a.Store.StationRequests(ctx, edge.Viewer(ctx), s.ID, s.Options.RequestsByVote, time.Now().Add(-24*time.Hour))
	if err != nil {
		return nil, err
	}
	return edge.Reply(requestsJSON{takesRequests(s), s.Options.RequestsPerHour, s.Options.RequestsByVote, edge.EncodeAll(list, encodeRequest(ctx))})
}

type newRequestInput struct {
	ID   string `path:"id" maxLength:"64" doc:"ID of the station."`
	Body struct {
		TrackID string `json:"trackId" maxLength:"64" doc:"ID of the track."`
		Message string `json:"message,omitempty" doc:"Up to 280 characters."`
	}
}

var errNoRequests = music.NewError(music.Forbidden, "This station does not accept requests.")

func (a *API) requestTrack(ctx context.Context, in *newRequestInput) (*edge.Body[requestJSON], error) {
	s, err := a.Store.Station(ctx, edge.Viewer(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	if !takesRequests(s) {
		return nil, errNoRequests
	}
	owner, err := a.Store.StationOwner(ctx, s.ID)
	if err != nil {
		return nil, err
	}
	r := &station.Request{StationID: s.ID, Track: music.Track{ID: in.Body.TrackID}, Message: in.Body.Message, AskedAt: time.Now()}
	if err := a.Store.CreateStationRequest(ctx, edge.Viewer(ctx), owner, s, r); err != nil {
		return nil, err
	}
	return a.replanned(ctx, s.ID, r.ID)
}

// replanned updates the plan for a new request and returns the request.
func (a *API) replanned(ctx context.Context, stationID, requestID string) (*edge.Body[requestJSON], error) {
	if _, err := a.Planner.Queue(ctx, stationID, time.Now(), 1); err != nil {
		a.Log.WarnContext(ctx, "plan station failed", "station", stationID, "error", err) // it is planned with the next track
	}
	r, err := a.Store.StationRequest(ctx, edge.Viewer(ctx), stationID, requestID)
	return edge.Encoded(r, err, encodeRequest(ctx))
}

type requestPath struct {
	ID      string `path:"id" maxLength:"64" doc:"ID of the station."`
	Request string `path:"request" maxLength:"64" doc:"ID of the request."`
}

func (a *API) voteForRequest(ctx context.Context, in *requestPath) (*edge.Body[requestJSON], error) {
	return a.vote(ctx, in, true)
}

func (a *API) takeVoteBack(ctx context.Context, in *requestPath) (*edge.Body[requestJSON], error) {
	return a.vote(ctx, in, false)
}

func (a *API) vote(ctx context.Context, in *requestPath, wanted bool) (*edge.Body[requestJSON], error) {
	s, err := a.Store.Station(ctx, edge.Viewer(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	if !takesRequests(s) {
		return nil, errNoRequests
	}
	if _, err := a.Store.StationRequest(ctx, edge.Viewer(ctx), s.ID, in.Request); err != nil {
		return nil, err
	}
	if _, err := a.Store.VoteStationRequest(ctx, edge.Viewer(ctx), s.ID, in.Request, wanted); err != nil {
		return nil, err
	}
	return a.replanned(ctx, s.ID, in.Request)
}

// removeRequest withdraws the viewer's own request, or refuses that of somebody
// else.
func (a *API) removeRequest(ctx context.Context, in *requestPath) (*edge.Body[edge.Detail], error) {
	s, err := a.Store.Station(ctx, edge.Viewer(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	err = a.Store.WithdrawStationRequest(ctx, edge.Viewer(ctx), s.ID, in.Request)
	if music.CodeOf(err) == music.NotFound && err != nil {
		err = a.refuseRequest(ctx, s, in.Request)
	}
	if err != nil {
		return nil, err
	}
	if err := a.Planner.Forget(ctx, s.ID, time.Now(), in.Request); err != nil {
		a.Log.WarnContext(ctx, "plan station failed", "station", s.ID, "error", err) // it is planned with the next track
	}
	return edge.Say("Request withdrawn.")
}

func (a *API) refuseRequest(ctx context.Context, s *station.Station, id string) error {
	if !s.MayManage(edge.Viewer(ctx)) {
		return station.ErrNotYours
	}
	owner, err := a.Store.StationOwner(ctx, s.ID)
	if err != nil {
		return err
	}
	if _, err := a.Store.StationRequest(ctx, owner, s.ID, id); err != nil {
		return err
	}
	return a.Store.SetStationRequest(ctx, id, station.RequestRefused, autodj.RefusedByPeople, time.Time{})
}
