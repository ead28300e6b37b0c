package api

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

type playlistJSON struct {
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
	Owner           personRefJSON      `json:"owner"`
	CanEdit         bool               `json:"canEdit" doc:"Whoever asks may change its tracks."`
	IsOwner         bool               `json:"isOwner"`
	IsCollaborative bool               `json:"isCollaborative" doc:"Others joined it, or have a link to."`
	HasCover        bool               `json:"hasCover" doc:"It has a picture of its own."`
	HasInvitation   bool               `json:"hasInvitation" doc:"Of one's own: there is a link to join it."`
	CreatedAt       time.Time          `json:"createdAt"`
	UpdatedAt       time.Time          `json:"updatedAt"`
}

// personRefJSON names a person in another thing.
type personRefJSON struct {
	ID   *string `json:"id" doc:"null for somebody who wants to stay unseen."`
	Name string  `json:"name" doc:"First and last name, or what stands for it."`
}

// ownerOf names the owner of a playlist to whoever asks, as far as they want.
func ownerOf(ctx context.Context, p *music.Playlist) personRefJSON {
	if !p.NamesOwner(edge.Viewer(ctx)) {
		return personRefJSON{Name: words.Member(music.LanguageOf(ctx))}
	}
	return personRefJSON{&p.OwnerID, p.OwnerName}
}

// nullablePerson is a person or null: huma knows no nullable objects.
type nullablePerson personRefJSON

// Schema implements huma.SchemaProvider.
func (nullablePerson) Schema(r huma.Registry) *huma.Schema {
	person := r.Schema(reflect.TypeFor[personRefJSON](), true, "PersonRef")
	return &huma.Schema{AnyOf: []*huma.Schema{person, {Type: "null"}}}
}

// playlistFor encodes playlists for whoever asks.
func playlistFor(ctx context.Context) func(*music.Playlist) playlistJSON {
	return func(p *music.Playlist) playlistJSON { return encodePlaylist(ctx, p) }
}

func encodePlaylist(ctx context.Context, p *music.Playlist) playlistJSON {
	v := edge.Viewer(ctx)
	own := p.OwnerID == v.AccountID
	out := playlistJSON{
		ID: p.ID, Name: p.Name, Description: p.Description, IsPublic: p.IsPublic, CoverImageURL: edge.OrNull(p.CoverImageURL),
		CoverURL: playlistCoverURL(p), Kind: p.Kind, TrackCount: p.Entries, Version: p.Version, Owner: ownerOf(ctx, p),
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

// playlistForm is what people say about a playlist. What is left out stays as it is.
type playlistForm struct {
	_             struct{}        `json:"-" additionalProperties:"true"`
	Name          edge.TextOrNull `json:"name,omitzero" doc:"1 to 100 characters."`
	Description   edge.TextOrNull `json:"description,omitzero"`
	IsPublic      edge.YesOrNo    `json:"isPublic,omitzero" doc:"true when left out of a new one."`
	CoverImageURL edge.TextOrNull `json:"coverImageUrl,omitzero"`
	Rules         rulesOrNull     `json:"rules,omitzero" doc:"Of a smart playlist."`
}

func (f *playlistForm) fill(p *music.Playlist) {
	f.Name.Set(&p.Name)
	f.Description.Set(&p.Description)
	f.IsPublic.Set(&p.IsPublic)
	f.CoverImageURL.Set(&p.CoverImageURL)
	f.Rules.set(&p.Rules)
}

// newPlaylistForm also says what kind it is, which stays.
type newPlaylistForm struct {
	_             struct{}        `json:"-" additionalProperties:"true"`
	Name          edge.TextOrNull `json:"name,omitzero" doc:"1 to 100 characters."`
	Description   edge.TextOrNull `json:"description,omitzero"`
	IsPublic      edge.YesOrNo    `json:"isPublic,omitzero" doc:"true when left out."`
	CoverImageURL edge.TextOrNull `json:"coverImageUrl,omitzero"`
	Kind          edge.TextOrNull `json:"kind,omitzero" doc:"list or smart; list when left out."`
	Rules         rulesOrNull     `json:"rules,omitzero" doc:"Of a smart playlist."`
}

func (f *newPlaylistForm) fill(p *music.Playlist) {
	rest := playlistForm{Name: f.Name, Description: f.Description, IsPublic: f.IsPublic, CoverImageURL: f.CoverImageURL, Rules: f.Rules}
	rest.fill(p)
	kind := ""
	f.Kind.Set(&kind)
	p.Kind = music.PlaylistKind(kind)
}

type playlistsInput struct{ edge.Paging }

func (a *API) playlists(ctx context.Context, in *playlistsInput) (*edge.PageOf[playlistJSON], error) {
	page, err := in.Page()
	if err != nil {
		return nil, err
	}
	list, err := a.store.Playlists(ctx, edge.Viewer(ctx).AccountID, page)
	if err != nil {
		return nil, err
	}
	return edge.Answer(&in.Paging, list, playlistFor(ctx)), nil
}

type playlistsOfInput struct {
	edge.Paging
	ID string `path:"id" maxLength:"64"`
}

// playlistsOf lists what a person shows others.
func (a *API) playlistsOf(ctx context.Context, in *playlistsOfInput) (*edge.PageOf[playlistJSON], error) {
	page, err := in.Page()
	if err != nil {
		return nil, err
	}
	if _, err := a.profile.Page(ctx, edge.Viewer(ctx), in.ID); err != nil {
		return nil, err
	}
	list, err := a.store.PublicPlaylists(ctx, edge.Viewer(ctx), in.ID, page)
	if err != nil {
		return nil, err
	}
	return edge.Answer(&in.Paging, list, playlistFor(ctx)), nil
}

func (a *API) makePlaylist(ctx context.Context, in *edge.Body[newPlaylistForm]) (*edge.Body[playlistJSON], error) {
	p := &music.Playlist{OwnerID: edge.Viewer(ctx).AccountID, IsPublic: true, CreatedAt: time.Now()}
	in.Body.fill(p)
	made, err := a.lists.Create(ctx, edge.Viewer(ctx), p)
	return edge.Encoded(made, err, playlistFor(ctx))
}

func (a *API) playlist(ctx context.Context, in *edge.ItemPath) (*edge.Body[playlistJSON], error) {
	p, err := a.lists.Open(ctx, edge.Viewer(ctx), in.ID)
	return edge.Encoded(p, err, playlistFor(ctx))
}

type playlistInput struct {
	ID   string `path:"id" maxLength:"64"`
	Body playlistForm
}

func (a *API) savePlaylist(ctx context.Context, in *playlistInput) (*edge.Body[playlistJSON], error) {
	p, err := a.lists.Change(ctx, edge.Viewer(ctx), in.ID, in.Body.fill)
	return edge.Encoded(p, err, playlistFor(ctx))
}

func (a *API) removePlaylist(ctx context.Context, in *edge.ItemPath) (*edge.Body[edge.Detail], error) {
	if err := a.lists.Delete(ctx, edge.Viewer(ctx), in.ID); err != nil {
		return nil, err
	}
	return edge.Say("The playlist is deleted.")
}
