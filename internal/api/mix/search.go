package mix

import (
	"cmp"
	"context"

	"sonora/internal/edge"
	"sonora/internal/edge/scalar"
	"sonora/internal/mix"
)

// mixSearchJSON is how far the search for the tracks of a mix is.
type mixSearchJSON struct {
	State    string               `json:"state" enum:"none,waiting,running,done,failed" doc:"none if you have not asked for it, or stopped it."`
	Progress scalar.Hundredths    `json:"progress" doc:"0 to 1."`
	Tracks   []suggestedTrackJSON `json:"tracks" nullable:"false" doc:"The tracks that were found, in the order of the mix; none unless done."`
}

type suggestedTrackJSON struct {
	Seconds    float64           `json:"seconds" doc:"Seconds from the beginning of the mix."`
	Artist     string            `json:"artist" doc:"Artist of the track; may be empty."`
	Title      string            `json:"title" doc:"Title of the track."`
	TrackID    string            `json:"trackId" doc:"ID of the track."`
	Confidence scalar.Hundredths `json:"confidence" doc:"0 to 1: how alike the sounds are. Above 0.5 there is hardly a doubt."`
}

func encodeSearch(s *mix.Search) mixSearchJSON {
	out := mixSearchJSON{State: cmp.Or(string(s.State), "none"), Progress: scalar.InHundredths(s.Progress), Tracks: []suggestedTrackJSON{}}
	for _, t := range s.Tracks {
		out.Tracks = append(out.Tracks, suggestedTrackJSON{t.Seconds, t.Artist, t.Title, t.TrackID, scalar.InHundredths(t.Confidence)})
	}
	return out
}

func (a *API) mixSearch(ctx context.Context, in *edge.ItemPath) (*edge.Body[mixSearchJSON], error) {
	s, err := a.Searches.Of(ctx, edge.Viewer(ctx), in.ID)
	return edge.Encoded(s, err, encodeSearch)
}

func (a *API) searchMix(ctx context.Context, in *edge.ItemPath) (*edge.Body[mixSearchJSON], error) {
	s, err := a.Searches.Start(ctx, edge.Viewer(ctx), in.ID)
	return edge.Encoded(s, err, encodeSearch)
}

func (a *API) stopMixSearch(ctx context.Context, in *edge.ItemPath) (*struct{}, error) {
	return nil, a.Searches.Stop(ctx, edge.Viewer(ctx), in.ID)
}
