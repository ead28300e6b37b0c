package api

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"sonora/internal/music"
	"sonora/internal/stream"
)

// wish is how a listener wants a track.
type wish struct {
	Format    string `json:"format" doc:"opus, aac, mp3 or flac."`
	Bitrate   int    `json:"bitrate,omitempty" doc:"kbit/s: 96, 160 or 320; 160 when left out. Not for FLAC."`
	Gain      string `json:"gain,omitempty" doc:"off, track or album: how loud, by ReplayGain."`
	Container string `json:"container,omitempty" doc:"fmp4 for fragments of MP4; AAC and FLAC only."`
	start     time.Duration
}

// form checks a wish.
func (w wish) form(deep bool) (stream.Form, error) {
	wrong := music.FieldErrors{}
	f := stream.Form{Format: music.AudioFormat(w.Format), Bitrate: w.Bitrate, Fragmented: w.Container != ""}
	if !slices.Contains(stream.Formats, f.Format) {
		wrong.Add("format", "Choose opus, aac, mp3 or flac.")
	}
	if f.Bitrate == 0 {
		f.Bitrate = stream.UsualBitrate
	}
	if !slices.Contains(stream.Bitrates, f.Bitrate) {
		wrong.Add("bitrate", "Choose 96, 160 or 320.")
	}
	if f.Format == music.FLAC {
		f.Bitrate, f.Deep = 0, deep
	}
	if w.Container != "" && (w.Container != "fmp4" || !stream.CanFragment(f.Format)) {
		wrong.Add("container", "Only AAC and FLAC come in another container, which is fmp4.")
	}
	switch stream.GainMode(w.Gain) {
	case "", stream.NoGain, stream.TrackGain, stream.AlbumGain:
	default:
		wrong.Add("gain", "Choose off, track or album.")
	}
	return f, wrong.Err("format", "bitrate", "container", "gain")
}

// wishOf reads a wish from a query.
func wishOf(r *http.Request) (wish, error) {
	q := r.URL.Query()
	wanted := wish{Format: q.Get("format"), Gain: q.Get("gain"), Container: q.Get("container")}
	wrong := music.FieldErrors{}
	if text := q.Get("bitrate"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil || n <= 0 {
			wrong.Add("bitrate", "Choose 96, 160 or 320.")
		}
		wanted.Bitrate = n
	}
	if text := q.Get("start"); text != "" {
		seconds, err := strconv.ParseFloat(text, 64)
		if err != nil || !(seconds >= 0 && seconds < 1e7) {
			wrong.Add("start", "Enter the number of seconds to begin at.")
		}
		wanted.start = time.Duration(seconds * float64(time.Second))
	}
	return wanted, wrong.Err("bitrate", "start")
}

// conversion is what to ask for so that a viewer gets a track as they wish.
func (a *API) conversion(ctx context.Context, id string, wanted wish) (stream.Request, *music.TrackSound, error) {
	v := viewer(ctx)
	if _, err := wanted.form(false); err != nil {
		return stream.Request{}, nil, err
	}
	sound, err := a.store.TrackSound(ctx, v, id, wanted.Gain == string(stream.AlbumGain))
	if err != nil {
		return stream.Request{}, nil, err
	}
	form, err := wanted.form(sound.BitDepth > 16)
	if err != nil {
		return stream.Request{}, nil, err
	}
	if wanted.start > 0 && wanted.start >= sound.Duration {
		late := music.FieldErrors{}
		late.Add("start", "The track ends before that.")
		return stream.Request{}, nil, late.Err()
	}
	listener := v.AccountID
	if listener == "" {
		listener = network(clientOf(ctx))
	}
	return stream.Request{
		TrackID: id, File: sound.TrackFile, Form: form, Gain: stream.Gain(stream.GainMode(wanted.Gain), sound), Start: wanted.start, Listener: listener,
	}, sound, nil
}

// convert serves a track in another form.
func (a *API) convert(w http.ResponseWriter, r *http.Request) error {
	wanted, err := wishOf(r)
	if err != nil {
		return err
	}
	request, track, err := a.conversion(r.Context(), r.PathValue("id"), wanted)
	if err != nil {
		return err
	}
	h := w.Header()
	h.Set("Cache-Control", "private, no-cache")
	h.Set("Content-Disposition", "inline")
	h.Set("X-Content-Duration", strconv.FormatFloat((track.Duration-request.Start).Seconds(), 'f', 3, 64))
	a.setDeadline(w, time.Time{}) // a listener takes as long as the music
	sound, err := a.openSound(r, request)
	if err != nil {
		h.Del("X-Content-Duration")
		return err
	}
	h.Set("Content-Type", request.Form.MIME())
	if sound == nil {
		return nil // a question for the headers of what is not there yet
	}
	defer sound.Close()
	if file, ok := sound.Whole(); ok {
		a.serveWhole(w, r, request, file)
		return nil
	}
	return a.servePartial(w, r, request, track, sound)
}

// openSound does not convert anything just for its headers.
func (a *API) openSound(r *http.Request, request stream.Request) (*stream.Sound, error) {
	if r.Method == http.MethodHead {
		return a.streams.Kept(request)
	}
	return a.streams.Open(r.Context(), request)
}

