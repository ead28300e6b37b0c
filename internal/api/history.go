package api

import (
	"context"
	"time"

	"sonora/internal/music"
)

type heardJSON struct {
	ID       string    `json:"id"`
	PlayedAt time.Time `json:"playedAt" doc:"When it began."`
	Listened float64   `json:"listened" doc:"Seconds heard."`
	Track    TrackJSON `json:"track"`
}

func encodeHeard(h *music.Heard) heardJSON {
	return heardJSON{ID: h.ID, PlayedAt: h.At.UTC(), Listened: h.Listened.Seconds(), Track: encodeTrack(&h.Track)}
}

type historyInput struct {
	Paging
	Text string `query:"q" maxLength:"200" doc:"Only tracks a search for this finds."`
}

// history lists what the viewer listened to, also what they skipped.
func (a *API) history(ctx context.Context, in *historyInput) (*pageOf[heardJSON], error) {
	page, err := in.page()
	if err != nil {
		return nil, err
	}
	list, err := a.store.Heard(ctx, viewer(ctx), music.HeardFilter{Text: in.Text}, page)
	if err != nil {
		return nil, err
	}
	return answer(&in.Paging, list, encodeHeard), nil
}

func (a *API) clearHistory(ctx context.Context, _ *struct{}) (*body[detailJSON], error) {
	if err := a.listened.Clear(ctx, viewer(ctx)); err != nil {
		return nil, err
	}
	a.daily.Forget(viewer(ctx).AccountID)
	return &body[detailJSON]{detailJSON{"Your history is empty now."}}, nil
}

func (a *API) forgetPlay(ctx context.Context, in *itemPath) (*body[detailJSON], error) {
	if err := a.listened.Forget(ctx, viewer(ctx), in.ID); err != nil {
		return nil, err
	}
	return &body[detailJSON]{detailJSON{"It is no longer in your history."}}, nil
}

type putBackInput struct {
	Body struct {
		ID       string    `json:"id" pattern:"^[0-9A-Za-z_-]{1,64}$"`
		TrackID  string    `json:"trackId" pattern:"^[0-9A-Za-z]{1,64}$"`
		PlayedAt time.Time `json:"playedAt"`
		Listened float64   `json:"listened" minimum:"0" maximum:"172800" doc:"Seconds heard."`
	}
}

// putBack takes a removal from the history back. Nothing is counted again.
func (a *API) putBack(ctx context.Context, in *putBackInput) (*body[detailJSON], error) {
	err := a.listened.PutBack(ctx, viewer(ctx), music.Play{
		ID: in.Body.ID, TrackID: in.Body.TrackID, StartedAt: in.Body.PlayedAt, Listened: time.Duration(in.Body.Listened * float64(time.Second)),
	})
	if err != nil {
		return nil, err
	}
	return &body[detailJSON]{detailJSON{"It is in your history again."}}, nil
}

type pauseJSON struct {
	Paused bool `json:"paused" doc:"What is listened to is neither kept nor counted."`
}

func (a *API) historyPause(ctx context.Context, _ *struct{}) (*body[pauseJSON], error) {
	paused, err := a.listened.IsPaused(ctx, viewer(ctx).AccountID)
	if err != nil {
		return nil, err
	}
	return &body[pauseJSON]{pauseJSON{paused}}, nil
}

func (a *API) pauseHistory(ctx context.Context, in *body[pauseJSON]) (*body[pauseJSON], error) {
	if err := a.listened.Pause(ctx, viewer(ctx).AccountID, in.Body.Paused); err != nil {
		return nil, err
	}
	return in, nil
}
