package streams

import (
	"context"
	"net/http"
	"net/url"
	"time"

	"sonora/internal/edge"
	"sonora/internal/edge/scalar"
	"sonora/internal/music"
	"sonora/internal/stems"
	"sonora/internal/stream"
)

type stemJSON struct {
	ID    string `json:"id" doc:"drums or melody; for a stem file, the number of the stem from 1."`
	Name  string `json:"name" doc:"Name from the stem file; empty for a split."`
	Color string `json:"color" doc:"Colour from the stem file as #RRGGBB; empty if unknown."`
	URL   string `json:"url" doc:"Path of the sound."`
}

type stemsJSON struct {
	Kind     string            `json:"kind" enum:"studio,split" doc:"studio for the stems of a stem file; split for drums and melody, which the server separates."`
	State    string            `json:"state" enum:"none,waiting,running,ready,failed" doc:"How far the split is; a stem file is always ready."`
	Progress scalar.Hundredths `json:"progress" doc:"0 to 1."`
	Gain     scalar.Hundredths `json:"gain" doc:"dB that bring the sum of the stems to the level of the track."`
	Stems    []stemJSON        `json:"stems" doc:"The stems; none unless ready. All have the same length."`
}

func encodeStems(trackID string, set *stems.Set) stemsJSON {
	out := stemsJSON{
		Kind: string(set.Kind), State: string(set.State), Progress: scalar.InHundredths(set.Progress), Gain: scalar.InHundredths(set.Gain), Stems: []stemJSON{},
	}
	for _, s := range set.Stems {
		out.Stems = append(out.Stems, stemJSON{s.ID, s.Name, s.Color, "/api/tracks/" + url.PathEscape(trackID) + "/stems/" + s.ID})
	}
	return out
}

// trackStems returns the stems of a track.
func (a *API) trackStems(ctx context.Context, in *edge.ItemPath) (*edge.Body[stemsJSON], error) {
	set, err := a.Stems.Of(ctx, edge.Viewer(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	return edge.Reply(encodeStems(in.ID, set))
}

// splitTrack starts to split a track into drums and melody.
func (a *API) splitTrack(ctx context.Context, in *edge.ItemPath) (*edge.Body[stemsJSON], error) {
	set, err := a.Stems.Split(ctx, edge.Viewer(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	return edge.Reply(encodeStems(in.ID, set))
}

// stem serves the sound of one stem.
func (a *API) stem(w http.ResponseWriter, r *http.Request) error {
	v, id, part := edge.Viewer(r.Context()), r.PathValue("id"), r.PathValue("stem")
	if part == stems.Drums || part == stems.Melody {
		return a.splitPart(w, r, v, id, part)
	}
	n, err := a.Stems.StudioStem(r.Context(), v, id, part)
	if err != nil {
		return err
	}
	wanted, err := streamOptions(r)
	if err != nil {
		return err
	}
	if !wanted.Convert {
		wanted.Convert, wanted.Format = true, string(music.FLAC)
	}
	wanted.Stem = n
	edge.SetDeadline(w, time.Time{}) // a conversion may take a while to begin
	source, err := a.Streams.OpenTrack(r.Context(), v, id, wanted)
	if err != nil {
		return err
	}
	return a.SendSource(w, r, source)
}

func (a *API) splitPart(w http.ResponseWriter, r *http.Request, v music.Viewer, id, part string) error {
	sound, err := a.Stems.Open(r.Context(), v, id, part)
	if err != nil {
		return err
	}
	return a.SendSource(w, r, a.Streams.Guard(r.Context(), v, id, stream.NewSource(music.FLAC, sound.ETag, sound.Info.Size, sound.ReadSeekCloser)))
}
