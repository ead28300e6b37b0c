package api

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"sonora/internal/edge"
	"sonora/internal/music"
	"sonora/internal/stream"
)

// stream serves the original bytes of a track, or converts them to a format
// that is named.
func (a *API) stream(w http.ResponseWriter, r *http.Request) error {
	return a.sendTrack(w, r, edge.Viewer(r.Context()), r.PathValue("id"))
}

// sendTrack serves the sound of a track as a viewer may hear it.
func (a *API) sendTrack(w http.ResponseWriter, r *http.Request, v music.Viewer, id string) error {
	wanted, err := streamOptions(r)
	if err != nil {
		return err
	}
	if wanted.Convert {
		edge.SetDeadline(w, time.Time{}) // a conversion may take a while to begin
	}
	source, err := a.streams.OpenTrack(r.Context(), v, id, wanted)
	if err != nil {
		return err
	}
	return a.sendSource(w, r, source)
}

// sendSource serves sound and closes it.
func (a *API) sendSource(w http.ResponseWriter, r *http.Request, source *stream.Source) error {
	defer source.Close()
	return source.Serve(w, r, func() {
		a.edge.Refuse(w, r, http.StatusRequestedRangeNotSatisfiable, "The range is outside the file.")
	})
}

// streamOptions reads how a listener wants a track.
func streamOptions(r *http.Request) (stream.Options, error) {
	q := r.URL.Query()
	o := stream.Options{
		Convert: q.Has("format"), Format: q.Get("format"), Gain: q.Get("gain"), Container: q.Get("container"),
		HeadersOnly: r.Method == http.MethodHead, Proxy: q.Get("proxy") == "1", Network: edge.Network(edge.ClientOf(r.Context())),
	}
	if !o.Convert {
		return o, nil
	}
	var err error
	o.Bitrate, o.Start, err = bitrateAndStart(q.Get("bitrate"), q.Get("start"))
	return o, err
}

func bitrateAndStart(bitrate, start string) (kbits int, from time.Duration, err error) {
	wrong := music.FieldErrors{}
	if bitrate != "" {
		if kbits, err = strconv.Atoi(bitrate); err != nil || kbits <= 0 {
			wrong.Add("bitrate", "Choose 96, 160 or 320.")
		}
	}
	if start != "" {
		seconds, err := strconv.ParseFloat(start, 64)
		if err != nil || !(seconds >= 0 && seconds < 1e7) {
			wrong.Add("start", "Enter the number of seconds to begin at.")
		}
		from = time.Duration(seconds * float64(time.Second))
	}
	return kbits, from, wrong.Err("bitrate", "start")
}

type announceInput struct {
	ID   string `path:"id"`
	Body struct {
		Format    string `json:"format" doc:"opus, aac, mp3 or flac."`
		Bitrate   int    `json:"bitrate,omitempty" doc:"kbit/s: 96, 160 or 320; 160 when left out. Not for FLAC."`
		Gain      string `json:"gain,omitempty" doc:"off, track or album: how loud, by ReplayGain."`
		Container string `json:"container,omitempty" doc:"fmp4 for fragments of MP4; AAC and FLAC only."`
	}
}

// announce prepares what a player will ask for next.
func (a *API) announce(ctx context.Context, in *announceInput) (*struct{}, error) {
	return nil, a.streams.AnnounceTrack(ctx, edge.Viewer(ctx), in.ID, stream.Options{
		Convert: true, Format: in.Body.Format, Bitrate: in.Body.Bitrate, Gain: in.Body.Gain, Container: in.Body.Container, Network: edge.Network(edge.ClientOf(ctx)),
	})
}

type formatJSON struct {
	Format    string `json:"format"`
	Container string `json:"container" doc:"ogg, adts, mp3, flac or fmp4."`
	MIME      string `json:"mime"`
	Bitrates  []int  `json:"bitrates" doc:"kbit/s; none for FLAC."`
}

type formatsJSON struct {
	FFmpeg  bool         `json:"ffmpeg" doc:"Whether this server converts music."`
	Formats []formatJSON `json:"formats"`
}

// formats lists what music can be converted to here.
func (a *API) formats(context.Context, *struct{}) (*edge.Body[formatsJSON], error) {
	out := formatsJSON{FFmpeg: a.streams.Works(), Formats: []formatJSON{}}
	for _, form := range a.streams.Forms() {
		f := formatJSON{Format: string(form.Format), Container: form.Container(), MIME: form.MIME(), Bitrates: []int{}}
		if form.Format != music.FLAC {
			f.Bitrates = stream.Bitrates
		}
		out.Formats = append(out.Formats, f)
	}
	return edge.Reply(out)
}

// convertParameters document the query of a stream.
func convertParameters(o *edge.Route) {
	for _, p := range []struct{ name, says, kind string }{
		{"format", "Convert to opus, aac, mp3 or flac; the original bytes when left out.", huma.TypeString},
		{"bitrate", "kbit/s: 96, 160 or 320; 160 when left out.", huma.TypeInteger},
		{"start", "Seconds to begin at; converted music only.", huma.TypeNumber},
		{"gain", "off, track or album: change the loudness by ReplayGain.", huma.TypeString},
		{"container", "fmp4 for fragments of MP4; AAC and FLAC only.", huma.TypeString},
	} {
		o.Parameters = append(o.Parameters, &huma.Param{Name: p.name, In: "query", Description: p.says, Schema: &huma.Schema{Type: p.kind}})
	}
}

// bucketAnswers describes what streams of originals in a bucket add.
func bucketAnswers(o *edge.Route) {
	o.Parameters = append(o.Parameters, &huma.Param{
		Name: "proxy", In: "query", Description: "1 sends the bytes of an original through this server also when they are in a bucket.",
		Schema: &huma.Schema{Type: huma.TypeString, Enum: []any{"1"}},
	})
	o.Responses["302"] = &huma.Response{Description: "The original is in a bucket, at this address for the next minutes."}
}
