package admin

import (
	"context"
	"time"

	"sonora/internal/auth"
	"sonora/internal/edge"
	"sonora/internal/music"
	"sonora/internal/words"
)

// recent is the time for which user tells what somebody did.
const recent = 30 * 24 * time.Hour

type memberDetailJSON struct {
	MemberJSON

	RemovalEnd edge.Time `json:"removalEnd" doc:"When the data would be deleted if an operator deleted the account now."`

	Tracks       int     `json:"tracks" doc:"Number of tracks that the person uploaded."`
	Playlists    int     `json:"playlists" doc:"Number of the person's playlists."`
	Stations     int     `json:"stations" doc:"Number of the person's stations."`
	Mixes        int     `json:"mixes" doc:"Number of mixes that the person published."`
	Automixes    int     `json:"automixes" doc:"Number of mixes that the server made for the person."`
	Plays        int     `json:"plays" doc:"How many plays of the last 30 days count."`
	Listened     float64 `json:"listened" doc:"Seconds that the person listened to tracks in the last 30 days."`
	Compositions int     `json:"compositions" doc:"Number of pieces that the person asked for in the last 30 days."`
}

func (a *API) user(ctx context.Context, in *edge.ItemPath) (*edge.Body[memberDetailJSON], error) {
	m, err := a.member(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	u, err := a.Store.UsageOf(ctx, in.ID, time.Now().Add(-recent))
	if err != nil {
		return nil, err
	}
	return edge.Reply(memberDetailJSON{m.Body, edge.Time(a.Profile.RemovalEnd(time.Time(m.Body.DeleteAt))), u.Tracks, u.Playlists, u.Stations, u.Mixes, u.Automixes, u.Plays, u.Listened.Seconds(), u.Compositions})
}

// userSessionJSON is a session on a device of somebody else.
type userSessionJSON struct {
	ID         string    `json:"id" doc:"ID of the session."`
	Name       string    `json:"name" doc:"The name its owner gave it; empty for none."`
	Device     string    `json:"device" doc:"The user agent in words, such as Firefox on Linux."`
	Address    string    `json:"address" doc:"Address from which it was last used."`
	CreatedAt  edge.Time `json:"createdAt" doc:"When the device signed in."`
	LastUsedAt edge.Time `json:"lastUsedAt" doc:"When it was last used."`
}

func (a *API) userSessions(ctx context.Context, in *edge.ItemPart) (*edge.PageOf[userSessionJSON], error) {
	list, err := a.Auth.SessionsOf(ctx, in.ID)
	language := music.LanguageOf(ctx)
	return edge.PartOf(&in.Part, list, err, func(s *music.Session) userSessionJSON {
		return userSessionJSON{s.ID, s.Name, words.Render(language, auth.DeviceName(s.UserAgent)), s.Address, edge.Time(s.CreatedAt), edge.Time(s.LastUsedAt)}
	})
}

type userSessionInput struct {
	ID      string `path:"id" maxLength:"64" doc:"ID of the account."`
	Session string `path:"session" maxLength:"64" doc:"ID of the session."`
}

func (a *API) endUserSession(ctx context.Context, in *userSessionInput) (*struct{}, error) {
	return nil, a.Auth.EndSessionOf(ctx, edge.Viewer(ctx).AccountID, in.ID, in.Session)
}

type changeUsersInput struct {
	Body struct {
		IDs    []string `json:"ids" minItems:"1" maxItems:"1000" doc:"IDs of the accounts."`
		Action string   `json:"action" enum:"setRole,disable,enable,signOut,delete,restore" doc:"setRole: give them a role. disable: sign them out and let them no longer sign in. enable: let them sign in again. signOut: end their sessions. delete: disable them, and delete their data after 30 days. restore: take that back."`
		Role   string   `json:"role,omitempty" enum:"listener,creator,admin" doc:"The role, for setRole."`
	}
}

func (a *API) changeUsers(ctx context.Context, in *changeUsersInput) (*edge.Body[edge.Bulk], error) {
	if in.Body.Action == "setRole" && in.Body.Role == "" {
		return nil, music.FieldError(music.Invalid, "role", music.Say("Choose a role."))
	}
	by := edge.Viewer(ctx).AccountID
	return a.edge.Each(ctx, in.Body.IDs, func(id string) (changed bool, err error) {
		switch in.Body.Action {
		case "setRole":
			return a.Auth.Manage(ctx, by, id, auth.Change{Role: new(music.Role(in.Body.Role))})
		case "signOut":
			return true, a.Auth.SignOut(ctx, by, id)
		case "delete":
			return a.Profile.Remove(ctx, by, id)
		case "restore":
			return true, a.Profile.Restore(ctx, by, id)
		default:
			return a.Auth.Manage(ctx, by, id, auth.Change{Active: new(in.Body.Action == "enable")})
		}
	})
}
