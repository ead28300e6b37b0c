package api

import (
	"context"
	"time"

	"sonora/internal/auth"
	"sonora/internal/music"
)

// sessionJSON is a signed-in device.
type sessionJSON struct {
	ID         string    `json:"id"`
	Current    bool      `json:"current" doc:"The one that asks."`
	Name       string    `json:"name" doc:"Given by its owner; empty for none."`
	Device     string    `json:"device" doc:"The user agent in words."`
	UserAgent  string    `json:"userAgent"`
	Address    string    `json:"address"`
	CreatedAt  time.Time `json:"createdAt"`
	LastUsedAt time.Time `json:"lastUsedAt"`
}

func (a *API) sessions(ctx context.Context, _ *struct{}) (*body[[]sessionJSON], error) {
	v := viewer(ctx)
	list, err := a.auth.Sessions(ctx, v)
	if err != nil {
		return nil, err
	}
	return &body[[]sessionJSON]{encodeAll(list, func(s *music.Session) sessionJSON {
		return sessionJSON{
			ID: s.ID, Current: s.ID == v.SessionID, Name: s.Name, Device: auth.DeviceName(s.UserAgent), UserAgent: s.UserAgent, Address: s.Address,
			CreatedAt: s.CreatedAt.UTC(), LastUsedAt: s.LastUsedAt.UTC(),
		}
	})}, nil
}

type renameSessionInput struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		_    struct{} `json:"-" additionalProperties:"true"`
		Name string   `json:"name" doc:"Empty to have it called as the browser says."`
	}
}

func (a *API) renameSession(ctx context.Context, in *renameSessionInput) (*body[detailJSON], error) {
	if err := a.auth.RenameSession(ctx, viewer(ctx), in.ID, in.Body.Name); err != nil {
		return nil, err
	}
	return &body[detailJSON]{detailJSON{"The device has a new name."}}, nil
}

func (a *API) endSession(ctx context.Context, in *itemPath) (*body[detailJSON], error) {
	if err := a.auth.EndSession(ctx, viewer(ctx), in.ID); err != nil {
		return nil, err
	}
	return &body[detailJSON]{detailJSON{"The device is signed out."}}, nil
}

func (a *API) endOtherSessions(ctx context.Context, _ *struct{}) (*body[detailJSON], error) {
	if err := a.auth.EndOtherSessions(ctx, viewer(ctx)); err != nil {
		return nil, err
	}
	return &body[detailJSON]{detailJSON{"All other devices are signed out."}}, nil
}

func (a *API) endSessions(ctx context.Context, _ *struct{}) (*logoutOutput, error) {
	if err := a.auth.EndSessions(ctx, viewer(ctx)); err != nil {
		return nil, err
	}
	return &logoutOutput{Cookie: a.sessionCookie(ctx, "", time.Time{}), Body: detailJSON{"All devices are signed out."}}, nil
}
