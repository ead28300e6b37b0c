package api

import (
	"context"
	"time"

	"sonora/internal/music"
)

type playlistJSON struct {
	ID            string    `json:"id"`
	Name          string    `json:"name"`
	Description   string    `json:"description"`
	IsPublic      bool      `json:"isPublic" doc:"Others may open it."`
	CoverImageURL *string   `json:"coverImageUrl"`
	CreatedAt     time.Time `json:"createdAt"`
	UpdatedAt     time.Time `json:"updatedAt"`
}

func encodePlaylist(p *music.Playlist) playlistJSON {
	return playlistJSON{
		ID: p.ID, Name: p.Name, Description: p.Description, IsPublic: p.IsPublic, CoverImageURL: orNull(p.CoverImageURL),
		CreatedAt: p.CreatedAt.UTC(), UpdatedAt: p.UpdatedAt.UTC(),
	}
}

// playlistForm is what people say about a playlist. What is left out stays as it is.
type playlistForm struct {
	_             struct{}   `json:"-" additionalProperties:"true"`
	Name          textOrNull `json:"name,omitzero" doc:"1 to 100 characters."`
	Description   textOrNull `json:"description,omitzero"`
	IsPublic      yesOrNo    `json:"isPublic,omitzero" doc:"true when left out of a new one."`
	CoverImageURL textOrNull `json:"coverImageUrl,omitzero"`
}

func (f *playlistForm) fill(p *music.Playlist) {
	f.Name.set(&p.Name)
	f.Description.set(&p.Description)
	f.IsPublic.set(&p.IsPublic)
	f.CoverImageURL.set(&p.CoverImageURL)
}

type playlistsInput struct{ Paging }

func (a *API) playlists(ctx context.Context, in *playlistsInput) (*pageOf[playlistJSON], error) {
	page, err := in.page()
	if err != nil {
		return nil, err
	}
	list, err := a.store.Playlists(ctx, viewer(ctx).AccountID, page)
	if err != nil {
		return nil, err
	}
	return answer(&in.Paging, list, encodePlaylist), nil
}

func (a *API) makePlaylist(ctx context.Context, in *body[playlistForm]) (*body[playlistJSON], error) {
	p := &music.Playlist{OwnerID: viewer(ctx).AccountID, IsPublic: true, CreatedAt: a.now()}
	in.Body.fill(p)
	return encoded(p, a.store.CreatePlaylist(ctx, p), encodePlaylist)
}

func (a *API) playlist(ctx context.Context, in *itemPath) (*body[playlistJSON], error) {
	p, err := a.store.Playlist(ctx, viewer(ctx), in.ID)
	return encoded(p, err, encodePlaylist)
}

type playlistInput struct {
	ID   string `path:"id" maxLength:"64"`
	Body playlistForm
}

func (a *API) savePlaylist(ctx context.Context, in *playlistInput) (*body[playlistJSON], error) {
	p, err := a.store.ChangePlaylist(ctx, viewer(ctx), in.ID, a.now(), in.Body.fill)
	return encoded(p, err, encodePlaylist)
}

func (a *API) removePlaylist(ctx context.Context, in *itemPath) (*body[detailJSON], error) {
	if err := a.store.DeletePlaylist(ctx, viewer(ctx), in.ID); err != nil {
		return nil, err
	}
	return &body[detailJSON]{detailJSON{"The playlist is deleted."}}, nil
}
