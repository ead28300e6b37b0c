package person

import (
	"context"
	"mime"
	"net/http"
	"time"

	"sonora/internal/edge"
	"sonora/internal/music"
	"sonora/internal/profile"
)

// exportJSON is a copy of what the server holds about a person.
type exportJSON struct {
	ID        string          `json:"id" doc:"ID of the copy."`
	State     string          `json:"state" enum:"waiting,running,done,failed" doc:"Whether it waits, is being made, can be downloaded or failed."`
	Progress  float64         `json:"progress" doc:"0 to 1."`
	Size      *int64          `json:"size" doc:"Bytes."`
	CreatedAt edge.Time       `json:"createdAt" doc:"When it was requested."`
	ReadyAt   edge.TimeOrNull `json:"readyAt" doc:"When it was complete; null before that."`
	ExpiresAt edge.TimeOrNull `json:"expiresAt" doc:"When the server deletes it; null before it is complete."`
}

func encodeExport(e *profile.Export) exportJSON {
	return exportJSON{
		ID: e.ID, State: string(e.State), Progress: e.Progress, Size: edge.OrNull(e.Size), CreatedAt: edge.Time(e.CreatedAt),
		ReadyAt: edge.TimeOrNull(e.ReadyAt), ExpiresAt: edge.TimeOrNull(e.ExpiresAt),
	}
}

func (a *API) startExport(ctx context.Context, _ *struct{}) (*edge.Body[exportJSON], error) {
	e, err := a.Profile.StartExport(ctx, edge.Viewer(ctx))
	if err != nil {
		return nil, err
	}
	return edge.Reply(encodeExport(e))
}

func (a *API) exports(ctx context.Context, in *edge.Part) (*edge.PageOf[exportJSON], error) {
	list, err := a.Profile.Exports(ctx, edge.Viewer(ctx))
	return edge.PartOf(in, list, err, encodeExport)
}

// exportFile serves a finished export to the person it is about.
func (a *API) exportFile(w http.ResponseWriter, r *http.Request) error {
	file, export, err := a.Profile.OpenExport(r.Context(), edge.Viewer(r.Context()), r.PathValue("id"))
	if err != nil {
		return err
	}
	defer file.Close()
	name := music.ProductSlug + "-" + export.ReadyAt.UTC().Format(time.DateOnly) + ".zip"
	h := w.Header()
	h.Set("Content-Type", "application/zip")
	h.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": name}))
	h.Set("Cache-Control", "private, no-store")
	edge.SetDeadline(w, time.Time{}) // it may be large
	http.ServeContent(w, r, "", export.ReadyAt, file)
	return nil
}

type deleteInput struct {
	Body struct {
		Password string `json:"password,omitempty" doc:"May be omitted if the account has none and you signed in a moment ago."`
	}
}

type deletionJSON struct {
	DeleteAt edge.Time `json:"deleteAt" doc:"When the account will be deleted. Until then you can cancel."`
}

// deleteAccount schedules the deletion of the account after the grace period.
func (a *API) deleteAccount(ctx context.Context, in *deleteInput) (*edge.Body[deletionJSON], error) {
	if _, err := a.Auth.Confirm(ctx, edge.Viewer(ctx), in.Body.Password); err != nil {
		return nil, err
	}
	at, err := a.Profile.Delete(ctx, edge.Viewer(ctx))
	if err != nil {
		return nil, err
	}
	return edge.Reply(deletionJSON{edge.Time(at)})
}

func (a *API) keepAccount(ctx context.Context, _ *struct{}) (*struct{}, error) {
	return nil, a.Profile.Keep(ctx, edge.Viewer(ctx))
}
