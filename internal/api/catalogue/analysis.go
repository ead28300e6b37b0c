package catalogue

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"sonora/internal/analysis"
	"sonora/internal/api/things"
	"sonora/internal/edge"
	"sonora/internal/edge/scalar"
	"sonora/internal/music"
	"sonora/internal/sound"
	"sonora/internal/words"
)

type gridSegmentJSON struct {
	Start float64            `json:"start" doc:"Time of its first beat in seconds."`
	BPM   scalar.Thousandths `json:"bpm" doc:"Beats per minute of this run of beats."`
	Beats int                `json:"beats" doc:"Number of beats until the next segment or the end."`
}

type tempoJSON struct {
	BPM        *scalar.Tenths    `json:"bpm" doc:"Beats per minute; null without a steady beat."`
	Alt        *scalar.Tenths    `json:"alt" doc:"The second-best reading, usually half or double; null for none."`
	Confidence scalar.Hundredths `json:"confidence" doc:"0 to 1."`
}

type loudnessJSON struct {
	Integrated   *scalar.Tenths `json:"integrated" doc:"LUFS; null for silence."`
	Range        scalar.Tenths  `json:"range" doc:"LU."`
	MaxShortTerm *scalar.Tenths `json:"maxShortTerm" doc:"LUFS, 3 seconds; null for silence."`
	MaxMomentary *scalar.Tenths `json:"maxMomentary" doc:"LUFS, 400 ms; null for silence."`
	TruePeak     *scalar.Tenths `json:"truePeak" doc:"dBTP; null for silence."`
}

type sectionJSON struct {
	Start  float64           `json:"start" doc:"Start in seconds."`
	End    float64           `json:"end" doc:"End in seconds."`
	Label  string            `json:"label" enum:"intro,verse,build,drop,break,outro" doc:"What the section is in the form of the track."`
	Energy scalar.Hundredths `json:"energy" doc:"0 to 1, relative to the range of the track."`
}

type cueJSON struct {
	At   float64 `json:"at" doc:"Time in seconds."`
	Kind string  `json:"kind" enum:"start,mix-in,drop,break,mix-out,end" doc:"What a DJ would do at this point."`
}

// analysisJSON is the analysis of a track. Times are in seconds.
type analysisJSON struct {
	Version      int                `json:"version" doc:"Version of the analysis; higher for newer methods."`
	SampleRate   int                `json:"sampleRate" doc:"Hz."`
	Samples      int64              `json:"samples" doc:"Exact number of samples per channel."`
	EncoderDelay int                `json:"encoderDelay" doc:"Samples that the encoder added at the start; not counted in samples."`
	Padding      int                `json:"padding" doc:"Samples that the encoder added at the end; not counted in samples."`
	Loudness     loudnessJSON       `json:"loudness" doc:"Loudness measured according to EBU R 128."`
	SilenceStart scalar.Thousandths `json:"silenceStart" doc:"Seconds of silence at the start."`
	SilenceEnd   scalar.Thousandths `json:"silenceEnd" doc:"Seconds of silence at the end."`
	Energy       scalar.Hundredths  `json:"energy" doc:"0 (calm) to 1 (driving)."`
	Tempo        tempoJSON          `json:"tempo" doc:"The tempo of the track."`
	Grid         []gridSegmentJSON  `json:"grid" doc:"Runs of evenly spaced beats; empty without a steady beat."`
	Downbeat     int                `json:"downbeat" doc:"Index of the first downbeat among the beats."`
	Meter        *int               `json:"meter" doc:"Beats per bar; null without a steady beat."`
	Key          string             `json:"key" doc:"For example Am or F#; empty for none."`
	Camelot      string             `json:"camelot" doc:"The key in Camelot notation, for example 8A; empty for none."`
	OpenKey      string             `json:"openKey" doc:"The key in Open Key notation, for example 1m; empty for none."`
	KeyTrust     scalar.Hundredths  `json:"keyTrust" doc:"0 to 1."`
	Tuning       scalar.Tenths      `json:"tuning" doc:"Deviation from 440 Hz in cents."`
	Sections     []sectionJSON      `json:"sections" doc:"The form of the track, from start to end."`
	Cues         []cueJSON          `json:"cues" doc:"Points at which to mix in and out, and other moments worth jumping to."`
	CreatedAt    edge.Time          `json:"createdAt" doc:"When the track was analysed."`
}

// Schema implements huma.SchemaProvider: huma does not support nullable objects.
func (analysisJSON) Schema(r huma.Registry) *huma.Schema {
	type plain analysisJSON
	return things.Nullable[plain](r)
}

// measuredJSON holds the measured values of the fields that people may correct.
type measuredJSON struct {
	Tempo    tempoJSON         `json:"tempo" doc:"The measured tempo."`
	Key      string            `json:"key" doc:"The measured key; empty for none."`
	Grid     []gridSegmentJSON `json:"grid" doc:"The measured runs of evenly spaced beats."`
	Downbeat int               `json:"downbeat" doc:"Index of the first measured downbeat among the beats."`
	Meter    *int              `json:"meter" doc:"Measured beats per bar; null without a steady beat."`
}

