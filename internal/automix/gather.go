package automix

import (
	"context"
	"encoding/json"
	"errors"
	"slices"

	"sonora/internal/automix/plan"
	"sonora/internal/automix/render"
	"sonora/internal/music"
	"sonora/internal/setlist"
	"sonora/internal/sound"
)

// plan analyses tracks that are not analysed yet, then chooses the order and
// the joins.
func (w *work) plan(ctx context.Context, m *Made, keyLock bool) (*Made, error) {
	v, err := w.viewer(ctx, m.OwnerID)
	if err != nil {
		return nil, err
	}
	score := &Score{KeyLock: keyLock, Bars: m.Wishes.Bars}
	for _, id := range m.Wishes.Unknown {
		score.Skipped = append(score.Skipped, Skipped{TrackID: id, Reason: music.Say("There is no such track.")})
	}
	for i, id := range m.Wishes.Chosen {
		w.note(ctx, analysing*float64(i)/float64(len(m.Wishes.Chosen)))
		t, skipped, err := w.track(ctx, v, id)
		if err != nil {
			return nil, err
		}
		if skipped != nil {
			score.Skipped = append(score.Skipped, *skipped)
			continue
		}
		score.Tracks = append(score.Tracks, *t)
	}
	switch len(score.Tracks) {
	case 0:
		return nil, errors.Join(errUnplayable, w.explain(ctx, score))
	case 1:
		return nil, errors.Join(onlyOne(score.Tracks[0].Title), w.explain(ctx, score))
	}
	first, err := plan.Build(score.Tracks, m.Wishes.planOptions(score.Tracks, plan.Options{KeyLock: keyLock, JoinStep: render.Step}))
	if err != nil {
		return nil, err
	}
	ordered := make([]plan.Track, len(first.Entries))
	for i, e := range first.Entries {
		ordered[i] = score.Tracks[e.Track]
	}
	score.Tracks = ordered
	if score.Plan, err = plan.Build(ordered, score.options(nil)); err != nil {
		return nil, err
	}
	size := render.Size(score.Plan)
	if err := w.checkQuota(ctx, m.OwnerID, size); err != nil {
		return nil, err
	}
	text, err := json.Marshal(score)
	if err != nil {
		return nil, err
	}
	x, err := w.Store.ChangeAutomix(ctx, w.id, w.Now(), func(x *setlist.Automix) error {
		x.State, x.Score, x.Tracks, x.Duration, x.Size = setlist.Rendering, text, len(ordered), lengthOf(score.Plan), size
		return nil
	})
	if err != nil {
		return nil, err
	}
	w.state = x.State
	w.tell(x)
	return decode(x)
}

// onlyOne returns the error of a mix whose other tracks were all skipped.
func onlyOne(title string) error {
	return music.NewError(music.Invalid, "Only “%s” can be mixed, and a mix needs two tracks. You can play that track, or make a mix with others.", title)
}

// explain stores why tracks cannot be in the mix.
func (w *work) explain(ctx context.Context, score *Score) error {
	score.Plan = &plan.Plan{}
	text, err := json.Marshal(score)
	if err != nil {
		return err
	}
	_, err = w.Store.ChangeAutomix(ctx, w.id, w.Now(), func(x *setlist.Automix) error {
		x.Score = text
		return nil
	})
	return err
}

// viewer returns the person for whom an automix is made.
func (w *work) viewer(ctx context.Context, accountID string) (music.Viewer, error) {
	a, err := w.Store.AccountByID(ctx, accountID)
	if err != nil {
		return music.Viewer{}, err
	}
	return music.Viewer{AccountID: a.ID, Role: a.Role}, nil
}

// track returns a track to mix, or the reason why it is skipped.
func (w *work) track(ctx context.Context, v music.Viewer, id string) (*plan.Track, *Skipped, error) {
	t, err := w.Store.Track(ctx, v, id)
	switch {
	case music.CodeOf(err) == music.NotFound:
		return nil, &Skipped{TrackID: id, Reason: music.Say("The track was deleted.")}, nil
	case err != nil:
		return nil, nil, err
	case !t.MissingAt.IsZero():
		return nil, &Skipped{id, t.Title, music.Say("The file of this track is missing.")}, nil
	case slices.Contains(w.unreadable, id):
		return nil, &Skipped{id, t.Title, music.Say("The file of this track cannot be read.")}, nil
	}
	out := &plan.Track{ID: t.ID, Title: t.Title, Artist: t.Artist, AlbumID: t.AlbumID, Disc: t.Disc, Number: t.Number, Duration: t.Duration.Seconds()}
	if out.Sound, err = w.analysisOf(ctx, v, id); err != nil {
		return nil, nil, err
	}
	if s := out.Sound; s != nil && s.SampleRate > 0 {
		out.Duration = float64(s.Samples) / float64(s.SampleRate)
	}
	if why := out.Unfit(); !why.IsZero() {
		return nil, &Skipped{id, t.Title, why}, nil
	}
	return out, nil, nil
}

// analysisOf returns the analysis of a track, with people's corrections. It
// analyses the track if necessary and returns nil if that is impossible; such a
// track is joined like one without a steady beat.
func (w *work) analysisOf(ctx context.Context, v music.Viewer, id string) (*sound.Analysis, error) {
	a, err := w.Store.TrackAnalysis(ctx, v, id)
	if err == nil && a.State == sound.StateWaiting {
		if err := w.Analyse(ctx, id); err != nil {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			w.Log.Warn("analyse track of automix failed", "automix", w.id, "track", id, "error", err)
		}
		a, err = w.Store.TrackAnalysis(ctx, v, id)
	}
	if err != nil || a.Measured == nil {
		return nil, err
	}
	return w.Correct(a.Measured, &a.Edit), nil
}
