package signin

import (
	"context"
	"time"

	"sonora/internal/auth"
	"sonora/internal/edge"
	"sonora/internal/music"
	"sonora/internal/words"
)

// sessionJSON is a session on a signed-in device.
type sessionJSON struct {
	ID         string    `json:"id" doc:"ID of the session."`
	Current    bool      `json:"current" doc:"Whether this is the session of the request."`
	Name       string    `json:"name" doc:"The name its owner gave it; empty for none."`
	Device     string    `json:"device" doc:"The user agent in words, such as Firefox on Linux."`
	UserAgent  string    `json:"userAgent" doc:"The user agent as sent."`
	Address    string    `json:"address" doc:"Address from which it was last used."`
	CreatedAt  edge.Time `json:"createdAt" doc:"When the device signed in."`
	LastUsedAt edge.Time `json:"lastUsedAt" doc:"When it was last used."`
}

func (a *API) sessions(ctx context.Context, in *edge.Part) (*edge.PageOf[sessionJSON], error) {
	v := edge.Viewer(ctx)
	list, err := a.Auth.Sessions(ctx, v)
	language := music.LanguageOf(ctx)
	return edge.PartOf(in, list, err, func(s *music.Session) sessionJSON {
		return sessionJSON{
			ID: s.ID, Current: s.ID == v.SessionID, Name: s.Name, Device: words.Render(language, auth.DeviceName(s.UserAgent)), UserAgent: s.UserAgent, Address: s.Address,
			CreatedAt: edge.Time(s.CreatedAt), LastUsedAt: edge.Time(s.LastUsedAt),
		}
	})
}

type renameSessionInput struct {
	ID   string `path:"id" maxLength:"64" doc:"ID of the session."`
	Body struct {
		Name string `json:"name" doc:"Empty to use the browser's name."`
	}
}

func (a *API) renameSession(ctx context.Context, in *renameSessionInput) (*edge.Body[edge.Detail], error) {
	if err := a.Auth.RenameSession(ctx, edge.Viewer(ctx), in.ID, in.Body.Name); err != nil {
		return nil, err
	}
	return edge.Say("Device renamed.")
}

func (a *API) endSession(ctx context.Context, in *edge.ItemPath) (*struct{}, error) {
	return nil, a.Auth.EndSession(ctx, edge.Viewer(ctx), in.ID)
}

func (a *API) endOtherSessions(ctx context.Context, _ *struct{}) (*struct{}, error) {
	return nil, a.Auth.EndOtherSessions(ctx, edge.Viewer(ctx))
}

func (a *API) endSessions(ctx context.Context, _ *struct{}) (*logoutOutput, error) {
	if err := a.Auth.EndSessions(ctx, edge.Viewer(ctx)); err != nil {
		return nil, err
	}
	return &logoutOutput{Cookie: a.sessionCookie(ctx, "", time.Time{}), Body: edge.Detail{Detail: "All devices are signed out."}}, nil
}