// serveWhole answers like a file, with its length and ranges.
func (a *API) serveWhole(w http.ResponseWriter, r *http.Request, request stream.Request, file io.ReadSeeker) {
	w.Header().Set("ETag", `"`+request.Name()+`"`)
	size, err := file.Seek(0, io.SeekEnd)
	if err != nil {
		a.writeProblem(w, r, fmt.Errorf("look at converted music: %w", err))
		return
	}
	r.Header.Set("Range", askedRange(r.Header.Get("Range"), size))
	ranged := &rangeWriter{ResponseWriter: w, refused: func() { a.refuseRange(w, r) }}
	http.ServeContent(ranged, r, "", request.File.ModTime, file)
}

// servePartial answers with what is being made. Its length is not known, so a
// range is answered up to what is there.
func (a *API) servePartial(w http.ResponseWriter, r *http.Request, request stream.Request, track *music.TrackSound, sound *stream.Sound) error {
	from, to, ok := onlyRange(r.Header.Get("Range"))
	if !ok || from == 0 && to < 0 || request.Start > 0 {
		a.pour(w, r, sound, 0, -1)
		return nil
	}
	if from >= sound.Size() {
		if jump, ok := request.Jump(from, track.Duration); ok {
			return a.serveJump(w, r, jump, from, to)
		}
		if request.IsBeyond(from, track.Duration) {
			a.refuseRange(w, r)
			return nil
		}
		if _, err := sound.ReadAt(r.Context(), make([]byte, 1), from); errors.Is(err, io.EOF) {
			a.refuseRange(w, r)
			return nil
		} else if err != nil {
			return err
		}
	}
	there := sound.Size() - 1
	if to < 0 || to > there {
		to = there
	}
	a.answerRange(w, from, to)
	a.pour(w, r, sound, from, to+1)
	return nil
}

func (a *API) refuseRange(w http.ResponseWriter, r *http.Request) {
	a.writeJSON(w, r, http.StatusRequestedRangeNotSatisfiable, &problem{Detail: "The range is outside the file."})
}

// jumpBytes is the most a range beyond what is there is answered with.
const jumpBytes = 1 << 20

// serveJump answers a range beyond what is there with another conversion that
// begins there.
func (a *API) serveJump(w http.ResponseWriter, r *http.Request, jump stream.Request, from, to int64) error {
	sound, err := a.streams.Open(r.Context(), jump)
	if err != nil {
		return err
	}
	defer sound.Close()
	if last := from + jumpBytes - 1; to < 0 || to > last {
		to = last
	}
	to = min(to, from+jump.Expected()-1)
	a.answerRange(w, from, to)
	a.pour(w, r, sound, 0, to-from+1)
	return nil
}

func (a *API) answerRange(w http.ResponseWriter, from, to int64) {
	w.Header().Set("Content-Range", fmt.Sprintf("bytes %d-%d/*", from, to))
	w.Header().Set("Content-Length", strconv.FormatInt(to-from+1, 10))
	w.WriteHeader(http.StatusPartialContent)
}

// onlyRange understands a header with one range from a byte on; to is -1 when
// it names no end.
func onlyRange(header string) (from, to int64, ok bool) {
	spec, ok := strings.CutPrefix(header, "bytes=")
	first, last, dash := strings.Cut(spec, "-")
	if !ok || !dash {
		return 0, 0, false
	}
	from, err := strconv.ParseInt(strings.TrimSpace(first), 10, 64)
	if err != nil || from < 0 {
		return 0, 0, false
	}
	if strings.TrimSpace(last) == "" {
		return from, -1, true
	}
	to, err = strconv.ParseInt(strings.TrimSpace(last), 10, 64)
	return from, to, err == nil && to >= from
}

const pourSize = 32 << 10

// pour sends a sound from one byte to before another, or to its end, as it
// comes. What a conversion that failed half-way left is sent as well.
func (a *API) pour(w http.ResponseWriter, r *http.Request, sound *stream.Sound, from, end int64) {
	flush := http.NewResponseController(w)
	buffer := make([]byte, pourSize)
	for end < 0 || from < end {
		piece := buffer
		if end >= 0 {
			piece = buffer[:min(int64(len(buffer)), end-from)]
		}
		n, err := sound.ReadAt(r.Context(), piece, from)
		if err != nil {
			return
		}
		if _, err := w.Write(piece[:n]); err != nil {
			return
		}
		if err := flush.Flush(); err != nil {
			return
		}
		from += int64(n)
	}
}

type announceInput struct {
	ID   string `path:"id"`
	Body wish
}

// announce prepares what a player will ask for next.
func (a *API) announce(ctx context.Context, in *announceInput) (*struct{}, error) {
	request, _, err := a.conversion(ctx, in.ID, in.Body)
	if err != nil {
		return nil, err
	}
	err = a.streams.Announce(request)
	if code := music.CodeOf(err); code == music.TooMany || code == music.Unavailable {
		return nil, nil // it is converted when it is asked for
	}
	return nil, err
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
func (a *API) formats(context.Context, *struct{}) (*body[formatsJSON], error) {
	out := formatsJSON{FFmpeg: a.streams.Works(), Formats: []formatJSON{}}
	for _, form := range a.streams.Forms() {
		f := formatJSON{Format: string(form.Format), Container: form.Container(), MIME: form.MIME(), Bitrates: []int{}}
		if form.Format != music.FLAC {
			f.Bitrates = stream.Bitrates
		}
		out.Formats = append(out.Formats, f)
	}
	return &body[formatsJSON]{out}, nil
}

// convertParameters document the query of a stream.
func convertParameters(o *huma.Operation) {
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
