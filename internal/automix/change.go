package automix

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"math"
	"slices"

	"sonora/internal/automix/plan"
	"sonora/internal/djmix"
	"sonora/internal/music"
	"sonora/internal/setlist"
)

// Join holds the fields of a join that a person changes; nil leaves a field as
// it is. A zero value behind a pointer leaves the field to the planner.
type Join struct {
	Kind  *plan.Kind
	Bars  *int     // of a blend
	Start *float64 // where it begins, in seconds of the mix
}

var (
	errNotReady = music.NewError(music.Conflict, "The mix is not ready yet.")
	errNoJoin   = music.NewError(music.NotFound, "There is no such join.")
	errNoRoom   = music.FieldError(music.Invalid, "start", music.Say("There is not enough room for this: it would change the join before or after it."))
)

// ChangeJoin changes the join with the given number, from 0. The new sound is
// rendered in the background. ChangeJoin returns Conflict if this automix is
// not ready or another one of the viewer's is being made, and Invalid if the
// tracks cannot be joined like that.
func (s *Service) ChangeJoin(ctx context.Context, v music.Viewer, id string, number int, j Join) (*Made, error) {
	if err := j.check(); err != nil {
		return nil, err
	}
	if _, err := s.Store.Automix(ctx, v, id); err != nil {
		return nil, err
	}
	x, err := s.Store.RemakeAutomix(ctx, id, s.Now(), limits, func(x *setlist.Automix) error { return rejoin(x, number, j) })
	if err != nil {
		return nil, err
	}
	if x.State == setlist.Rendering {
		if err := s.enqueue(ctx, x); err != nil {
			return nil, err
		}
	}
	s.tell(x)
	return decode(x)
}

func (j *Join) check() error {
	f := music.FieldErrors{}
	if j.Kind != nil && *j.Kind != "" && !slices.Contains(plan.Kinds, *j.Kind) {
		f.Add("kind", "Choose blend, cut, echo, fade or gapless.")
	}
	if j.Bars != nil {
		checkBars(f, *j.Bars)
	}
	if j.Start != nil {
		f.Within("start", *j.Start, 0, 24*60*60)
	}
	return f.Err()
}

// rejoin plans an automix again with one changed join.
func rejoin(x *setlist.Automix, number int, j Join) error {
	if x.State != setlist.Ready {
		return errNotReady
	}
	m, err := decode(x)
	if err != nil {
		return err
	}
	score := m.Score
	if number < 0 || number >= len(score.Plan.Joins) {
		return errNoJoin
	}
	choices := maps.Clone(score.Choices)
	if choices == nil {
		choices = map[int]plan.Choice{}
	}
	before := &score.Plan.Entries[number]
	if j.Start != nil && *j.Start > 0 && before.TrackTime(inSamples(*j.Start)) <= before.From {
		return errNoRoom
	}
	choices[number] = j.over(choices[number], before)
	next, err := score.Plan.Rejoin(score.Tracks, number, score.options(choices))
	if errors.Is(err, plan.ErrNoRoom) {
		return errNoRoom
	}
	if err != nil {
		return err
	}
	if err := checkFit(next, score.Plan, number, choices[number], j); err != nil {
		return err
	}
	if next.IsSame(score.Plan) {
		score.Choices = choices
		x.Score, err = json.Marshal(score)
		return err // the join is already like this
	}
	score.Rendered = &Rendered{Join: number, Plan: score.Plan, Choices: score.Choices}
	score.Plan, score.Choices = next, choices
	x.State, x.Reason, x.Progress = setlist.Rendering, music.Message{}, 0
	x.Score, err = json.Marshal(score)
	return err
}

// over returns c with the fields that the person changed. e is the entry before
// the join.
func (j *Join) over(c plan.Choice, e *plan.Entry) plan.Choice {
	if j.Kind != nil {
		c.Kind = *j.Kind
	}
	if j.Bars != nil {
		c.Bars = *j.Bars
	}
	if j.Start != nil {
		c.Out = 0
		if *j.Start > 0 {
			c.Out = e.TrackTime(inSamples(*j.Start))
		}
	}
	return c
}

func inSamples(seconds float64) int64 { return int64(math.Round(seconds * plan.Rate)) }

// checkFit returns nil if the plan next joins the tracks as the person chose, and
// otherwise an error that says what does not fit.
func checkFit(next, old *plan.Plan, number int, c plan.Choice, j Join) error {
	f := music.FieldErrors{}
	got := &next.Joins[number]
	if c.Kind != "" && got.Kind != c.Kind {
		f.Add("kind", "These tracks cannot be joined in the way you chose.")
	}
	switch {
	case c.Bars == 0 || j.Bars == nil:
	case c.Kind != "" && c.Kind != plan.Blend:
		f.Add("bars", "Only a blend has a number of bars.")
	case got.Kind != plan.Blend || got.Bars != c.Bars:
		f.Add("bars", "There are not enough bars for a blend.")
	}
	if err := f.Err(); err != nil {
		return err
	}
	const far = 8.0 // s, two bars of slow music
	isMoved := j.Start != nil && *j.Start > 0
	if isMoved && (math.Abs(next.Entries[number].Out-c.Out) > far || j.Kind == nil && got.Kind != old.Joins[number].Kind) {
		return errNoRoom
	}
	return nil
}