// Schema implements huma.SchemaProvider.
func (measuredJSON) Schema(r huma.Registry) *huma.Schema {
	type plain measuredJSON
	return things.Nullable[plain](r)
}

// analysisEditJSON holds a person's corrections; null for a field without one.
type analysisEditJSON struct {
	BPM      *scalar.Thousandths `json:"bpm" doc:"Corrected beats per minute; null if not corrected."`
	Key      *string             `json:"key" doc:"Corrected key; null if not corrected, empty for no key."`
	Grid     []gridSegmentJSON   `json:"grid" nullable:"true" doc:"Corrected beat grid; null if not corrected."`
	Downbeat *int                `json:"downbeat" doc:"Corrected index of the first downbeat; null if not corrected."`
	Meter    *int                `json:"meter" doc:"Corrected beats per bar; null if not corrected."`
}

// Schema implements huma.SchemaProvider.
func (analysisEditJSON) Schema(r huma.Registry) *huma.Schema {
	type plain analysisEditJSON
	return things.Nullable[plain](r)
}

type trackAnalysisJSON struct {
	State    string               `json:"state" enum:"done,waiting,failed,off" doc:"done: analysed. waiting: in the queue. failed: see reason. off: the operator turned the analysis off."`
	Reason   string               `json:"reason" doc:"Why it failed."`
	MayEdit  bool                 `json:"mayEdit" doc:"Whether you may correct the analysis."`
	Analysis *analysisJSON        `json:"analysis" doc:"The analysis with corrections; null before the first analysis."`
	Measured *measuredJSON        `json:"measured" doc:"The measured values without corrections."`
	Edit     *analysisEditJSON    `json:"edit" doc:"The corrections made by people; null for none."`
	Color    *string              `json:"color" doc:"Dominant colour of the cover, #rrggbb."`
	Overview *things.OverviewJSON `json:"overview" doc:"Waveform of the whole track in three bands; null before the first analysis."`
}

func encodeGrid(grid []sound.GridSegment) []gridSegmentJSON {
	out := make([]gridSegmentJSON, len(grid))
	for i, g := range grid {
		out[i] = gridSegmentJSON{g.Start, scalar.InThousandths(g.BPM), g.Beats}
	}
	return out
}

func encodeTempo(t sound.Tempo) tempoJSON {
	return tempoJSON{edge.OrNull(scalar.InTenths(t.BPM)), edge.OrNull(scalar.InTenths(t.Alt)), scalar.InHundredths(t.Confidence)}
}

func encodeLoudness(l *sound.Loudness) loudnessJSON {
	level := func(lufs float64) *scalar.Tenths { return edge.Known(scalar.InTenths(lufs), lufs > sound.SilenceLUFS) }
	return loudnessJSON{level(l.Integrated), scalar.InTenths(l.Range), level(l.MaxShortTerm), level(l.MaxMomentary), level(l.TruePeak)}
}

func encodeAnalysis(a *sound.Analysis) *analysisJSON {
	out := &analysisJSON{
		Version: a.Version, SampleRate: a.SampleRate, Samples: a.Samples, EncoderDelay: a.EncoderDelay, Padding: a.Padding,
		Loudness: encodeLoudness(&a.Loudness), SilenceStart: scalar.InThousandths(a.SilenceStart), SilenceEnd: scalar.InThousandths(a.SilenceEnd), Energy: scalar.InHundredths(a.Energy),
		Tempo: encodeTempo(a.Tempo), Grid: encodeGrid(a.Grid), Downbeat: a.Downbeat, Meter: edge.OrNull(a.Meter),
		Key: a.Key.String(), Camelot: a.Key.Camelot(), OpenKey: a.Key.OpenKey(), KeyTrust: scalar.InHundredths(a.KeyTrust), Tuning: scalar.InTenths(a.Tuning),
		Sections: []sectionJSON{}, Cues: []cueJSON{}, CreatedAt: edge.Time(a.CreatedAt),
	}
	for _, s := range a.Sections {
		out.Sections = append(out.Sections, sectionJSON{s.Start, s.End, string(s.Label), scalar.InHundredths(s.Energy)})
	}
	for _, c := range a.Cues {
		out.Cues = append(out.Cues, cueJSON{c.At, string(c.Kind)})
	}
	return out
}

func encodeTrackAnalysis(ctx context.Context, t *sound.TrackAnalysis) trackAnalysisJSON {
	out := trackAnalysisJSON{State: string(t.State), MayEdit: t.MayCorrect(edge.Viewer(ctx)), Edit: encodeAnalysisEdit(&t.Edit), Color: edge.OrNull(t.Color)}
	if out.MayEdit {
		out.Reason = words.Render(music.LanguageOf(ctx), t.Reason)
	}
	if m := t.Measured; m != nil {
		out.Analysis = encodeAnalysis(analysis.Correct(m, &t.Edit))
		out.Measured = &measuredJSON{encodeTempo(m.Tempo), m.Key.String(), encodeGrid(m.Grid), m.Downbeat, edge.OrNull(m.Meter)}
		out.Overview = things.EncodeOverview(m.Overview)
	}
	return out
}

