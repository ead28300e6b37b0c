package things

import (
	"context"
	"reflect"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"sonora/internal/edge"
	"sonora/internal/music"
	"sonora/internal/words"
)

// PlaylistJSON is playlist as clients see it.
type PlaylistJSON struct {
	ID              string             `json:"id"`
	Name            string             `json:"name"`
	Description     string             `json:"description"`
	IsPublic        bool               `json:"isPublic" doc:"Others may open it."`
	CoverImageURL   *string            `json:"coverImageUrl"`
	CoverURL        string             `json:"coverUrl" doc:"A picture there always is: its own, one of its first covers, or one made of its name."`
	Kind            music.PlaylistKind `json:"kind" enum:"list,smart"`
	Rules           *nullableRules     `json:"rules" doc:"Of a smart playlist that is one's own, else null."`
	TrackCount      int                `json:"trackCount" doc:"Of one playlist the tracks that whoever asks may see; in lists all of them, of a smart one what its owner saw last."`
	Version         int64              `json:"version" doc:"Rises with every change of its tracks."`
	Owner           PersonRefJSON      `json:"owner"`
	CanEdit         bool               `json:"canEdit" doc:"Whoever asks may change its tracks."`
	IsOwner         bool               `json:"isOwner"`
	IsCollaborative bool               `json:"isCollaborative" doc:"Others joined it, or have a link to."`
	HasCover        bool               `json:"hasCover" doc:"It has a picture of its own."`
	HasInvitation   bool               `json:"hasInvitation" doc:"Of one's own: there is a link to join it."`
	CreatedAt       time.Time          `json:"createdAt"`
	UpdatedAt       time.Time          `json:"updatedAt"`
}

// PersonRefJSON names a person in another thing.
type PersonRefJSON struct {
	ID   *string `json:"id" doc:"null for somebody who wants to stay unseen."`
	Name string  `json:"name" doc:"First and last name, or what stands for it."`
}

// OwnerOf names the owner of a playlist to whoever asks, as far as they want.
func OwnerOf(ctx context.Context, p *music.Playlist) PersonRefJSON {
	if !p.NamesOwner(edge.Viewer(ctx)) {
		return PersonRefJSON{Name: words.Member(music.LanguageOf(ctx))}
	}
	return PersonRefJSON{&p.OwnerID, p.OwnerName}
}

// NullablePerson is a person or null: huma knows no nullable objects.
type NullablePerson PersonRefJSON

// Schema implements huma.SchemaProvider.
func (NullablePerson) Schema(r huma.Registry) *huma.Schema {
	person := r.Schema(reflect.TypeFor[PersonRefJSON](), true, "PersonRef")
	return &huma.Schema{AnyOf: []*huma.Schema{person, {Type: "null"}}}
}

// PlaylistFor encodes playlists for whoever asks.
func PlaylistFor(ctx context.Context) func(*music.Playlist) PlaylistJSON {
	return func(p *music.Playlist) PlaylistJSON { return EncodePlaylist(ctx, p) }
}

// EncodePlaylist encodes playlist for clients.
func EncodePlaylist(ctx context.Context, p *music.Playlist) PlaylistJSON {
	v := edge.Viewer(ctx)
	own := p.OwnerID == v.AccountID
	out := PlaylistJSON{
		ID: p.ID, Name: p.Name, Description: p.Description, IsPublic: p.IsPublic, CoverImageURL: edge.OrNull(p.CoverImageURL),
		CoverURL: playlistCoverURL(p), Kind: p.Kind, TrackCount: p.Entries, Version: p.Version, Owner: OwnerOf(ctx, p),
		CanEdit: p.MayEdit(v.AccountID), IsOwner: own, IsCollaborative: p.Members > 0 || p.Invitation != "",
		HasCover: p.Cover != "", HasInvitation: own && p.Invitation != "",
		CreatedAt: p.CreatedAt.UTC(), UpdatedAt: p.UpdatedAt.UTC(),
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
