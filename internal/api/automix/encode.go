package automix

import (
	"context"
	"fmt"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"sonora/internal/ai/compose/style"
	"sonora/internal/api/things"
	"sonora/internal/automix"
	"sonora/internal/automix/check"
	"sonora/internal/automix/plan"
	"sonora/internal/edge"
	"sonora/internal/edge/scalar"
	"sonora/internal/generation"
	"sonora/internal/music"
	"sonora/internal/setlist"
	"sonora/internal/words"
)

// ListedAutomixJSON is an automix in lists. It is exported because huma does not
// read an unexported embedded struct.
type ListedAutomixJSON struct {
	ID          string             `json:"id" doc:"ID of the automix."`
	Title       string             `json:"title" doc:"Title of the automix." example:"45 minutes of deep house"`
	State       string             `json:"state" enum:"planning,rendering,ready,failed" doc:"planning: tracks are chosen, analysed and ordered. rendering: its sound is made. failed: see the reason."`
	Progress    scalar.Thousandths `json:"progress" doc:"0 to 1, while it is made."`
	Reason      string             `json:"reason" doc:"Why it failed, or why a join could not be changed; may be empty."`
	CreatedAt   edge.Time          `json:"createdAt" doc:"When it was ordered."`
	UpdatedAt   edge.Time          `json:"updatedAt" doc:"When it last changed."`
	PlaylistID  *string            `json:"playlistId" doc:"The playlist that it was made from; null otherwise."`
	Prompt      *string            `json:"prompt" doc:"The description that it was made from; null otherwise."`
	Duration    scalar.Thousandths `json:"duration" doc:"Seconds; 0 until it is planned."`
	Playable    scalar.Thousandths `json:"playable" doc:"Seconds that can be heard so far."`
	Size        int64              `json:"size" doc:"Bytes of the sound; 0 until it is planned."`
	AudioURL    *string            `json:"audioUrl" doc:"Path of the sound; null until there is some. It changes with the sound."`
	MixID       *string            `json:"mixId" doc:"The mix that it was published as; null before that."`
	TrackCount  int                `json:"trackCount" doc:"Number of its tracks."`
	MissedCount *int               `json:"missedCount" doc:"Number of limits that the sound exceeds; null until it is measured."`
}

func encodeListed(ctx context.Context, m *automix.Made) ListedAutomixJSON {
	out := ListedAutomixJSON{
		ID: m.ID, Title: m.Title, State: string(m.State), Progress: scalar.InThousandths(m.Progress), Reason: words.Render(music.LanguageOf(ctx), m.Reason),
		CreatedAt: edge.Time(m.CreatedAt), UpdatedAt: edge.Time(m.UpdatedAt), PlaylistID: edge.OrNull(m.Wishes.PlaylistID), Prompt: edge.OrNull(m.Wishes.Prompt),
		Duration: scalar.InThousandths(m.Duration.Seconds()), Playable: scalar.InThousandths(m.Playable.Seconds()), Size: m.Size, MixID: edge.OrNull(m.MixID), TrackCount: m.Tracks,
	}
	if m.Missed >= 0 {
		out.MissedCount = &m.Missed
	}
	if m.Revision > 0 || m.IsBusy() && m.Playable > 0 {
		out.AudioURL = new("/api/automixes/" + m.ID + "/audio?v=" + strconv.Itoa(m.Revision))
	}
	return out
}

// automixJSON is an automix with everything that is known of it.
type automixJSON struct {
	ListedAutomixJSON
	Order      string                `json:"order" enum:"best,given" doc:"Whether the tracks are in the best order or in the one given."`
	Minutes    *int                  `json:"minutes" doc:"The length that you asked for, in minutes; null for all tracks."`
	Curve      *string               `json:"curve" enum:"flat,rise,peak,wave" doc:"The curve of energy; null for none."`
	First      *string               `json:"first" doc:"ID of the track that you wanted at the beginning; null for any."`
	Last       *string               `json:"last" doc:"ID of the track that you wanted at the end; null for any."`
	Bars       *int                  `json:"bars" doc:"The longest blend that you wanted, in bars; null for as many as fit."`
	Understood *understoodPromptJSON `json:"understood" doc:"What was understood of the description; null without one."`
	Tracks     []automixTrackJSON    `json:"tracks" nullable:"false" doc:"The tracks in their order; empty until it is planned."`
	Joins      []automixJoinJSON     `json:"joins" nullable:"false" doc:"How each track is joined to the next; empty until it is planned."`
	Skipped    []skippedTrackJSON    `json:"skipped" nullable:"false" doc:"Tracks that are not in the mix."`
	Notes      []string              `json:"notes" nullable:"false" doc:"How the mix differs from what you asked for, as sentences; empty if it does not. Before it is planned, its length is an estimate."`
	Check      *automixCheckJSON     `json:"check" doc:"What was measured of the sound; null until then."`
}

