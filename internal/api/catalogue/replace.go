package catalogue

import (
	"context"

	"sonora/internal/edge"
	"sonora/internal/tagging"
)

type replaceForm struct {
	IDs       []string `json:"ids" doc:"1 to 500 track IDs."`
	Field     string   `json:"field" enum:"title,album,artist,albumArtist,genre,composer" doc:"The tag to search. Of several artists, album artists, genres or composers, each is searched by itself."`
	Find      string   `json:"find" doc:"The text to look for."`
	With      string   `json:"with" doc:"What to put in its place; an empty text removes it. Semicolons separate several artists, album artists, genres or composers."`
	IsWhole   bool     `json:"isWhole,omitempty" doc:"Whether to replace only values that are this text, and not those that contain it."`
	MatchCase bool     `json:"matchCase,omitempty" doc:"Whether capital letters have to be the same."`
}

func (f *replaceForm) replacement() tagging.Replacement {
	return tagging.Replacement{Field: tagging.Field(f.Field), Find: f.Find, With: f.With, IsWhole: f.IsWhole, IsExact: f.MatchCase}
}

func (a *API) replaceInTags(ctx context.Context, in *edge.Body[replaceForm]) (*edge.Body[tagEditJSON], error) {
	r, err := a.Tags.Replace(ctx, edge.Viewer(ctx), in.Body.IDs, in.Body.replacement())
	if err != nil {
		return nil, err
	}
	return edge.Reply(tagEditJSON{encodeTagResult(ctx, &r)})
}

type replacementsJSON struct {
	Changes []replacedJSON   `json:"changes" doc:"The tracks that would change. All others stay as they are."`
	Failed  []tagFailureJSON `json:"failed" doc:"Tracks that cannot be changed, and why."`
}

type replacedJSON struct {
	ID     string `json:"id" doc:"ID of the track."`
	Title  string `json:"title" doc:"Present title of the track."`
	Before string `json:"before" doc:"The tag now; semicolons separate several values."`
	After  string `json:"after" doc:"The tag afterwards; empty if it would be removed."`
}

func (a *API) previewReplaceInTags(ctx context.Context, in *edge.Body[replaceForm]) (*edge.Body[replacementsJSON], error) {
	p, err := a.Tags.PreviewReplacement(ctx, edge.Viewer(ctx), in.Body.IDs, in.Body.replacement())
	if err != nil {
		return nil, err
	}
	return edge.Reply(replacementsJSON{
		Changes: edge.EncodeAll(p.Changes, func(r *tagging.Replaced) replacedJSON { return replacedJSON(*r) }),
		Failed:  encodeReasons(ctx, p.Failed),
	})
}
