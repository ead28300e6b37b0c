package things

import (
	"context"
	"reflect"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"sonora/internal/edge"
	"sonora/internal/music"
	"sonora/internal/words"
)

// PlaylistJSON is a playlist as clients see it.
type PlaylistJSON struct {
	ID              string             `json:"id" doc:"ID of the playlist." example:"p8Hn3Vx6D"`
	Name            string             `json:"name" doc:"Name that its owner chose." example:"Sunday morning"`
	Description     string             `json:"description" doc:"Text by its owner; may be empty." example:"Slow coffee, soft drums"`
	IsPublic        bool               `json:"isPublic" doc:"Whether others may open it."`
	CoverImageURL   *string            `json:"coverImageUrl" doc:"Picture that its owner chose; null for none."`
	CoverURL        string             `json:"coverUrl" doc:"Always present: the playlist's own picture, the cover of one of its first tracks, or one drawn from its name."`
	Kind            music.PlaylistKind `json:"kind" enum:"list,smart" doc:"list has tracks in the order that people gave them; smart finds its tracks with rules." example:"list"`
	Rules           *nullableRules     `json:"rules" doc:"The rules of your own smart playlist; otherwise null."`
	TrackCount      int                `json:"trackCount" doc:"For a single playlist, the tracks that you may see. In lists, all tracks; for a smart playlist, as many as its owner last saw."`
	Version         int64              `json:"version" doc:"Increases with every change of its tracks."`
	Owner           PersonRefJSON      `json:"owner" doc:"The person who made it."`
	CanEdit         bool               `json:"canEdit" doc:"Whether you may change its tracks."`
	IsOwner         bool               `json:"isOwner" doc:"Whether it is yours."`
	IsCollaborative bool               `json:"isCollaborative" doc:"Whether others joined it or have a link to join."`
	HasCover        bool               `json:"hasCover" doc:"Whether it has a picture of its own."`
	HasInvitation   bool               `json:"hasInvitation" doc:"Whether your own playlist has a link to join it."`
	CreatedAt       edge.Time          `json:"createdAt" doc:"When it was made."`
	UpdatedAt       edge.Time          `json:"updatedAt" doc:"When its tracks or details last changed."`
}

// PersonRefJSON refers to a person.
type PersonRefJSON struct {
	ID   *string `json:"id" doc:"null for a private person."`
	Name string  `json:"name" doc:"First and last name, or a substitute." example:"Ana Torres"`
}

// OwnerOf returns the owner of a playlist. The ID is null if the owner is private.
func OwnerOf(ctx context.Context, p *music.Playlist) PersonRefJSON {
	if !p.NamesOwner(edge.Viewer(ctx)) {
		return AuthorOf(ctx, "", "")
	}
	return PersonRefJSON{&p.OwnerID, p.OwnerName}
}

// AuthorOf returns the author of a comment, a message or a request. name is "" if
// they hide it or their account was deleted: then the ID is null.
func AuthorOf(ctx context.Context, accountID, name string) PersonRefJSON {
	if name == "" {
		return PersonRefJSON{Name: words.Member(music.LanguageOf(ctx))}
	}
	return PersonRefJSON{ID: edge.OrNull(accountID), Name: name}
}

// NullablePerson is a person or null: huma does not support nullable objects.
type NullablePerson PersonRefJSON

// Schema implements huma.SchemaProvider.
func (NullablePerson) Schema(r huma.Registry) *huma.Schema {
	person := r.Schema(reflect.TypeFor[PersonRefJSON](), true, "PersonRef")
	return &huma.Schema{AnyOf: []*huma.Schema{person, {Type: "null"}}}
}

// PlaylistFor returns a function that encodes playlists for the viewer.
func PlaylistFor(ctx context.Context) func(*music.Playlist) PlaylistJSON {
	return func(p *music.Playlist) PlaylistJSON { return EncodePlaylist(ctx, p) }
}

// EncodePlaylist encodes a playlist for the viewer.
func EncodePlaylist(ctx context.Context, p *music.Playlist) PlaylistJSON {
	v := edge.Viewer(ctx)
	own := p.OwnerID == v.AccountID
	out := PlaylistJSON{
		ID: p.ID, Name: p.Name, Description: p.Description, IsPublic: p.IsPublic, CoverImageURL: edge.OrNull(p.CoverImageURL),
		CoverURL: playlistCoverURL(p), Kind: p.Kind, TrackCount: p.Entries, Version: p.Version, Owner: OwnerOf(ctx, p),
		CanEdit: p.MayEdit(v.AccountID), IsOwner: own, IsCollaborative: p.Members > 0 || p.Invitation != "",
		HasCover: p.Cover != "", HasInvitation: own && p.Invitation != "",
		CreatedAt: edge.Time(p.CreatedAt), UpdatedAt: edge.Time(p.UpdatedAt),
	}
	if own && p.Rules != nil {
		out.Rules = (*nullableRules)(encodeRules(p.Rules))
	}
	return out
}

// playlistCoverURL changes with every change of the playlist.
func playlistCoverURL(p *music.Playlist) string {
	if p.Cover == "" && p.CoverImageURL != "" {
		return p.CoverImageURL
	}
	return "/api/playlists/" + p.ID + "/cover?v=" + strconv.FormatInt(p.UpdatedAt.UnixMilli(), 36)
}
