package mix

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"sonora/internal/api/things"
	"sonora/internal/djmix"
	"sonora/internal/edge"
	"sonora/internal/edge/scalar"
	"sonora/internal/music"
	"sonora/internal/radio/record"
	"sonora/internal/station"
	"sonora/internal/stream"
	"sonora/internal/words"
)

// tracklistJSON is an entry of a tracklist.
type tracklistJSON struct {
	Seconds float64 `json:"seconds" doc:"Seconds from the beginning."`
	Artist  string  `json:"artist" doc:"Artist as announced by the source; may be empty."`
	Title   string  `json:"title" doc:"Title as announced by the source."`
	TrackID *string `json:"trackId" required:"false" doc:"ID of the matching track in the library; null if there is none."`
}

func encodeTracklist(list []djmix.Entry) []tracklistJSON {
	out := make([]tracklistJSON, 0, len(list))
	for _, e := range list {
		out = append(out, tracklistJSON{Seconds: e.Seconds, Artist: e.Artist, Title: e.Title, TrackID: edge.OrNull(e.TrackID)})
	}
	return out
}

func decodeTracklist(list []tracklistJSON) []djmix.Entry {
	out := make([]djmix.Entry, 0, len(list))
	for _, t := range list {
		one := djmix.Entry{Seconds: t.Seconds, Artist: t.Artist, Title: t.Title}
		if t.TrackID != nil {
			one.TrackID = *t.TrackID
		}
		out = append(out, one)
	}
	return out
}

// recordingJSON is a recording as the people who may change it see it.
type recordingJSON struct {
	ID          string          `json:"id" doc:"ID of the recording."`
	StationID   *string         `json:"stationId" doc:"null if the station was deleted."`
	StationName string          `json:"stationName" doc:"Name of the station."`
	Title       string          `json:"title" doc:"Title of the recording."`
	DJName      string          `json:"djName" doc:"Name of the DJ."`
	State       string          `json:"state" enum:"recording,ready,failed" doc:"recording: still on air. ready: complete. failed: see the reason."`
	Reason      string          `json:"reason" doc:"Why it failed; may be empty."`
	BeganAt     edge.Time       `json:"beganAt" doc:"When the recording began."`
	EndedAt     edge.TimeOrNull `json:"endedAt" doc:"null while it is being recorded."`
	Duration    float64         `json:"duration" doc:"Seconds of the whole recording."`
	Size        int64           `json:"size" doc:"Bytes of the whole recording."`
	From        float64         `json:"from" doc:"Seconds trimmed from the start."`
	To          float64         `json:"to" doc:"Seconds at which the trimmed recording ends; the duration if untrimmed."`
	Tracklist   []tracklistJSON `json:"tracklist" nullable:"false" doc:"Times are relative to the whole recording."`
	MixID       *string         `json:"mixId" doc:"The mix made from it; null before that, and when it was withdrawn."`
	IsPublished bool            `json:"isPublished" doc:"Whether members can hear the mix."`
	IsPublic    bool            `json:"isPublic" doc:"Whether visitors can hear it too once it is published."`
	Description string          `json:"description" doc:"Text for the published mix; may be empty."`
}

func encodeRecording(ctx context.Context, r *station.Recording, m *music.Mix) recordingJSON {
	to := r.Trim.To
	if to == 0 {
		to = r.Duration
	}
	out := recordingJSON{
		ID: r.ID, StationID: edge.OrNull(r.StationID), StationName: r.Station, Title: r.Title, DJName: r.DJ, State: string(r.State), Reason: words.Render(music.LanguageOf(ctx), r.Reason),
		BeganAt: edge.Time(r.BeganAt), EndedAt: edge.TimeOrNull(r.EndedAt), Duration: r.Duration.Seconds(), Size: r.Size,
		From: r.Trim.From.Seconds(), To: to.Seconds(), Tracklist: encodeTracklist(r.Tracklist), MixID: edge.OrNull(r.MixID),
	}
	if m != nil {
		out.IsPublished, out.IsPublic, out.Description = m.IsActive, m.IsPublic, m.Description
	}
	return out
}

