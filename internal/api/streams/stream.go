package streams

import (
	"context"
	"net/http"
	"time"

	"sonora/internal/api/things"
	"sonora/internal/edge"
	"sonora/internal/music"
	"sonora/internal/network"
	"sonora/internal/stream"
)

// stream serves the original file of a track, or converts it to the requested
// format.
func (a *API) stream(w http.ResponseWriter, r *http.Request) error {
	return a.SendTrack(w, r, edge.Viewer(r.Context()), r.PathValue("id"))
}

// SendTrack serves the audio of a track that the viewer may hear.
func (a *API) SendTrack(w http.ResponseWriter, r *http.Request, v music.Viewer, id string) error {
	return a.send(w, r, v, id, a.Streams.OpenTrack)
}

// SendOwn serves the audio of a track that the viewer published, whatever their plan
// includes.
func (a *API) SendOwn(w http.ResponseWriter, r *http.Request, v music.Viewer, id string) error {
	return a.send(w, r, v, id, func(ctx context.Context, v music.Viewer, id string, o stream.Options) (*stream.Source, error) {
		o.IsOwn = true
		return a.Streams.OpenTrack(ctx, v, id, o)
	})
}

// SendShared is SendTrack through a link of the viewer, which ends the response
// when permit returns NotFound.
func (a *API) SendShared(w http.ResponseWriter, r *http.Request, v music.Viewer, id string, permit func(context.Context) error) error {
	return a.send(w, r, v, id, func(ctx context.Context, v music.Viewer, id string, o stream.Options) (*stream.Source, error) {
		o.Permit = permit
		return a.Streams.OpenTrack(ctx, v, id, o)
	})
}

// SendUpload serves the audio of an upload, or of the track made from it.
func (a *API) SendUpload(w http.ResponseWriter, r *http.Request, v music.Viewer, id string) error {
	return a.send(w, r, v, id, a.Streams.OpenUpload)
}

// SendSharedUpload is SendUpload through a link of the viewer, which ends the
// response as soon as permit fails.
func (a *API) SendSharedUpload(w http.ResponseWriter, r *http.Request, v music.Viewer, id string, permit func(context.Context) error) error {
	return a.send(w, r, v, id, func(ctx context.Context, v music.Viewer, id string, o stream.Options) (*stream.Source, error) {
		o.Permit = permit
		return a.Streams.OpenUpload(ctx, v, id, o)
	})
}

type opener func(ctx context.Context, v music.Viewer, id string, o stream.Options) (*stream.Source, error)

func (a *API) send(w http.ResponseWriter, r *http.Request, v music.Viewer, id string, open opener) error {
	wanted, err := streamOptions(r)
	if err != nil {
		return err
	}
	if wanted.Convert {
		edge.SetDeadline(w, time.Time{}) // a conversion may take a while to begin
	}
	source, err := open(r.Context(), v, id, wanted)
	if err != nil {
		return err
	}
	return a.SendSource(w, r, source)
}

// SendSource serves audio and closes it.
func (a *API) SendSource(w http.ResponseWriter, r *http.Request, source *stream.Source) error {
	defer source.Close()
	return source.Serve(w, r, func() {
		a.edge.Refuse(w, r, http.StatusRequestedRangeNotSatisfiable, music.Say("The range is outside the file."))
	})
}

// streamOptions parses how a listener wants to receive a track.
func streamOptions(r *http.Request) (stream.Options, error) {
	q := r.URL.Query()
	o := stream.Options{
		Convert: q.Has("format"), Format: q.Get("format"), Gain: q.Get("gain"), Container: q.Get("container"),
		HeadersOnly: r.Method == http.MethodHead, Proxy: q.Get("proxy") == "1", IsDownload: q.Get("download") == "1", Network: network.Of(edge.ClientOf(r.Context())),
	}
	if !o.Convert {
		return o, nil
	}
	var err error
	o.Bitrate, o.Start, err = things.BitrateAndStart(q.Get("bitrate"), q.Get("start"))
	return o, err
}

type announceInput struct {
	ID   string `path:"id" doc:"ID of the track."`
	Body struct {
		Format    string `json:"format" doc:"opus, aac, mp3 or flac."`
		Bitrate   int    `json:"bitrate,omitempty" doc:"kbit/s: 96, 160 or 320; 160 if omitted. Not for FLAC."`
		Gain      string `json:"gain,omitempty" doc:"off, track or album: ReplayGain to apply."`
		Container string `json:"container,omitempty" doc:"fmp4 for fragments of MP4; AAC and FLAC only."`
	}
}

// announce prepares the conversion that a player will request next.
func (a *API) announce(ctx context.Context, in *announceInput) (*struct{}, error) {
	return nil, a.Streams.AnnounceTrack(ctx, edge.Viewer(ctx), in.ID, stream.Options{
		Convert: true, Format: in.Body.Format, Bitrate: in.Body.Bitrate, Gain: in.Body.Gain, Container: in.Body.Container, Network: network.Of(edge.ClientOf(ctx)),
	})
}

type formatJSON struct {
	Format    string `json:"format" doc:"Name for the parameter format."`
	Container string `json:"container" doc:"ogg, adts, mp3, flac or fmp4."`
	MIME      string `json:"mime" doc:"Media type of the stream, with its codec."`
	Bitrates  []int  `json:"bitrates" doc:"kbit/s; none for FLAC."`
}

type formatsJSON struct {
	FFmpeg  bool         `json:"ffmpeg" doc:"Whether this server converts music."`
	Formats []formatJSON `json:"formats" doc:"The formats, best first."`
}

// formats lists the formats that this server can convert music to.
func (a *API) formats(context.Context, *struct{}) (*edge.Body[formatsJSON], error) {
	out := formatsJSON{FFmpeg: a.Streams.Works(), Formats: []formatJSON{}}
	for _, form := range a.Streams.Forms() {
		f := formatJSON{Format: string(form.Format), Container: form.Container(), MIME: form.MIME(), Bitrates: []int{}}
		if form.Format != music.FLAC {
			f.Bitrates = stream.Bitrates
		}
		out.Formats = append(out.Formats, f)
	}
	return edge.Reply(out)
}
