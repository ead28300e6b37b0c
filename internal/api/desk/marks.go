package desk

import (
	"context"

	"github.com/danielgtaylor/huma/v2"

	"sonora/internal/api/things"
	"sonora/internal/edge"
	"sonora/internal/marks"
	"sonora/internal/sound"
)

type hotCueJSON struct {
	Slot  int     `json:"slot" doc:"The button, 0 to 7."`
	At    float64 `json:"at" doc:"Time in seconds."`
	Name  string  `json:"name" doc:"Up to 40 characters, or empty."`
	Color string  `json:"color" doc:"#rrggbb, or empty for the colour of its button."`
}

type savedLoopJSON struct {
	From float64 `json:"from" doc:"Start in seconds."`
	To   float64 `json:"to" doc:"End in seconds."`
	Name string  `json:"name" doc:"Up to 40 characters, or empty."`
	Pad  *int    `json:"pad,omitempty" doc:"The pad that it has in other DJ programs, 0 to 7, if it has one."`
}

type ownSegmentJSON struct {
	Start float64 `json:"start" doc:"Time of its first beat in seconds."`
	BPM   float64 `json:"bpm" doc:"Beats per minute of this run of beats."`
	Beats int     `json:"beats" doc:"Number of beats until the next segment or the end."`
}

type ownGridJSON struct {
	Segments []ownSegmentJSON `json:"segments" doc:"Runs of evenly spaced beats."`
	Downbeat int              `json:"downbeat" doc:"Index of the first downbeat among the beats."`
	Meter    int              `json:"meter" doc:"Beats per bar."`
}

// Schema implements huma.SchemaProvider: huma does not support nullable objects.
func (ownGridJSON) Schema(r huma.Registry) *huma.Schema {
	type plain ownGridJSON
	return things.Nullable[plain](r)
}

// marksJSON is the marks of a track. Times are in seconds.
type marksJSON struct {
	Cue     *float64        `json:"cue" doc:"Time of the main cue in seconds; null if it was never set."`
	HotCues []hotCueJSON    `json:"hotCues" doc:"Points to jump to, by their buttons."`
	Loops   []savedLoopJSON `json:"loops" doc:"Saved loops, at most 8."`
	Grid    *ownGridJSON    `json:"grid" doc:"Your own beat grid, which replaces the one of the analysis; null for none."`
}

func encodeMarks(m *marks.Marks) marksJSON {
	out := marksJSON{Cue: m.Cue, HotCues: []hotCueJSON{}, Loops: []savedLoopJSON{}}
	for _, c := range m.HotCues {
		out.HotCues = append(out.HotCues, hotCueJSON(c))
	}
	for _, l := range m.Loops {
		out.Loops = append(out.Loops, savedLoopJSON(l))
	}
	if g := m.Grid; g != nil {
		out.Grid = &ownGridJSON{[]ownSegmentJSON{}, g.Downbeat, g.Meter}
		for _, s := range g.Segments {
			out.Grid.Segments = append(out.Grid.Segments, ownSegmentJSON(s))
		}
	}
	return out
}

func (j *marksJSON) decode() *marks.Marks {
	m := &marks.Marks{Cue: j.Cue}
	for _, c := range j.HotCues {
		m.HotCues = append(m.HotCues, marks.HotCue(c))
	}
	for _, l := range j.Loops {
		m.Loops = append(m.Loops, marks.Loop(l))
	}
	if g := j.Grid; g != nil {
		m.Grid = &marks.Grid{Downbeat: g.Downbeat, Meter: g.Meter}
		for _, s := range g.Segments {
			m.Grid.Segments = append(m.Grid.Segments, sound.GridSegment(s))
		}
	}
	return m
}

// marksOutput is the marks of a track with their version.
type marksOutput struct {
	Version int64 `header:"X-Marks-Version" doc:"Version of the marks, which increases with every change; 0 without marks."`
	Body    marksJSON
}

func output(k *marks.Kept, err error) (*marksOutput, error) {
	if err != nil {
		return nil, err
	}
	return &marksOutput{k.Version, encodeMarks(&k.Marks)}, nil
}

func (a *API) marks(ctx context.Context, in *edge.ItemPath) (*marksOutput, error) {
	return output(a.desk.Marks(ctx, edge.Viewer(ctx), in.ID))
}

type marksInput struct {
	ID   string `path:"id" maxLength:"64" doc:"ID of the track."`
	Body marksJSON
}

func (a *API) saveMarks(ctx context.Context, in *marksInput) (*marksOutput, error) {
	return output(a.desk.Save(ctx, edge.Viewer(ctx), in.ID, in.Body.decode()))
}

func (a *API) clearMarks(ctx context.Context, in *edge.ItemPath) (*struct{}, error) {
	_, err := a.desk.Save(ctx, edge.Viewer(ctx), in.ID, &marks.Marks{})
	return nil, err
}