type understoodPromptJSON understoodPrompt

// Schema implements huma.SchemaProvider.
func (understoodPromptJSON) Schema(r huma.Registry) *huma.Schema {
	return things.Nullable[understoodPrompt](r)
}

type understoodPrompt struct {
	Minutes    *int               `json:"minutes" doc:"Length in minutes; null if none was named."`
	Genres     []string           `json:"genres" nullable:"false" doc:"Genres of the library."`
	Artists    []string           `json:"artists" nullable:"false" doc:"Artists of the library."`
	NoGenres   []string           `json:"withoutGenres" nullable:"false" doc:"Genres of the library that the mix must not contain."`
	NoArtists  []string           `json:"withoutArtists" nullable:"false" doc:"Artists of the library that the mix must not contain."`
	Missing    []string           `json:"missingGenres" nullable:"false" doc:"Genres that the description names and the library does not have."`
	Asked      *int               `json:"askedMinutes" doc:"The length that the description names, if it is shorter or longer than a mix can be; else null."`
	Curve      *string            `json:"curve" enum:"flat,rise,peak,wave" doc:"Curve of energy; null if none was named."`
	BPMFrom    *scalar.Tenths     `json:"bpmFrom" doc:"Lowest tempo; null for any."`
	BPMTo      *scalar.Tenths     `json:"bpmTo" doc:"Highest tempo; null for any."`
	Keys       []string           `json:"keys" nullable:"false" doc:"Keys in Camelot notation."`
	EnergyFrom *scalar.Hundredths `json:"energyFrom" doc:"Lowest energy, 0 to 1; null for any."`
	EnergyTo   *scalar.Hundredths `json:"energyTo" doc:"Highest energy, 0 to 1; null for any."`
	Ignored    []string           `json:"ignored" nullable:"false" doc:"Words that were not understood."`
	Relaxed    []string           `json:"relaxed" nullable:"false" enum:"bpm,energy,keys,genres" doc:"Limits that could not be kept, because too few tracks fit: bpm, energy, keys, genres."`
}

type automixTrackJSON struct {
	TrackID    string             `json:"trackId" doc:"ID of the track."`
	Title      string             `json:"title" doc:"Title when the mix was planned."`
	Artist     string             `json:"artist" doc:"Artist when the mix was planned."`
	Start      scalar.Thousandths `json:"start" doc:"Seconds of the mix at which it begins."`
	End        scalar.Thousandths `json:"end" doc:"Seconds of the mix at which it ends."`
	TrackStart scalar.Thousandths `json:"trackStart" doc:"Seconds of the track at which it begins."`
	TrackEnd   scalar.Thousandths `json:"trackEnd" doc:"Seconds of the track at which it ends."`
	Duration   scalar.Thousandths `json:"duration" doc:"Seconds of the whole track."`
	BPM        *scalar.Tenths     `json:"bpm" doc:"Beats per minute; null without a steady beat."`
	Key        *string            `json:"key" doc:"Key in Camelot notation; null if it is uncertain."`
	Energy     *scalar.Hundredths `json:"energy" doc:"0 to 1; null if it was not analysed."`
	Gain       scalar.Tenths      `json:"gain" doc:"Change of its level in dB."`
}

