package podcast

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"sonora/internal/api/things"
	"sonora/internal/edge"
	"sonora/internal/feed"
	"sonora/internal/music"
	"sonora/internal/podcast"
	"sonora/internal/stream"
)

// managed adds the fields that only people who manage the podcast see.
func managed(encode func(*feed.Episode) things.EpisodeJSON) func(*feed.Episode) things.EpisodeJSON {
	return func(e *feed.Episode) things.EpisodeJSON {
		out := encode(e)
		out.TrackID, out.MixID, out.Plays = edge.OrNull(e.TrackID), edge.OrNull(e.MixID), e.Plays
		return out
	}
}

type podcastEpisodesInput struct {
	edge.Paging
	ID     string `path:"id" maxLength:"64" doc:"ID of the podcast."`
	Search string `query:"search" maxLength:"200" doc:"Words in the title or description."`
}

// podcastEpisodes lists a podcast's episodes, latest first. People who manage the
// podcast also see unpublished ones.
func (a *API) podcastEpisodes(ctx context.Context, in *podcastEpisodesInput) (*edge.PageOf[things.EpisodeJSON], error) {
	page, err := in.Page()
	if err != nil {
		return nil, err
	}
	v := edge.Viewer(ctx)
	p, err := a.Store.Podcast(ctx, v, in.ID, time.Now())
	if err != nil {
		return nil, err
	}
	mine := p.MayChange(v)
	list, err := a.Store.Episodes(ctx, v, feed.EpisodeFilter{PodcastID: in.ID, Search: in.Search, Drafts: mine}, page, time.Now())
	if err != nil {
		return nil, err
	}
	if mine {
		return edge.Answer(&in.Paging, list, managed(things.ListedEpisode)), nil
	}
	return edge.Answer(&in.Paging, list, things.ListedEpisode), nil
}

type episodesInput struct {
	edge.Paging
	Show string `query:"show" enum:"unfinished,new" default:"unfinished" doc:"unfinished: episodes you started, latest heard first. new: unheard episodes of your subscriptions, latest first."`
}

func (a *API) listEpisodes(ctx context.Context, in *episodesInput) (*edge.PageOf[things.EpisodeJSON], error) {
	page, err := in.Page()
	if err != nil {
		return nil, err
	}
	filter := feed.EpisodeFilter{Unfinished: in.Show == "unfinished", New: in.Show == "new"}
	list, err := a.Store.Episodes(ctx, edge.Viewer(ctx), filter, page, time.Now())
	if err != nil {
		return nil, err
	}
	return edge.Answer(&in.Paging, list, things.ListedEpisode), nil
}

func (a *API) episode(ctx context.Context, in *edge.ItemPath) (*edge.Body[things.EpisodeJSON], error) {
	e, err := a.Store.Episode(ctx, edge.Viewer(ctx), in.ID, time.Now())
	return edge.Encoded(e, err, a.episodeFor(ctx))
}

// episodeFor returns a function that encodes an episode as the viewer may see
// it.
func (a *API) episodeFor(ctx context.Context) func(*feed.Episode) things.EpisodeJSON {
	return func(e *feed.Episode) things.EpisodeJSON {
		v := edge.Viewer(ctx)
		p, err := a.Store.Podcast(ctx, v, e.PodcastID, time.Now())
		if err != nil || !p.MayChange(v) {
			return things.EncodeEpisode(e)
		}
		out := managed(things.EncodeEpisode)(e)
		for _, t := range e.Transcripts {
			out.Transcript = t.Text
		}
		return out
	}
}

type chapterJSON struct {
	Start float64  `json:"start" doc:"Seconds."`
	End   *float64 `json:"end" required:"false" doc:"Seconds; null if unknown."`
	Title string   `json:"title" maxLength:"300" doc:"Title of the chapter."`
	URL   string   `json:"url" required:"false" maxLength:"1000" doc:"Page about the chapter; may be empty."`
}

