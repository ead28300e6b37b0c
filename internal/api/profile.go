package api

import (
	"context"
	"reflect"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"sonora/internal/music"
	"sonora/internal/people"
	"sonora/internal/profile"
)

// profileInput has what people may say about themselves. Whatever else is in
// the body, such as a role, means nothing.
type profileInput struct {
	Body struct {
		_                  struct{}   `json:"-" additionalProperties:"true"`
		FirstName          textOrNull `json:"firstName,omitzero"`
		LastName           textOrNull `json:"lastName,omitzero"`
		Email              *string    `json:"email,omitempty" doc:"Another address is pending until mails to both have confirmed it, where there is a mail server."`
		Bio                textOrNull `json:"bio,omitzero"`
		Location           textOrNull `json:"location,omitzero"`
		Website            textOrNull `json:"website,omitzero"`
		PhoneNumber        textOrNull `json:"phoneNumber,omitzero"`
		DateOfBirth        textOrNull `json:"dateOfBirth,omitzero" doc:"Such as 1990-12-10."`
		IsPrivate          yesOrNo    `json:"isPrivate,omitzero"`
		EmailNotifications yesOrNo    `json:"emailNotifications,omitzero"`
		PushNotifications  yesOrNo    `json:"pushNotifications,omitzero"`
	}
}

// saveProfile changes what is in the body and keeps the rest.
func (a *API) saveProfile(ctx context.Context, in *profileInput) (*body[userJSON], error) {
	b := in.Body
	return user(a.profile.Update(ctx, viewer(ctx), profile.Change{Email: b.Email, ProfileChange: people.ProfileChange{
		FirstName: b.FirstName.text, LastName: b.LastName.text, Bio: b.Bio.text, Location: b.Location.text,
		Website: b.Website.text, PhoneNumber: b.PhoneNumber.text, DateOfBirth: b.DateOfBirth.text,
		IsPrivate: b.IsPrivate.choice, EmailNotifications: b.EmailNotifications.choice, PushNotifications: b.PushNotifications.choice,
	}}))
}

// user answers with an account as its owner sees it.
func user(account *music.Account, err error) (*body[userJSON], error) {
	if err != nil {
		return nil, err
	}
	return &body[userJSON]{encodeUser(account)}, nil
}

type languageInput struct {
	Body struct {
		Language string `json:"language" doc:"Of mails: en, es, or empty for what the browser asks for."`
	}
}

func (a *API) saveLanguage(ctx context.Context, in *languageInput) (*body[userJSON], error) {
	return user(a.profile.SetLanguage(ctx, viewer(ctx), in.Body.Language))
}

// publicProfileJSON is what others see of a person.
type publicProfileJSON struct {
	ID              string      `json:"id"`
	Name            string      `json:"name"`
	Bio             string      `json:"bio"`
	Location        string      `json:"location"`
	Website         string      `json:"website"`
	ProfileImageURL *string     `json:"profileImageUrl"`
	JoinedAt        time.Time   `json:"joinedAt"`
	IsPrivate       bool        `json:"isPrivate" doc:"Shown to the person and to admins only."`
	IsSelf          bool        `json:"isSelf"`
	LikedSongs      []TrackJSON `json:"likedSongs" doc:"The latest six of those the caller may see."`
}

func (a *API) publicProfile(ctx context.Context, in *itemPath) (*body[publicProfileJSON], error) {
	p, err := a.profile.Page(ctx, viewer(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	return &body[publicProfileJSON]{publicProfileJSON{
		ID: p.ID, Name: p.Name, Bio: p.Bio, Location: p.Location, Website: p.Website, ProfileImageURL: orNull(p.ImageURL),
		JoinedAt: p.JoinedAt.UTC(), IsPrivate: p.IsPrivate, IsSelf: p.IsSelf, LikedSongs: encodeAll(p.LikedSongs, encodeTrack),
	}}, nil
}

type statsJSON struct {
	LikedSongs      int     `json:"likedSongs"`
	Playlists       int     `json:"playlists" doc:"One's own."`
	ListenedSeconds float64 `json:"listenedSeconds" doc:"Of the last seven days."`
}

func (a *API) stats(ctx context.Context, _ *struct{}) (*body[statsJSON], error) {
	s, err := a.profile.Stats(ctx, viewer(ctx))
	if err != nil {
		return nil, err
	}
	return &body[statsJSON]{statsJSON{LikedSongs: s.LikedSongs, Playlists: s.Playlists, ListenedSeconds: s.Listened.Seconds()}}, nil
}

type activityJSON struct {
	Kind  string         `json:"kind" enum:"played,liked,joined"`
	At    time.Time      `json:"at"`
	Track *nullableTrack `json:"track" doc:"null for joined."`
}

// nullableTrack is a track or null: huma knows no nullable objects.
type nullableTrack TrackJSON

// Schema implements huma.SchemaProvider.
func (nullableTrack) Schema(r huma.Registry) *huma.Schema {
	track := r.Schema(reflect.TypeFor[TrackJSON](), true, "Track")
	return &huma.Schema{AnyOf: []*huma.Schema{track, {Type: "null"}}}
}

func encodeActivity(a *people.Activity) activityJSON {
	out := activityJSON{Kind: string(a.Kind), At: a.At.UTC()}
	if a.Track != nil {
		track := nullableTrack(encodeTrack(a.Track))
		out.Track = &track
	}
	return out
}

type activityInput struct {
	Limit int `query:"limit" minimum:"1" maximum:"50" default:"20"`
}

func (a *API) activity(ctx context.Context, in *activityInput) (*body[[]activityJSON], error) {
	list, err := a.profile.Activity(ctx, viewer(ctx), in.Limit)
	if err != nil {
		return nil, err
	}
	return &body[[]activityJSON]{encodeAll(list, encodeActivity)}, nil
}
