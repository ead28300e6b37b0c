package person

import (
	"context"
	"reflect"

	"github.com/danielgtaylor/huma/v2"

	"sonora/internal/api/things"
	"sonora/internal/edge"
	"sonora/internal/edge/scalar"
	"sonora/internal/music"
	"sonora/internal/people"
	"sonora/internal/profile"
)

// profileInput holds the fields that people may change about themselves. Other
// fields of the body, such as a role, are ignored.
type profileInput struct {
	Body struct {
		edge.Returned[things.UserJSON] `json:"-"`

		FirstName          scalar.TextOrNull `json:"firstName,omitzero" doc:"First name."`
		LastName           scalar.TextOrNull `json:"lastName,omitzero" doc:"Last name."`
		Email              *string           `json:"email,omitempty" doc:"If the server sends mail, a new address is pending until it is confirmed from both addresses."`
		Bio                scalar.TextOrNull `json:"bio,omitzero" doc:"Text about you."`
		Location           scalar.TextOrNull `json:"location,omitzero" doc:"Place to show on your profile."`
		Website            scalar.TextOrNull `json:"website,omitzero" doc:"Website to show on your profile."`
		PhoneNumber        scalar.TextOrNull `json:"phoneNumber,omitzero" doc:"Telephone number, which only you see."`
		DateOfBirth        scalar.TextOrNull `json:"dateOfBirth,omitzero" doc:"For example 1990-12-10."`
		IsPrivate          scalar.YesOrNo    `json:"isPrivate,omitzero" doc:"Whether others are kept from seeing your profile."`
		EmailNotifications scalar.YesOrNo    `json:"emailNotifications,omitzero" doc:"Whether you want mail about news."`
		PushNotifications  scalar.YesOrNo    `json:"pushNotifications,omitzero" doc:"Whether you want push messages."`
	}
}

// saveProfile changes the fields in the body and keeps the others.
func (a *API) saveProfile(ctx context.Context, in *profileInput) (*edge.Body[things.UserJSON], error) {
	b := in.Body
	return user(a.Profile.Update(ctx, edge.Viewer(ctx), profile.Change{Email: b.Email, ProfileChange: people.ProfileChange{
		FirstName: b.FirstName.Text, LastName: b.LastName.Text, Bio: b.Bio.Text, Location: b.Location.Text,
		Website: b.Website.Text, PhoneNumber: b.PhoneNumber.Text, DateOfBirth: b.DateOfBirth.Text,
		IsPrivate: b.IsPrivate.Choice, EmailNotifications: b.EmailNotifications.Choice, PushNotifications: b.PushNotifications.Choice,
	}}))
}

// user encodes an account as its owner sees it.
func user(account *music.Account, err error) (*edge.Body[things.UserJSON], error) {
	if err != nil {
		return nil, err
	}
	return edge.Reply(things.EncodeUser(account))
}

type languageInput struct {
	Body struct {
		Language string `json:"language" doc:"Language of mail: en, es, or empty to use the browser's."`
	}
}

func (a *API) saveLanguage(ctx context.Context, in *languageInput) (*edge.Body[things.UserJSON], error) {
	return user(a.Profile.SetLanguage(ctx, edge.Viewer(ctx), in.Body.Language))
}

// publicProfileJSON is what others see of a person.
type publicProfileJSON struct {
	ID              string             `json:"id" doc:"ID of the account."`
	Name            string             `json:"name" doc:"First and last name, or a substitute."`
	Bio             string             `json:"bio" doc:"Text about the person; may be empty."`
	Location        string             `json:"location" doc:"Place that the person chose to show; may be empty."`
	Website         string             `json:"website" doc:"Website; may be empty."`
	ProfileImageURL *string            `json:"profileImageUrl" doc:"Address of the picture; null for none."`
	JoinedAt        edge.Time          `json:"joinedAt" doc:"When the account was made."`
	IsPrivate       bool               `json:"isPrivate" doc:"Whether only the person and admins see the profile."`
	IsSelf          bool               `json:"isSelf" doc:"Whether it is your own profile."`
	LikedSongs      []things.TrackJSON `json:"likedSongs" doc:"The latest six that you may see."`
}

func (a *API) publicProfile(ctx context.Context, in *edge.ItemPath) (*edge.Body[publicProfileJSON], error) {
	p, err := a.Profile.Page(ctx, edge.Viewer(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	return edge.Reply(publicProfileJSON{
		ID: p.ID, Name: p.Name, Bio: p.Bio, Location: p.Location, Website: p.Website, ProfileImageURL: edge.OrNull(p.ImageURL),
		JoinedAt: edge.Time(p.JoinedAt), IsPrivate: p.IsPrivate, IsSelf: p.IsSelf, LikedSongs: edge.EncodeAll(p.LikedSongs, things.EncodeTrack),
	})
}

type statsJSON struct {
	LikedSongs      int     `json:"likedSongs" doc:"Number of tracks that you like."`
	Playlists       int     `json:"playlists" doc:"Number of your own playlists."`
	ListenedSeconds float64 `json:"listenedSeconds" doc:"Seconds listened in the last seven days."`
}

func (a *API) stats(ctx context.Context, _ *struct{}) (*edge.Body[statsJSON], error) {
	s, err := a.Profile.Stats(ctx, edge.Viewer(ctx))
	if err != nil {
		return nil, err
	}
	return edge.Reply(statsJSON{LikedSongs: s.LikedSongs, Playlists: s.Playlists, ListenedSeconds: s.Listened.Seconds()})
}

type activityJSON struct {
	Kind  string         `json:"kind" enum:"played,liked,joined" doc:"What you did."`
	At    edge.Time      `json:"at" doc:"When you did it."`
	Track *nullableTrack `json:"track" doc:"null for the kind joined."`
}

// nullableTrack is a track or null: huma does not support nullable objects.
type nullableTrack things.TrackJSON

// Schema implements huma.SchemaProvider.
func (nullableTrack) Schema(r huma.Registry) *huma.Schema {
	track := r.Schema(reflect.TypeFor[things.TrackJSON](), true, "Track")
	return &huma.Schema{AnyOf: []*huma.Schema{track, {Type: "null"}}}
}

func encodeActivity(a *people.Activity) activityJSON {
	out := activityJSON{Kind: string(a.Kind), At: edge.Time(a.At)}
	if a.Track != nil {
		track := nullableTrack(things.EncodeTrack(a.Track))
		out.Track = &track
	}
	return out
}

type activityInput struct {
	Limit int `query:"limit" minimum:"1" maximum:"50" default:"20" doc:"Maximum number of entries."`
}

func (a *API) activity(ctx context.Context, in *activityInput) (*edge.Body[[]activityJSON], error) {
	list, err := a.Profile.Activity(ctx, edge.Viewer(ctx), in.Limit)
	if err != nil {
		return nil, err
	}
	return edge.Reply(edge.EncodeAll(list, encodeActivity))
}