func (a *API) episodeChapters(ctx context.Context, in *edge.ItemPart) (*edge.PageOf[chapterJSON], error) {
	list, err := a.Podcasts.Chapters(ctx, edge.Viewer(ctx), in.ID)
	return edge.PartOf(&in.Part, list, err, func(c *feed.Chapter) chapterJSON { return chapterJSON{c.Start, edge.OrNull(c.End), c.Title, c.URL} })
}

type transcriptLineJSON struct {
	Start   float64  `json:"start" doc:"Seconds; 0 for every line of a transcript without times."`
	End     *float64 `json:"end" doc:"Seconds; null if unknown."`
	Speaker string   `json:"speaker" doc:"Who speaks; may be empty."`
	Text    string   `json:"text" doc:"What is said."`
}

func (a *API) episodeTranscript(ctx context.Context, in *edge.ItemPart) (*edge.PageOf[transcriptLineJSON], error) {
	list, err := a.Podcasts.Transcript(ctx, edge.Viewer(ctx), in.ID)
	return edge.PartOf(&in.Part, list, err, func(l *feed.TranscriptLine) transcriptLineJSON {
		return transcriptLineJSON{l.Start, edge.OrNull(l.End), l.Speaker, l.Text}
	})
}

type progressInput struct {
	ID   string `path:"id" maxLength:"64" doc:"ID of the episode."`
	Body struct {
		Position float64    `json:"position" minimum:"0" maximum:"1000000" doc:"Seconds."`
		Done     bool       `json:"done,omitempty" doc:"Whether you have finished it."`
		At       *time.Time `json:"at,omitempty" doc:"Time of the report by the player's clock; now if omitted. The latest report counts."`
	}
}

func (a *API) saveProgress(ctx context.Context, in *progressInput) (*edge.Body[edge.Detail], error) {
	p := feed.EpisodeProgress{EpisodeID: in.ID, Position: in.Body.Position, Done: in.Body.Done}
	if in.Body.At != nil {
		p.At = in.Body.At.UTC()
	}
	if err := a.Podcasts.Progress(ctx, edge.Viewer(ctx), p); err != nil {
		return nil, err
	}
	return edge.Say("The progress is saved.")
}

// streamEpisode serves the audio of an episode: published here, copied to this
// server, or relayed from its own server. With format and start it begins at a
// given second even if that server does not support ranges.
func (a *API) streamEpisode(w http.ResponseWriter, r *http.Request) error {
	v := edge.Viewer(r.Context())
	q := r.URL.Query()
	_, start, err := things.BitrateAndStart(q.Get("bitrate"), q.Get("start"))
	if err != nil {
		return err
	}
	e, err := a.Store.Episode(r.Context(), v, r.PathValue("id"), time.Now())
	if err != nil {
		return err
	}
	w = a.meter(w, r, e)
	if q.Get("format") != "mp3" {
		return a.soundOf(w, r, e)
	}
	return a.soundOf(podcast.NewCut(w, start), whole(r), e)
}

// SendEpisode serves the sound of an episode to a viewer of another edge.
func (a *API) SendEpisode(w http.ResponseWriter, r *http.Request, v music.Viewer, id string) error {
	e, err := a.Store.Episode(r.Context(), v, id, time.Now())
	if err != nil {
		return err
	}
	r = edge.As(r, v, id)
	return a.soundOf(a.meter(w, r, e), r, e)
}

// meter counts how much of an episode the listener receives.
func (a *API) meter(w http.ResponseWriter, r *http.Request, e *feed.Episode) http.ResponseWriter {
	if r.Method != http.MethodGet {
		return w
	}
	return a.Podcasts.Meter(r.Context(), w, e, podcast.Listener{AccountID: edge.Viewer(r.Context()).AccountID, Address: edge.ClientOf(r.Context()), UserAgent: r.UserAgent()})
}

// startParameters documents the parameters for starting at a given second.
func startParameters(o *edge.Route) {
	things.ConvertParameters(o)
	o.Parameters = slices.DeleteFunc(o.Parameters, func(p *huma.Param) bool { return p.In == "query" && p.Name != "format" && p.Name != "start" })
}