func encodeAnalysisEdit(e *sound.Edit) *analysisEditJSON {
	if e.IsZero() {
		return nil
	}
	out := &analysisEditJSON{Downbeat: e.Downbeat, Meter: e.Meter}
	if e.BPM != nil {
		out.BPM = new(scalar.InThousandths(*e.BPM))
	}
	if e.Key != nil {
		out.Key = new(e.Key.String())
	}
	if e.Grid != nil {
		out.Grid = encodeGrid(e.Grid)
	}
	return out
}

func (a *API) trackAnalysis(ctx context.Context, in *edge.ItemPath) (*edge.Body[trackAnalysisJSON], error) {
	t, err := a.Analysis.Track(ctx, edge.Viewer(ctx), in.ID)
	return edge.Encoded(t, err, func(t *sound.TrackAnalysis) trackAnalysisJSON { return encodeTrackAnalysis(ctx, t) })
}

// correction is a field that may be omitted, or null for no correction.
type correction[T any] struct {
	given bool
	value *T
}

// UnmarshalJSON implements json.Unmarshaler.
func (c *correction[T]) UnmarshalJSON(data []byte) error {
	c.given = true
	return json.Unmarshal(data, &c.value)
}

// Schema implements huma.SchemaProvider.
func (correction[T]) Schema(r huma.Registry) *huma.Schema { return things.Nullable[T](r) }

func (c *correction[T]) set(field **T) {
	if c.given {
		*field = c.value
	}
}

type analysisForm struct {
	BPM      correction[float64]           `json:"bpm,omitzero" doc:"Beats per minute; null removes the correction."`
	Key      correction[string]            `json:"key,omitzero" doc:"For example Am, F#, 8A or 1m; empty for no key."`
	Grid     correction[[]gridSegmentJSON] `json:"grid,omitzero" doc:"Runs of evenly spaced beats; null removes the correction."`
	Downbeat correction[int]               `json:"downbeat,omitzero" doc:"Index of the first downbeat among the beats; null removes the correction."`
	Meter    correction[int]               `json:"meter,omitzero" doc:"Beats per bar; null removes the correction."`
}

// fill applies the form to the corrections of a track.
func (f *analysisForm) fill(e *sound.Edit) error {
	f.BPM.set(&e.BPM)
	f.Downbeat.set(&e.Downbeat)
	f.Meter.set(&e.Meter)
	if f.Grid.given {
		e.Grid = nil
		if f.Grid.value != nil {
			e.Grid = []sound.GridSegment{}
			for _, g := range *f.Grid.value {
				e.Grid = append(e.Grid, sound.GridSegment{Start: g.Start, BPM: float64(g.BPM), Beats: g.Beats})
			}
		}
	}
	if !f.Key.given {
		return nil
	}
	if e.Key = nil; f.Key.value != nil {
		key, err := music.ParseKey(*f.Key.value)
		if err != nil {
			wrong := music.FieldErrors{}
			wrong.Note("key", analysis.WrongKey)
			return wrong.Err()
		}
		e.Key = &key
	}
	return nil
}

type analysisInput struct {
	ID   string `path:"id" maxLength:"64" doc:"ID of the track."`
	Body analysisForm
}

func (a *API) editAnalysis(ctx context.Context, in *analysisInput) (*edge.Body[trackAnalysisJSON], error) {
	return a.correct(ctx, in.ID, in.Body.fill)
}

func (a *API) clearAnalysis(ctx context.Context, in *edge.ItemPath) (*struct{}, error) {
	_, err := a.correct(ctx, in.ID, func(e *sound.Edit) error {
		*e = sound.Edit{}
		return nil
	})
	return nil, err
}

func (a *API) correct(ctx context.Context, id string, change func(*sound.Edit) error) (*edge.Body[trackAnalysisJSON], error) {
	t, err := a.Analysis.Edit(ctx, edge.Viewer(ctx), id, change)
	return edge.Encoded(t, err, func(t *sound.TrackAnalysis) trackAnalysisJSON { return encodeTrackAnalysis(ctx, t) })
}

func (a *API) analyseAgain(ctx context.Context, in *edge.ItemPath) (*edge.Body[edge.Detail], error) {
	if err := a.Analysis.Again(ctx, edge.Viewer(ctx), in.ID); err != nil {
		return nil, err
	}
	return edge.Say("The track will be analysed again.")
}

// peaks serves the waveform of a track. It changes only when the track is
// analysed again, and with it the ETag.
func (a *API) peaks(w http.ResponseWriter, r *http.Request) error {
	peaks, err := a.Analysis.OpenPeaks(r.Context(), edge.Viewer(r.Context()), r.PathValue("id"))
	if err != nil {
		return err
	}
	defer peaks.File.Close()
	h := w.Header()
	h.Set("Content-Type", "application/octet-stream")
	h.Set("ETag", peaks.ETag)
	h.Set("Cache-Control", "private, max-age=604800, stale-while-revalidate=31536000")
	http.ServeContent(w, r, "", time.Time{}, peaks.File)
	return nil
}
