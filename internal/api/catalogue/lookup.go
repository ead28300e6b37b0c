package catalogue

import (
	"bytes"
	"context"
	"net/http"
	"net/url"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"sonora/internal/edge"
	"sonora/internal/online"
	"sonora/internal/tagging"
)

// matchJSON is a possible match for a track in an online database. Its fields
// have the names of those of editTags.
type matchJSON struct {
	Source      string  `json:"source" doc:"The source of the match: MusicBrainz."`
	Score       float64 `json:"score" doc:"Similarity of title, artist and length, 0 to 1."`
	Title       string  `json:"title" doc:"Title of the recording."`
	Artist      string  `json:"artist" doc:"Artists of the recording."`
	Album       string  `json:"album" doc:"Title of the release; may be empty."`
	Year        *int    `json:"year" doc:"Year of the release; null if unknown."`
	RecordingID string  `json:"recordingId" doc:"MusicBrainz ID."`
	ReleaseID   *string `json:"releaseId" doc:"MusicBrainz ID; null for a recording without a release."`
	CoverURL    *string `json:"coverUrl" doc:"A small picture of the release's front cover, which may not exist; null while Cover Art Archive lookups are off."`
}

type matchesJSON struct {
	Matches []matchJSON `json:"matches" doc:"At most 10, best first."`
}

func (a *API) lookUp(ctx context.Context, in *edge.ItemPath) (*edge.Body[matchesJSON], error) {
	list, err := a.Online.Matches(ctx, edge.Viewer(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	covers := a.Online.HasCovers()
	return edge.Reply(matchesJSON{edge.EncodeAll(list, func(m *online.Match) matchJSON {
		out := matchJSON{
			Source: online.Source, Score: m.Score, Title: m.Title, Artist: m.Artist, Album: m.Album, Year: edge.OrNull(m.Year),
			RecordingID: m.RecordingID, ReleaseID: edge.OrNull(m.ReleaseID),
		}
		if covers && m.ReleaseID != "" {
			out.CoverURL = new("/api/tracks/" + url.PathEscape(in.ID) + "/lookup/cover?release=" + m.ReleaseID)
		}
		return out
	})})
}

// releaseParameter documents the release whose cover is requested.
func releaseParameter(o *edge.Route) {
	o.Parameters = append(o.Parameters, &huma.Param{
		Name: "release", In: "query", Required: true, Description: "MusicBrainz ID of a release.", Schema: &huma.Schema{Type: huma.TypeString},
	})
}

// foundCover serves a small picture of a release, so that browsers send no
// requests to the archive.
func (a *API) foundCover(w http.ResponseWriter, r *http.Request) error {
	picture, err := a.Online.Cover(r.Context(), edge.Viewer(r.Context()), r.PathValue("id"), r.URL.Query().Get("release"), true)
	if err != nil {
		return err
	}
	h := w.Header()
	h.Set("Content-Type", http.DetectContentType(picture))
	h.Set("Cache-Control", "private, max-age=3600")
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(picture))
	return nil
}

type foundCoverForm struct {
	ReleaseID string `json:"releaseId" doc:"MusicBrainz ID."`
}

type foundCoverInput struct {
	ID     string `path:"id" maxLength:"64" doc:"ID of the track."`
	Albums bool   `query:"albums" doc:"Apply to all tracks of the album that you may change."`
	Body   foundCoverForm
}

func (a *API) takeFoundCover(ctx context.Context, in *foundCoverInput) (*edge.Body[editedJSON], error) {
	picture, err := a.Online.Cover(ctx, edge.Viewer(ctx), in.ID, in.Body.ReleaseID, false)
	if err != nil {
		return nil, err
	}
	r, err := a.Tags.SetCover(ctx, edge.Viewer(ctx), in.ID, picture, in.Albums)
	return a.edited(ctx, in.ID, r, err)
}

func (a *API) takeFoundLyrics(ctx context.Context, in *edge.ItemPath) (*edge.Body[editedJSON], error) {
	text, err := a.Online.Lyrics(ctx, edge.Viewer(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	r, err := a.Tags.Change(ctx, edge.Viewer(ctx), in.ID, tagging.Edit{Lyrics: &text})
	return a.edited(ctx, in.ID, r, err)
}