// Publication holds what a person states when publishing an automix.
type Publication struct {
	DJName, Description, Genre string
	IsPublic                   bool
}

var errPublished = music.NewError(music.Conflict, "This mix is published already.")

// Publish publishes one of the viewer's automixes as a mix. The mix has the ID
// of the automix and follows its later changes.
func (s *Service) Publish(ctx context.Context, v music.Viewer, id string, p Publication) (*music.Mix, error) {
	m, err := s.Get(ctx, v, id)
	if err != nil {
		return nil, err
	}
	switch {
	case m.State != setlist.Ready:
		return nil, errNotReady
	case m.MixID != "":
		return nil, errPublished
	}
	if err := s.Store.CheckReviewed(ctx, m.trackIDs()...); err != nil {
		return nil, err
	}
	mix := music.NewMix()
	mix.ID, mix.OwnerID, mix.CreatedAt, mix.Category = m.ID, m.OwnerID, s.Now(), "Auto mix"
	mix.AudioURL = "/api/mixes/" + mix.ID + "/stream"
	mix.Title, mix.DJName, mix.Description, mix.Genre, mix.IsPublic = m.Title, p.DJName, p.Description, p.Genre, p.IsPublic
	mix.Duration, mix.Size, mix.BPM = m.Duration, m.Size, tempoOf(m.Score)
	if mix.DJName == "" {
		a, err := s.Store.AccountByID(ctx, m.OwnerID)
		if err != nil {
			return nil, err
		}
		mix.DJName = a.FullName()
	}
	if mix.CoverImageURL, err = s.coverOf(ctx, v, m.Score); err != nil {
		return nil, err
	}
	err = s.Store.CreateMix(ctx, &mix)
	if err != nil && music.CodeOf(err) == music.Conflict { // published by another request
		return nil, errPublished
	}
	if err != nil {
		return nil, err
	}
	x, err := s.Store.AutomixByID(ctx, id)
	if err != nil { // deleted in the meantime
		return nil, errors.Join(err, s.withdraw(ctx, id))
	}
	s.tell(x)
	s.tellMixes()
	return &mix, nil
}

// trackIDs returns the IDs of the tracks in the mix.
func (m *Made) trackIDs() []string {
	ids := make([]string, len(m.Score.Tracks))
	for i := range m.Score.Tracks {
		ids[i] = m.Score.Tracks[i].ID
	}
	return ids
}

// changeMix changes the mix that an automix was published as.
func (s *Service) changeMix(ctx context.Context, mixID string, alter func(*music.Mix)) error {
	if _, err := s.Store.ChangeMix(ctx, mixID, alter); err != nil {
		return err
	}
	s.tellMixes()
	return nil
}

// withdraw deletes the mix that an automix was published as, if there is one.
func (s *Service) withdraw(ctx context.Context, mixID string) error {
	err := s.Store.DeleteMix(ctx, mixID)
	if errors.Is(err, music.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	s.tellMixes()
	return nil
}

// tellMixes tells browsers that the mixes changed.
func (s *Service) tellMixes() { s.Events.Publish(music.Event{Type: music.EventMix}) }

// coverOf returns the path of the first cover among the tracks of a score; "" for
// none.
func (s *Service) coverOf(ctx context.Context, v music.Viewer, c *Score) (string, error) {
	for i := range c.Tracks {
		t, err := s.Store.Track(ctx, v, c.Tracks[i].ID)
		switch {
		case err == nil && t.Cover != "":
			return "/api/covers/" + t.Cover, nil
		case err != nil && music.CodeOf(err) != music.NotFound:
			return "", err
		}
	}
	return "", nil
}

// tempoOf returns the tempo of the track in the middle of a mix, in whole beats
// per minute; 0 if that track has no steady beat.
func tempoOf(c *Score) float64 {
	if len(c.Plan.Joins) == 0 {
		return 0
	}
	return math.Round(c.Plan.Joins[len(c.Plan.Joins)/2].From.BPM)
}

// Tracklist returns the tracks of a mix that was published from an automix,
// with their times in its current sound. It returns NotFound for any other mix,
// and for one that the viewer may not see.
func (s *Service) Tracklist(ctx context.Context, v music.Viewer, mixID string) ([]djmix.Entry, error) {
	x, err := s.ofMix(ctx, v, mixID)
	if err != nil {
		return nil, err
	}
	m, err := decode(x)
	if err != nil {
		return nil, err
	}
	list := []djmix.Entry{}
	for _, e := range m.Score.renderedPlan().Entries {
		list = append(list, djmix.Entry{Seconds: float64(e.At) / plan.Rate, Artist: e.Artist, Title: e.Title, TrackID: e.ID})
	}
	return list, nil
}

// ofMix returns the automix that was published as a mix, if the viewer may see that.
func (s *Service) ofMix(ctx context.Context, v music.Viewer, mixID string) (*setlist.Automix, error) {
	if _, err := s.Store.Mix(ctx, v, mixID); err != nil {
		return nil, err
	}
	return s.Store.AutomixOfMix(ctx, mixID)
}