type automixJoinJSON struct {
	Number      int                 `json:"number" doc:"From 1."`
	Kind        string              `json:"kind" enum:"blend,cut,echo,fade,gapless" doc:"blend: on the beat, with a bass swap. cut: from downbeat to downbeat. echo: the last beat echoes. fade: by level. gapless: as on the album."`
	Start       scalar.Thousandths  `json:"start" doc:"Seconds of the mix at which the next track begins."`
	Length      scalar.Thousandths  `json:"length" doc:"Seconds until the track before ends."`
	Bars        *int                `json:"bars" doc:"Of a blend; null otherwise."`
	BPM         *scalar.Tenths      `json:"bpm" doc:"Tempo of a blend or an echo; null otherwise."`
	Swap        *scalar.Thousandths `json:"swap" doc:"Seconds of the mix at which the bass swap of a blend is complete; null otherwise."`
	TempoFrom   *scalar.Tenths      `json:"tempoFrom" doc:"Tempo of the track before; null without a steady beat."`
	TempoTo     *scalar.Tenths      `json:"tempoTo" doc:"Tempo of the track after; null without a steady beat."`
	KeyFrom     *string             `json:"keyFrom" doc:"Key of the track before in Camelot notation; null if it is uncertain."`
	KeyTo       *string             `json:"keyTo" doc:"Key of the track after in Camelot notation; null if it is uncertain."`
	KeyRelation string              `json:"keyRelation" enum:"same,compatible,clash,unknown" doc:"How the keys go together."`
	Reasons     []joinReasonJSON    `json:"reasons" nullable:"false" doc:"Why the tracks are joined like this."`
	Chosen      chosenJoinJSON      `json:"chosen" doc:"What you decided."`
	IsRendering bool                `json:"isRendering" doc:"Whether its sound is being made again."`
	Check       *blendCheckJSON     `json:"check" doc:"What was measured of a blend; null for other joins and until then."`
}

type joinReasonJSON struct {
	Code string   `json:"code" doc:"Identifies the sentence."`
	Text string   `json:"text" doc:"The sentence in your language."`
	Args []string `json:"args" nullable:"false" doc:"What the sentence names, in order."`
}

type chosenJoinJSON struct {
	Kind  *string             `json:"kind" enum:"blend,cut,echo,fade,gapless" doc:"null if the server decides."`
	Bars  *int                `json:"bars" doc:"null if the server decides."`
	Start *scalar.Thousandths `json:"start" doc:"Seconds of the mix; null if the server decides."`
}

type blendCheckJSON blendCheck

// Schema implements huma.SchemaProvider.
func (blendCheckJSON) Schema(r huma.Registry) *huma.Schema { return things.Nullable[blendCheck](r) }

type blendCheck struct {
	IsMeasured bool               `json:"isMeasured" doc:"false: nothing clear to compare the beats by was found, so the other numbers say nothing."`
	By         *string            `json:"by" enum:"kicks,attacks,alone" doc:"What the beats were compared by: kick drums in the blend, attacks in the blend, or the beats right before and after it, where each track plays alone. null if nothing was clear."`
	Kicks      []int              `json:"kicks" nullable:"false" doc:"Kick drums found before and after the bass swap."`
	Flam       scalar.Thousandths `json:"flam" doc:"Seconds between the beats of both tracks."`
	Spread     scalar.Thousandths `json:"spread" doc:"Seconds by which nine of ten kick drums are at most away from a steady beat. It says nothing unless by is kicks."`
	TempoOff   scalar.Thousandths `json:"tempoOff" doc:"Percent that the tempo is off the plan. It says nothing unless by is kicks."`
}

type skippedTrackJSON struct {
	TrackID string `json:"trackId" doc:"ID of the track."`
	Title   string `json:"title" doc:"Title of the track; may be empty."`
	Reason  string `json:"reason" doc:"Why it is not in the mix."`
}

type automixCheckJSON automixCheck

// Schema implements huma.SchemaProvider.
func (automixCheckJSON) Schema(r huma.Registry) *huma.Schema { return things.Nullable[automixCheck](r) }

type automixCheck struct {
	Loudness scalar.Hundredths  `json:"loudness" doc:"LUFS."`
	TruePeak scalar.Hundredths  `json:"truePeak" doc:"dBTP."`
	Silence  scalar.Thousandths `json:"silence" doc:"Seconds of the longest silence within the mix."`
	Dip      scalar.Hundredths  `json:"dip" doc:"LU of the deepest drop of the level at a join."`
	DipAt    scalar.Thousandths `json:"dipAt" doc:"Seconds of the mix."`
	Jump     scalar.Hundredths  `json:"jump" doc:"LU of the highest jump of the level at a join."`
	JumpAt   scalar.Thousandths `json:"jumpAt" doc:"Seconds of the mix."`
	Missed   []string           `json:"missed" nullable:"false" doc:"The limits that the mix exceeds, as sentences; empty if it keeps all."`
}

