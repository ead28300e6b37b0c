package playlist

import (
	"context"

	"sonora/internal/api/things"
	"sonora/internal/edge"
	"sonora/internal/music"
)

type smartFieldJSON struct {
	Field     string          `json:"field" doc:"Name for rules."`
	Type      music.SmartType `json:"type" enum:"text,number,date,boolean,choice,playlist" doc:"Kind of value that a rule takes."`
	Operators []string        `json:"operators" doc:"Operators that rules can use with it."`
	Values    []string        `json:"values" doc:"For a choice."`
	IsSorted  bool            `json:"isSorted" doc:"Whether smart playlists can be sorted by it."`
}

func (a *API) smartFields(_ context.Context, in *edge.Part) (*edge.PageOf[smartFieldJSON], error) {
	return edge.PartOf(in, music.SmartFields, nil, func(f *music.SmartField) smartFieldJSON {
		return smartFieldJSON{Field: f.Name, Type: f.Type, Operators: f.Operators(), Values: append([]string{}, f.Values...), IsSorted: f.IsSorted}
	})
}

type smartPreviewInput struct {
	Body struct {
		Rules things.SmartRulesJSON `json:"rules" doc:"The rules to try."`
	}
}

type smartPreviewJSON struct {
	Total    int                `json:"total" doc:"Number of tracks that the rules find."`
	Duration float64            `json:"duration" doc:"Seconds of all tracks."`
	Tracks   []things.TrackJSON `json:"tracks" doc:"At most the first 50."`
}

// previewTracks is the number of tracks in a preview.
const previewTracks = 50

func (a *API) smartPreview(ctx context.Context, in *smartPreviewInput) (*edge.Body[smartPreviewJSON], error) {
	found, err := a.Playlists.Preview(ctx, edge.Viewer(ctx), in.Body.Rules.Decode(), previewTracks)
	if err != nil {
		return nil, err
	}
	tracks := edge.EncodeAll(found.Items, func(e *music.Entry) things.TrackJSON { return things.EncodeTrack(&e.Track) })
	return edge.Reply(smartPreviewJSON{Total: found.Total, Duration: found.Duration.Seconds(), Tracks: tracks})
}
