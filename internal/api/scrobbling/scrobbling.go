package scrobbling

import (
	"context"

	"github.com/danielgtaylor/huma/v2"

	"sonora/internal/api/things"
	"sonora/internal/edge"
	"sonora/internal/music"
	"sonora/internal/scrobble"
	"sonora/internal/scrobbling"
	"sonora/internal/words"
)

type scrobblingServiceJSON struct {
	Service    string                    `json:"service" enum:"listenbrainz,lastfm" doc:"Name of the service."`
	Title      string                    `json:"title" doc:"Name of the service as people know it." example:"ListenBrainz"`
	Available  bool                      `json:"isAvailable" doc:"Whether it can be connected: the operator has set it up."`
	Connection *scrobblingConnectionJSON `json:"connection" doc:"Your connection to it; null for none."`
}

// scrobblingConnectionJSON is a person's account at a service.
type scrobblingConnectionJSON struct {
	Name        string          `json:"name" doc:"Your name at the service."`
	Server      string          `json:"server" doc:"Address of another server with its API; empty for the service itself."`
	ConnectedAt edge.Time       `json:"connectedAt" doc:"When you connected."`
	IsStopped   bool            `json:"isStopped" doc:"Whether nothing is sent until you connect again."`
	Problem     string          `json:"problem" doc:"Why listens cannot be sent at the moment; empty if they can."`
	Waiting     int             `json:"waiting" doc:"Number of listens that wait to be sent."`
	Sent        int             `json:"sent" doc:"Number of listens sent so far."`
	Refused     int             `json:"refused" doc:"Number of listens that the service did not want."`
	LastSentAt  edge.TimeOrNull `json:"lastSentAt" doc:"When listens were last sent; null for never."`
}

// Schema implements huma.SchemaProvider: huma does not support nullable objects.
func (scrobblingConnectionJSON) Schema(r huma.Registry) *huma.Schema {
	type plain scrobblingConnectionJSON
	return things.Nullable[plain](r)
}

func (a *API) list(ctx context.Context, _ *struct{}) (*edge.Body[[]scrobblingServiceJSON], error) {
	offers, err := a.scrobbling.Offers(ctx, edge.Viewer(ctx))
	if err != nil {
		return nil, err
	}
	language := music.LanguageOf(ctx)
	return edge.Reply(edge.EncodeAll(offers, func(o *scrobbling.Offer) scrobblingServiceJSON {
		out := scrobblingServiceJSON{Service: string(o.Service), Title: o.Service.Title(), Available: o.Available}
		if c := o.Connection; c != nil {
			out.Connection = &scrobblingConnectionJSON{
				Name: c.Name, Server: c.Server, ConnectedAt: edge.Time(c.ConnectedAt), IsStopped: c.Stopped, Problem: words.Render(language, c.Problem),
				Waiting: c.Waiting, Sent: c.Sent, Refused: c.Refused, LastSentAt: edge.TimeOrNull(c.SentAt),
			}
		}
		return out
	}))
}

type listenBrainzInput struct {
	Body struct {
		Token  string `json:"token" maxLength:"200" doc:"Your user token."`
		Server string `json:"server,omitempty" maxLength:"500" doc:"Address of another server with the API of ListenBrainz."`
	}
}

func (a *API) connectListenBrainz(ctx context.Context, in *listenBrainzInput) (*struct{}, error) {
	return nil, a.scrobbling.ConnectListenBrainz(ctx, edge.Viewer(ctx), in.Body.Server, in.Body.Token)
}

type lastFMRequestJSON struct {
	Token string `json:"token" doc:"Token with which you connect afterwards; valid for an hour."`
	Page  string `json:"page" doc:"Address of the page at Last.fm on which you allow it."`
}

func (a *API) requestLastFM(ctx context.Context, _ *struct{}) (*edge.Body[lastFMRequestJSON], error) {
	token, page, err := a.scrobbling.RequestLastFM(ctx)
	if err != nil {
		return nil, err
	}
	return edge.Reply(lastFMRequestJSON{Token: token, Page: page})
}

type lastFMInput struct {
	Body struct {
		Token string `json:"token" minLength:"1" maxLength:"200" doc:"Token of the request."`
	}
}

func (a *API) connectLastFM(ctx context.Context, in *lastFMInput) (*struct{}, error) {
	return nil, a.scrobbling.ConnectLastFM(ctx, edge.Viewer(ctx), in.Body.Token)
}

type serviceInput struct {
	Service string `path:"service" maxLength:"64" doc:"Name of the service."`
}

func (a *API) disconnect(ctx context.Context, in *serviceInput) (*struct{}, error) {
	return nil, a.scrobbling.Disconnect(ctx, edge.Viewer(ctx), scrobble.Service(in.Service))
}