func encode(ctx context.Context, m *automix.Made) automixJSON {
	w := &m.Wishes
	out := automixJSON{
		ListedAutomixJSON: encodeListed(ctx, m), Order: "best", Minutes: edge.OrNull(w.Minutes), Curve: edge.OrNull(string(w.Curve)),
		First: edge.OrNull(w.First), Last: edge.OrNull(w.Last), Bars: edge.OrNull(w.Bars), Understood: encodeUnderstood(w.Understood),
		Tracks: []automixTrackJSON{}, Joins: []automixJoinJSON{}, Skipped: []skippedTrackJSON{}, Notes: inWords(ctx, m.Notes()),
	}
	if w.KeepOrder {
		out.Order = "given"
	}
	if m.Sound != nil && m.Sound.Check != nil {
		out.Check = encodeCheck(ctx, m.Sound.Check)
	}
	if m.Score == nil {
		return out
	}
	for i := range m.Score.Plan.Entries {
		out.Tracks = append(out.Tracks, encodeTrack(m.Score, i))
	}
	for i := range m.Score.Plan.Joins {
		out.Joins = append(out.Joins, encodeJoin(ctx, m, i))
	}
	for _, s := range m.Score.Skipped {
		out.Skipped = append(out.Skipped, skippedTrackJSON{s.TrackID, s.Title, words.Render(music.LanguageOf(ctx), s.Reason)})
	}
	return out
}

// pairJSON is what goes on the two decks of a DJ.
type pairJSON struct {
	Decks      []pairDeckJSON        `json:"decks" nullable:"false" doc:"The two decks."`
	Understood *understoodPromptJSON `json:"understood" doc:"What was understood of the description."`
}

type pairDeckJSON struct {
	Track  *things.TrackJSON `json:"track,omitempty" doc:"The nearest track of the library; omitted if it has none."`
	Fits   bool              `json:"fits" doc:"Whether that track meets the description and goes with the one on the other deck."`
	Wanted *wantedPieceJSON  `json:"wanted" doc:"What to compose instead of a track that does not fit; null if it fits."`
}

type wantedPieceJSON wantedPiece

// Schema implements huma.SchemaProvider.
func (wantedPieceJSON) Schema(r huma.Registry) *huma.Schema { return things.Nullable[wantedPiece](r) }

type wantedPiece struct {
	Prompt   string        `json:"prompt" doc:"Asks the built-in composer for the piece: the prompt of orderGeneration."`
	Duration int           `json:"duration" doc:"Its length in seconds."`
	Style    string        `json:"style" doc:"Its style."`
	BPM      scalar.Tenths `json:"bpm" doc:"Its tempo."`
	Key      string        `json:"key" doc:"Its key, such as Am."`
	Camelot  string        `json:"camelot" doc:"Its key in Camelot notation."`
}

func encodePair(ctx context.Context, p *automix.Pair) pairJSON {
	out := pairJSON{Decks: []pairDeckJSON{}, Understood: encodeUnderstood(p.Understood)}
	for i := range p.Decks {
		d := &p.Decks[i]
		deck := pairDeckJSON{Fits: d.Wanted == nil, Wanted: encodeWanted(ctx, d.Wanted)}
		if d.Track != nil {
			deck.Track = new(things.EncodeTrack(d.Track))
		}
		out.Decks = append(out.Decks, deck)
	}
	return out
}

func encodeWanted(ctx context.Context, w *generation.Outline) *wantedPieceJSON {
	if w == nil {
		return nil
	}
	name := w.Style
	if s := style.Named(name); s != nil {
		name = s.Label.In(music.LanguageOf(ctx))
	}
	return &wantedPieceJSON{
		Prompt: w.Prompt, Duration: int(w.Length.Seconds()), Style: name, BPM: scalar.InTenths(w.BPM), Key: w.Key.String(), Camelot: w.Key.Camelot(),
	}
}

func encodeUnderstood(u *automix.Understood) *understoodPromptJSON {
	if u == nil {
		return nil
	}
	out := &understoodPromptJSON{
		Minutes: edge.OrNull(u.Minutes), Genres: list(u.Genres), Artists: list(u.Artists), Curve: edge.OrNull(string(u.Curve)),
		NoGenres: list(u.WithoutGenres), NoArtists: list(u.WithoutArtists), Missing: list(u.MissingGenres), Asked: edge.OrNull(u.AskedMinutes),
		BPMFrom: edge.OrNull(scalar.InTenths(u.BPMFrom)), BPMTo: edge.OrNull(scalar.InTenths(u.BPMTo)), EnergyFrom: edge.OrNull(scalar.InHundredths(u.EnergyFrom)), EnergyTo: edge.OrNull(scalar.InHundredths(u.EnergyTo)),
		Keys: []string{}, Ignored: list(u.Ignored), Relaxed: list(u.Relaxed),
	}
	for _, k := range u.Keys {
		out.Keys = append(out.Keys, k.Camelot())
	}
	return out
}