// whole returns the request without its range.
func whole(r *http.Request) *http.Request {
	r = r.Clone(r.Context())
	for _, name := range []string{"Range", "If-Range", "If-None-Match", "If-Modified-Since"} {
		r.Header.Del(name)
	}
	return r
}

type episodeSoundJSON struct {
	Jumps podcast.Jumps `json:"jumps"`
}

// jumpsAnswer documents the response of episodeSound.
func jumpsAnswer(o *edge.Route) {
	o.Responses["200"].Content["application/json"].Schema = &huma.Schema{
		Type: huma.TypeObject, Required: []string{"jumps"},
		Properties: map[string]*huma.Schema{"jumps": {Type: huma.TypeString, Enum: []any{podcast.JumpByParts, podcast.JumpByStart, podcast.JumpNone}, Description: "How to seek: parts: with range requests; start: by adding format=mp3&start=SECONDS to the URL; none: not possible."}},
	}
}

// soundHead is how many bytes of the audio are inspected. The file may begin
// with a cover.
const soundHead = 512 << 10

// episodeSound returns how players can seek in an episode.
func (a *API) episodeSound(w http.ResponseWriter, r *http.Request) error {
	e, err := a.Store.Episode(r.Context(), edge.Viewer(r.Context()), r.PathValue("id"), time.Now())
	if err != nil {
		return err
	}
	part := whole(r)
	part.Header.Set("Range", "bytes=0-"+strconv.Itoa(soundHead-1))
	head := podcast.NewHead(soundHead)
	if err := a.soundOf(head, part, e); err != nil {
		return err
	}
	text, err := json.Marshal(episodeSoundJSON{podcast.JumpsOf(head)})
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "private, max-age=3600")
	return a.sendText(w, r, text)
}

func (a *API) soundOf(w http.ResponseWriter, r *http.Request, e *feed.Episode) error {
	if e.AudioURL == "" {
		return a.ownSound(w, r, e)
	}
	kept, err := a.Podcasts.Kept(r.Context(), e)
	switch {
	case err == nil:
		defer kept.Close()
		return a.SendSource(w, r, &stream.Source{
			ContentType: podcast.KeptType(e), ETag: `"kept-` + e.ID + `"`, Size: kept.Size, ModTime: kept.ModTime, Content: kept.ReadSeekCloser,
		})
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	return a.relayEpisode(w, r, e)
}

// relayEpisode relays the audio from the episode's own server. Pages of this
// server may not play media from elsewhere, and the other server does not learn
// who listens.
func (a *API) relayEpisode(w http.ResponseWriter, r *http.Request, e *feed.Episode) error {
	sound, err := a.Podcasts.Open(r.Context(), e, r.Header.Get("Range"))
	if err != nil {
		return err
	}
	defer sound.Body.Close()
	sound.Headers(w.Header())
	edge.SetDeadline(w, time.Time{})
	w.WriteHeader(sound.Status)
	if r.Method != http.MethodHead && sound.Status != http.StatusRequestedRangeNotSatisfiable {
		_, _ = io.Copy(w, sound.Body) // the listener left, or the source broke off and the player requests the rest
	}
	return nil
}

// ownSound serves the audio of an episode published here.
func (a *API) ownSound(w http.ResponseWriter, r *http.Request, e *feed.Episode) error {
	own, err := a.Podcasts.OwnSound(r.Context(), edge.Viewer(r.Context()), e)
	if err != nil {
		return err
	}
	r.URL.RawQuery = "" // its parameters are not meant for the track
	switch {
	case own.TrackID != "":
		return a.SendOwn(w, r, own.Publisher, own.TrackID)
	case own.Path != "":
		inner := edge.As(r, own.Publisher, "")
		to := *r.URL
		to.Path, to.RawPath = own.Path, ""
		inner.URL = &to
		a.edge.Dispatch(w, inner)
		return nil
	}
	return a.relayEpisode(w, r, own.Remote)
}
