package mix

import (
	"context"
	"time"

	"sonora/internal/api/things"
	"sonora/internal/edge"
	"sonora/internal/music"
)

// publishForm is a mix that somebody recorded and uploaded.
type publishForm struct {
	Title       string `json:"title" doc:"Title of the mix."`
	DJName      string `json:"djName" doc:"Name of the DJ."`
	AudioURL    string `json:"audioUrl" doc:"The audioUrl of one of your uploads."`
	Description string `json:"description,omitempty" doc:"Text about the mix, such as its tracklist."`
	Genre       string `json:"genre,omitempty" doc:"Genre."`
	IsPublic    bool   `json:"isPublic,omitempty" doc:"Whether visitors see it."`
}

// publishMix makes a mix of one of the viewer's own uploads.
func (a *API) publishMix(ctx context.Context, in *edge.Body[publishForm]) (*edge.Body[things.MixJSON], error) {
	f, v := in.Body, edge.Viewer(ctx)
	m := music.NewMix()
	m.OwnerID, m.CreatedAt = v.AccountID, time.Now()
	m.Title, m.DJName, m.AudioURL, m.Description, m.Genre, m.IsPublic = f.Title, f.DJName, f.AudioURL, f.Description, f.Genre, f.IsPublic
	if err := a.Uploads.MeasurePublished(ctx, v, &m); err != nil {
		return nil, err
	}
	return edge.Encoded(&m, a.Store.CreateMix(ctx, &m), things.EncodeMix)
}

// withdrawMix deletes a mix of the viewer. The upload it came from stays among
// their tracks.
func (a *API) withdrawMix(ctx context.Context, in *edge.ItemPath) (*struct{}, error) {
	v := edge.Viewer(ctx)
	m, err := a.Store.Mix(ctx, v, in.ID)
	if err == nil && m.OwnerID != v.AccountID && !v.IsAdmin() {
		err = music.ErrNotFound
	}
	if err != nil {
		return nil, err
	}
	return nil, a.Store.DeleteMix(ctx, in.ID)
}
