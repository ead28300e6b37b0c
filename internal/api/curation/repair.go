package curation

import (
	"context"
	"mime"
	"net/http"
	"time"

	"sonora/internal/edge"
)

type repairProblemsInput struct {
	Body struct {
		IDs    []string `json:"ids" minItems:"1" maxItems:"1000" doc:"IDs of the problems."`
		Action string   `json:"action" enum:"examine,delete" doc:"examine: read the files again. delete: delete the files."`
	}
}

func (a *API) repairProblems(ctx context.Context, in *repairProblemsInput) (*edge.Body[edge.Bulk], error) {
	v := edge.Viewer(ctx)
	if in.Body.Action == "delete" {
		return a.edge.Each(ctx, in.Body.IDs, func(id string) (bool, error) { return true, a.Curation.RemoveBroken(ctx, v, id) })
	}
	broken, err := a.Curation.Examine(ctx, v, in.Body.IDs)
	if err != nil {
		return nil, err
	}
	return a.edge.Each(ctx, in.Body.IDs, func(id string) (bool, error) { return !broken[id], nil })
}

// problemFile sends a broken file as it is.
func (a *API) problemFile(w http.ResponseWriter, r *http.Request) error {
	o, name, err := a.Curation.OpenBroken(r.Context(), edge.Viewer(r.Context()), r.PathValue("id"))
	if err != nil {
		return err
	}
	defer o.Close()
	h := w.Header()
	h.Set("Content-Type", "application/octet-stream")
	h.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": name}))
	h.Set("Cache-Control", "private, no-store")
	edge.SetDeadline(w, time.Time{}) // it may be large
	http.ServeContent(w, r, "", o.ModTime, o.ReadSeekCloser)
	return nil
}

type repairMissingInput struct {
	Body struct {
		IDs    []string `json:"ids" minItems:"1" maxItems:"1000" doc:"IDs of the tracks."`
		Action string   `json:"action" enum:"look,purge" doc:"look: look for the files where they were. purge: delete the tracks with their likes, plays and places in playlists."`
	}
}

func (a *API) repairMissing(ctx context.Context, in *repairMissingInput) (*edge.Body[edge.Bulk], error) {
	v := edge.Viewer(ctx)
	if in.Body.Action == "purge" {
		return a.edge.Each(ctx, in.Body.IDs, func(id string) (bool, error) { return true, a.Curation.PurgeOne(ctx, v, id) })
	}
	missing, err := a.Curation.LookAgain(ctx, v, in.Body.IDs)
	if err != nil {
		return nil, err
	}
	return a.edge.Each(ctx, in.Body.IDs, func(id string) (bool, error) { return !missing[id], nil })
}

type successorsJSON struct {
	Tracks []trackCopyJSON `json:"tracks" nullable:"false" doc:"The files that it may be, best first."`
}

func (a *API) successors(ctx context.Context, in *edge.ItemPath) (*edge.Body[successorsJSON], error) {
	copies, err := a.Curation.Successors(ctx, edge.Viewer(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	return edge.Reply(successorsJSON{edge.EncodeAll(copies, encodeCopy)})
}
