package mix

import (
	"context"

	"sonora/internal/api/things"
	"sonora/internal/djmix"
	"sonora/internal/edge"
	"sonora/internal/music"
	"sonora/internal/upload"
)

// publishForm is a mix that somebody recorded and uploaded.
type publishForm struct {
	Title       string   `json:"title" doc:"Title of the mix."`
	DJName      string   `json:"djName" doc:"Name of the DJ."`
	AudioURL    string   `json:"audioUrl" doc:"The audioUrl of one of your uploads."`
	Description string   `json:"description,omitempty" doc:"Text about the mix, such as its tracklist."`
	Genre       string   `json:"genre,omitempty" doc:"Genre."`
	Tags        []string `json:"tags,omitempty" nullable:"false" doc:"Free tags."`
	IsPublic    bool     `json:"isPublic,omitempty" doc:"Whether visitors see it."`
	EarlyDays   int      `json:"earlyDays,omitempty" minimum:"0" maximum:"30" doc:"For how many days from now only people whose plan includes early access can play it; 0 for none."`
	From        float64  `json:"from,omitempty" doc:"Seconds to cut off the beginning. Only Ogg Opus files, such as recordings of the DJ desk, can be cut; nothing is encoded again."`
	To          float64  `json:"to,omitempty" doc:"Seconds of the whole upload at which the mix ends; 0 for its end."`
}

// publishMix makes a mix of one of the viewer's own uploads.
func (a *API) publishMix(ctx context.Context, in *edge.Body[publishForm]) (*edge.Body[things.MixJSON], error) {
	f := &in.Body
	part := upload.Part{From: duration(f.From), To: duration(f.To)}
	m, err := a.Uploads.PublishMix(ctx, edge.Viewer(ctx), part, func(m *music.Mix) {
		m.Title, m.DJName, m.AudioURL, m.Description, m.Genre, m.IsPublic = f.Title, f.DJName, f.AudioURL, f.Description, f.Genre, f.IsPublic
		m.Tags = append(m.Tags, f.Tags...)
		djmix.GiveEarlyAccess(m, f.EarlyDays, m.CreatedAt)
	})
	return edge.Encoded(m, err, things.EncodeMix(ctx))
}

func (a *API) withdrawMix(ctx context.Context, in *edge.ItemPath) (*struct{}, error) {
	return nil, a.Mixes.Withdraw(ctx, edge.Viewer(ctx), in.ID)
}
