package radio

import (
	"context"
	"time"

	"sonora/internal/api/things"
	"sonora/internal/edge"
	"sonora/internal/music"
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
		return requestJSON{
			ID: r.ID, Track: things.EncodeTrack(&r.Track), By: things.AuthorOf(ctx, r.AccountID, r.ByName), IsOwn: r.AccountID == own, Message: r.Message, Votes: r.Votes, HasVoted: r.Voted,
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

func (a *API) stationRequests(ctx context.Context, in *edge.ItemPart) (*edge.Paged[requestsJSON], error) {
	s, list, err := a.Planner.Requests(ctx, edge.Viewer(ctx), in.ID, time.Now())
	return edge.PartIn(&in.Part, list, err, func(page []station.Request) requestsJSON {
		return requestsJSON{s.TakesRequests(), s.Options.RequestsPerHour, s.Options.RequestsByVote, edge.EncodeAll(page, encodeRequest(ctx))}
	})
}

type newRequestInput struct {
	ID   string `path:"id" maxLength:"64" doc:"ID of the station."`
	Body struct {
		TrackID string `json:"trackId" maxLength:"64" doc:"ID of the track."`
		Message string `json:"message,omitempty" doc:"Up to 280 characters."`
	}
}

func (a *API) requestTrack(ctx context.Context, in *newRequestInput) (*edge.Body[requestJSON], error) {
	r, err := a.Planner.Request(ctx, edge.Viewer(ctx), in.ID, time.Now(), in.Body.TrackID, in.Body.Message)
	return edge.Encoded(r, err, encodeRequest(ctx))
}

type requestPath struct {
	ID      string `path:"id" maxLength:"64" doc:"ID of the station."`
	Request string `path:"request" maxLength:"64" doc:"ID of the request."`
}

func (a *API) voteForRequest(ctx context.Context, in *requestPath) (*edge.Body[requestJSON], error) {
	return a.vote(ctx, in, true)
}

func (a *API) takeVoteBack(ctx context.Context, in *requestPath) (*struct{}, error) {
	_, err := a.vote(ctx, in, false)
	return nil, err
}

func (a *API) vote(ctx context.Context, in *requestPath, wanted bool) (*edge.Body[requestJSON], error) {
	r, err := a.Planner.Vote(ctx, edge.Viewer(ctx), in.ID, time.Now(), in.Request, wanted)
	return edge.Encoded(r, err, encodeRequest(ctx))
}

// removeRequest withdraws the viewer's own request, or refuses that of somebody
// else.
func (a *API) removeRequest(ctx context.Context, in *requestPath) (*struct{}, error) {
	return nil, a.Planner.RemoveRequest(ctx, edge.Viewer(ctx), in.ID, time.Now(), in.Request)
}