// everything finds the mixes of recordings, which are not public yet. The caller
// has already been checked for access to the recording.
var everything = music.System("recordings")

// withMix encodes a recording with the fields of its mix.
func (a *API) withMix(ctx context.Context, r *station.Recording) (recordingJSON, error) {
	if r.MixID == "" {
		return encodeRecording(ctx, r, nil), nil
	}
	m, err := a.Store.Mix(ctx, everything, r.MixID)
	if err != nil && music.CodeOf(err) != music.NotFound {
		return recordingJSON{}, err
	}
	return encodeRecording(ctx, r, m), nil
}

type recordingsInput struct {
	edge.Paging
	Station string `query:"station" maxLength:"64" doc:"Only recordings of this station."`
}

func (a *API) recordings(ctx context.Context, in *recordingsInput) (*edge.PageOf[recordingJSON], error) {
	page, err := in.Page()
	if err != nil {
		return nil, err
	}
	page.Limit = min(page.Limit, maxRecordings)
	list, err := a.Store.Recordings(ctx, edge.Viewer(ctx), in.Station, page)
	if err != nil {
		return nil, err
	}
	var failed error
	out := edge.Answer(&in.Paging, list, func(r *station.Recording) recordingJSON {
		one, err := a.withMix(ctx, r)
		if err != nil {
			failed = err
		}
		return one
	})
	return out, failed
}

// maxRecordings limits a page, because each recording is read with its mix.
const maxRecordings = 100

