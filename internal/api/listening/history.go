package listening

import (
	"context"
	"time"

	"sonora/internal/api/things"
	"sonora/internal/edge"
	"sonora/internal/history"
	"sonora/internal/music"
)

type heardJSON struct {
	ID       string           `json:"id" doc:"ID of the entry."`
	PlayedAt edge.Time        `json:"playedAt" doc:"When the track began."`
	Listened float64          `json:"listened" doc:"Seconds heard."`
	Track    things.TrackJSON `json:"track" doc:"The track that you heard."`
}

func encodeHeard(h *history.Heard) heardJSON {
	return heardJSON{ID: h.ID, PlayedAt: edge.Time(h.At), Listened: h.Listened.Seconds(), Track: things.EncodeTrack(&h.Track)}
}

type historyInput struct {
	edge.Paging
	Text string `query:"q" maxLength:"200" doc:"Only tracks that a search for this text finds."`
}

// history lists what the viewer listened to, including skipped tracks.
func (a *API) history(ctx context.Context, in *historyInput) (*edge.PageOf[heardJSON], error) {
	page, err := in.Page()
	if err != nil {
		return nil, err
	}
	list, err := a.Store.Heard(ctx, edge.Viewer(ctx), history.Filter{Text: in.Text}, page)
	if err != nil {
		return nil, err
	}
	return edge.Answer(&in.Paging, list, encodeHeard), nil
}

func (a *API) clearHistory(ctx context.Context, _ *struct{}) (*struct{}, error) {
	return nil, a.Listening.Clear(ctx, edge.Viewer(ctx))
}

func (a *API) forgetPlay(ctx context.Context, in *edge.ItemPath) (*struct{}, error) {
	return nil, a.Listening.Forget(ctx, edge.Viewer(ctx), in.ID)
}

type putBackInput struct {
	Body struct {
		ID       string    `json:"id" pattern:"^[0-9A-Za-z_-]{1,64}$" doc:"ID of the removed entry."`
		TrackID  string    `json:"trackId" pattern:"^[0-9A-Za-z]{1,64}$" doc:"ID of its track."`
		PlayedAt time.Time `json:"playedAt" doc:"When the track began."`
		Listened float64   `json:"listened" minimum:"0" maximum:"172800" doc:"Seconds heard."`
	}
}

// putBack restores a removed entry. It does not count the play again.
func (a *API) putBack(ctx context.Context, in *putBackInput) (*edge.Body[edge.Detail], error) {
	err := a.Listening.PutBack(ctx, edge.Viewer(ctx), music.Play{
		ID: in.Body.ID, TrackID: in.Body.TrackID, StartedAt: in.Body.PlayedAt, Listened: time.Duration(in.Body.Listened * float64(time.Second)),
	})
	if err != nil {
		return nil, err
	}
	return edge.Say("It is in your history again.")
}

type pauseJSON struct {
	Paused bool `json:"paused" doc:"While paused, plays are neither kept nor counted."`
}

func (a *API) historyPause(ctx context.Context, _ *struct{}) (*edge.Body[pauseJSON], error) {
	paused, err := a.Listening.IsPaused(ctx, edge.Viewer(ctx).AccountID)
	if err != nil {
		return nil, err
	}
	return edge.Reply(pauseJSON{paused})
}

func (a *API) pauseHistory(ctx context.Context, in *edge.Body[pauseJSON]) (*edge.Body[pauseJSON], error) {
	if err := a.Listening.Pause(ctx, edge.Viewer(ctx).AccountID, in.Body.Paused); err != nil {
		return nil, err
	}
	return in, nil
}