// list is never nil, which would be null.
func list(texts []string) []string { return append([]string{}, texts...) }

func seconds(frames int64) scalar.Thousandths {
	return scalar.InThousandths(float64(frames) / plan.Rate)
}

func encodeTrack(c *automix.Score, i int) automixTrackJSON {
	e, t := &c.Plan.Entries[i], &c.Tracks[i]
	side := t.Side()
	out := automixTrackJSON{
		TrackID: e.ID, Title: e.Title, Artist: e.Artist, Start: seconds(e.At), End: seconds(e.At + e.Frames), TrackStart: scalar.InThousandths(e.From), TrackEnd: scalar.InThousandths(e.To),
		Duration: scalar.InThousandths(t.Duration), BPM: edge.OrNull(scalar.InTenths(side.BPM)), Key: edge.OrNull(side.Key.Camelot()), Gain: scalar.InTenths(e.Gain),
	}
	if t.Sound != nil {
		out.Energy = new(scalar.InHundredths(t.Sound.Energy))
	}
	return out
}

func encodeJoin(ctx context.Context, m *automix.Made, i int) automixJoinJSON {
	j, chosen := &m.Score.Plan.Joins[i], m.Score.Choices[i]
	out := automixJoinJSON{
		Number: i + 1, Kind: string(j.Kind), Start: seconds(j.At), Length: seconds(j.Frames), Bars: edge.OrNull(j.Bars), BPM: edge.OrNull(scalar.InTenths(j.BPM)),
		TempoFrom: edge.OrNull(scalar.InTenths(j.From.BPM)), TempoTo: edge.OrNull(scalar.InTenths(j.To.BPM)), KeyFrom: edge.OrNull(j.From.Key.Camelot()), KeyTo: edge.OrNull(j.To.Key.Camelot()),
		KeyRelation: string(j.Keys), Reasons: []joinReasonJSON{}, Chosen: chosenJoinJSON{Kind: edge.OrNull(string(chosen.Kind)), Bars: edge.OrNull(chosen.Bars)},
		IsRendering: m.State == setlist.Rendering && m.Score.Rendered.Changes(i),
	}
	if j.Kind == plan.Blend {
		out.Swap = new(seconds(j.Swap()))
	}
	if chosen.Out > 0 {
		out.Chosen.Start = &out.Start
	}
	for _, r := range j.Reasons {
		args := []string{}
		for _, a := range r.Args {
			args = append(args, fmt.Sprint(a))
		}
		out.Reasons = append(out.Reasons, joinReasonJSON{r.Code, words.Render(music.LanguageOf(ctx), r), args})
	}
	if m.Sound != nil && m.Sound.Check != nil && m.Score.Rendered == nil {
		for k := range m.Sound.Check.Blends {
			if b := &m.Sound.Check.Blends[k]; b.Join == i {
				out.Check = encodeBlendCheck(b)
			}
		}
	}
	return out
}

func encodeBlendCheck(b *check.BlendCheck) *blendCheckJSON {
	out := &blendCheckJSON{
		IsMeasured: !b.IsUnmeasured(), Kicks: b.Kicks[:],
		Flam: scalar.InThousandths(b.Apart()), Spread: scalar.InThousandths(b.Spread), TempoOff: scalar.InThousandths(b.TempoOff),
	}
	if by := b.By(); by != "" {
		out.By = &by
	}
	return out
}

func encodeCheck(ctx context.Context, r *check.Result) *automixCheckJSON {
	return &automixCheckJSON{
		Loudness: scalar.InHundredths(r.Loudness), TruePeak: scalar.InHundredths(r.TruePeak), Silence: scalar.InThousandths(r.Silence),
		Dip: scalar.InHundredths(r.Dip), DipAt: scalar.InThousandths(r.DipAt), Jump: scalar.InHundredths(r.Jump), JumpAt: scalar.InThousandths(r.JumpAt),
		Missed: inWords(ctx, r.Missed()),
	}
}

// inWords returns sentences in the caller's language; never nil, which would be
// null.
func inWords(ctx context.Context, sentences []music.Message) []string {
	out := []string{}
	for _, m := range sentences {
		out = append(out, words.Render(music.LanguageOf(ctx), m))
	}
	return out
}