func (a *API) recording(ctx context.Context, in *edge.ItemPath) (*edge.Body[recordingJSON], error) {
	r, err := a.Store.Recording(ctx, edge.Viewer(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	out, err := a.withMix(ctx, r)
	return &edge.Body[recordingJSON]{Body: out}, err
}

// recordingForm changes a recording. Fields that are omitted stay as they are.
type recordingForm struct {
	edge.Returned[recordingJSON] `json:"-"`

	Title       *string             `json:"title,omitempty" doc:"Title of the recording and its mix."`
	DJName      *string             `json:"djName,omitempty" doc:"Name of the DJ."`
	Description scalar.TextOrNull   `json:"description,omitzero" doc:"Text for the published mix; an empty text or null removes it."`
	From        scalar.NumberOrNull `json:"from,omitzero" doc:"Seconds to trim from the start. Nothing is encoded again."`
	To          scalar.NumberOrNull `json:"to,omitzero" doc:"Seconds of the whole recording at which to end; 0 or null for its end."`
	Tracklist   *[]tracklistJSON    `json:"tracklist,omitempty" nullable:"false" maxItems:"2000" doc:"The whole corrected tracklist. The trackId of a track that you may not hear is dropped."`
	IsPublished scalar.YesOrNo      `json:"isPublished,omitzero" doc:"Whether it is a mix that others can hear."`
	IsPublic    scalar.YesOrNo      `json:"isPublic,omitzero" doc:"Whether visitors see the mix."`
}

func (f *recordingForm) edit() record.Edit {
	e := record.Edit{
		Title: f.Title, DJ: f.DJName, Description: f.Description.Text, From: momentOf(f.From), To: momentOf(f.To),
		IsPublished: f.IsPublished.Choice, IsPublic: f.IsPublic.Choice,
	}
	if f.Tracklist != nil {
		e.Tracklist = new(decodeTracklist(*f.Tracklist))
	}
	return e
}

// momentOf converts seconds; nil if the field was omitted.
func momentOf(n scalar.NumberOrNull) *time.Duration {
	if n.Number == nil {
		return nil
	}
	return new(duration(*n.Number))
}

type recordingInput struct {
	ID   string `path:"id" maxLength:"64" doc:"ID of the recording."`
	Body recordingForm
}

func (a *API) saveRecording(ctx context.Context, in *recordingInput) (*edge.Body[recordingJSON], error) {
	if _, err := a.Store.Recording(ctx, edge.Viewer(ctx), in.ID); err != nil {
		return nil, err
	}
	r, m, err := a.Records.Edit(ctx, edge.Viewer(ctx), in.ID, in.Body.edit())
	if err != nil {
		return nil, err
	}
	return edge.Reply(encodeRecording(ctx, r, m))
}

func (a *API) removeRecording(ctx context.Context, in *edge.ItemPath) (*struct{}, error) {
	r, err := a.Store.Recording(ctx, edge.Viewer(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	return nil, a.Records.Delete(ctx, r)
}

func (a *API) recordingWaveform(ctx context.Context, in *edge.ItemPath) (*edge.Body[things.OverviewJSON], error) {
	r, err := a.Store.Recording(ctx, edge.Viewer(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	w, err := a.Records.Waveform(ctx, r.ID)
	if err != nil {
		return nil, err
	}
	return edge.Reply(*things.EncodeOverview(w))
}

type mixTracklistJSON struct {
	Tracklist []tracklistJSON `json:"tracklist" nullable:"false" doc:"Songs of the mix in their order; empty if it has no tracklist."`
}

func (a *API) mixTracklist(ctx context.Context, in *edge.ItemPath) (*edge.Body[mixTracklistJSON], error) {
	list, err := a.Mixes.Tracklist(ctx, edge.Viewer(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	return edge.Reply(mixTracklistJSON{encodeTracklist(list)})
}

// streamMix serves the audio of a mix that was recorded or mixed here.
func (a *API) streamMix(w http.ResponseWriter, r *http.Request) error {
	return a.sendOwnSound(w, r, edge.Viewer(r.Context()), r.PathValue("id"), nil)
}

// sendOwnSound sends the audio of a mix that was recorded or mixed here. With saved,
// browsers save it as a file.
func (a *API) sendOwnSound(w http.ResponseWriter, r *http.Request, v music.Viewer, mixID string, saved *djmix.Detail) error {
	recording, err := a.Records.OfMix(r.Context(), v, mixID)
	if err != nil && music.CodeOf(err) == music.NotFound {
		return a.sendAutomix(w, r, v, mixID, saved)
	}
	if err != nil {
		return err
	}
	sound, err := a.Records.Open(r.Context(), recording)
	if err != nil {
		return err
	}
	defer func() { _ = sound.Close() }() // read only
	// The audible part depends only on the trim.
	t := recording.Trim
	return a.sendMix(w, r, v, mixID, &stream.Source{
		ContentType: stream.ContentType(music.MP3, ""), ETag: etagOf(recording.Size, t.FromByte, t.ToByte),
		Size: sound.Size(), ModTime: recording.EndedAt, Content: sound,
	}, saved)
}

// sendAutomix sends the audio of a mix that was an automix.
func (a *API) sendAutomix(w http.ResponseWriter, r *http.Request, v music.Viewer, mixID string, saved *djmix.Detail) error {
	sound, err := a.Automixes.ListenToMix(r.Context(), v, mixID)
	if err != nil {
		return err
	}
	defer func() { _ = sound.Close() }() // read only
	return a.sendMix(w, r, v, mixID, &stream.Source{
		ContentType: stream.ContentType(music.MP3, ""), ETag: sound.ETag, Size: sound.Size, Content: sound,
	}, saved)
}

// sendMix sends the sound of a mix, to be played or saved.
func (a *API) sendMix(w http.ResponseWriter, r *http.Request, v music.Viewer, mixID string, source *stream.Source, saved *djmix.Detail) error {
	source, err := a.Listen(r.Context(), v, mixID, source, stream.Options{IsDownload: saved != nil, IsOwn: saved != nil && saved.CanManage, HeadersOnly: r.Method == http.MethodHead})
	if err != nil {
		return err
	}
	return a.send(w, r, source, saved)
}

// etagOf returns an ETag of numbers that identify the bytes.
func etagOf(numbers ...int64) string {
	tag := make([]byte, 0, 32)
	for i, n := range numbers {
		if i > 0 {
			tag = append(tag, '-')
		}
		tag = strconv.AppendInt(tag, n, 36)
	}
	return `"` + string(tag) + `"`
}
