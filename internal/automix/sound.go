package automix

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"sonora/internal/automix/check"
	"sonora/internal/automix/plan"
	"sonora/internal/automix/render"
	"sonora/internal/dsp"
	"sonora/internal/music"
	"sonora/internal/setlist"
)

// whole renders the whole mix into a file that people can listen to while it
// grows.
func (w *work) whole(ctx context.Context, m *Made, r *render.Renderer) (*Made, error) {
	file, err := os.Create(w.file(w.id))
	if err != nil {
		return nil, fmt.Errorf("make automix: %w", err)
	}
	defer file.Close()
	w.begin(file.Name(), render.Size(r.Plan))
	master, err := r.MP3(ctx, file, func(bytes int64) {
		w.playable.Store(int64(1000 * render.Playable(r.Plan, bytes)))
		w.sound.Grow(bytes)
	})
	if err != nil {
		return nil, err
	}
	w.sound.Finish()
	return w.keep(ctx, m, r, master, file)
}

// again renders a changed join and copies the rest of the sound.
func (w *work) again(ctx context.Context, m *Made, r *render.Renderer) (*Made, error) {
	was := m.Score.Rendered
	if was == nil || m.Sound == nil {
		return nil, fmt.Errorf("render automix %s again: no join has changed", w.id)
	}
	w.playable.Store(m.Playable.Milliseconds())
	path, release, err := w.Sound(ctx, keyOf(w.id, m.Revision))
	if err != nil {
		return nil, err
	}
	defer release()
	old, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("open sound of automix: %w", err)
	}
	defer old.Close()
	file, err := os.Create(w.file(w.id))
	if err != nil {
		return nil, fmt.Errorf("make automix: %w", err)
	}
	defer file.Close()
	master, err := r.Again(ctx, was.Plan, m.Sound.Master, was.Changes, old, file)
	if err != nil {
		return nil, err
	}
	return w.keep(ctx, m, r, master, file)
}

// drawing passes sound to a waveform.
type drawing struct{ *dsp.Peaks }

// Hear implements ffmpeg.Listener.
func (d drawing) Hear(samples []float32) error {
	d.Write(samples)
	return nil
}

// keep measures the sound in a file and stores it as a blob. It returns the
// automix, which is still busy if joins sound wrong and are to be rendered again.
func (w *work) keep(ctx context.Context, m *Made, r *render.Renderer, master *render.Master, file *os.File) (*Made, error) {
	peaks, err := dsp.NewPeaks(plan.Rate, 2)
	if err != nil {
		return nil, err
	}
	result, err := check.File(ctx, r.FFmpeg, file.Name(), r.Plan, true, drawing{peaks})
	if err != nil {
		return nil, err
	}
	var waveform []byte
	low, mid, high := peaks.Result()
	for _, band := range [][]byte{low, mid, high} {
		waveform = append(waveform, dsp.Overview(band)...)
	}
	size := render.Size(r.Plan)
	if _, err := file.Seek(0, 0); err != nil {
		return nil, fmt.Errorf("keep automix: %w", err)
	}
	revision := m.Revision + 1
	if err := w.Blobs.Put(ctx, keyOf(w.id, revision), file, size); err != nil {
		return nil, fmt.Errorf("keep automix: %w", err)
	}
	x, err := w.ready(ctx, m, r.Plan, &Sound{master, result}, revision, waveform)
	if err != nil {
		return nil, errors.Join(err, w.Blobs.Delete(context.WithoutCancel(ctx), keyOf(w.id, revision)))
	}
	w.settle(ctx, x)
	w.tell(x)
	return decode(x)
}

// ready records the new sound of an automix and its waveform, and plans the joins
// anew that sound wrong.
func (w *work) ready(ctx context.Context, m *Made, p *plan.Plan, sound *Sound, revision int, waveform []byte) (*setlist.Automix, error) {
	m.Score.Rendered = nil
	isEased, err := m.Score.ease(sound.Check)
	if err != nil {
		return nil, err
	}
	state, progress := setlist.Ready, 1.0
	if isEased {
		state, progress = setlist.Rendering, w.done
	}
	score, err := json.Marshal(m.Score)
	if err != nil {
		return nil, err
	}
	measured, err := json.Marshal(sound)
	if err != nil {
		return nil, err
	}
	return w.Store.ChangeAutomix(ctx, w.id, w.Now(), func(x *setlist.Automix) error {
		x.State, x.Reason, x.Progress, x.Revision = state, music.Message{}, progress, revision
		x.Waveform = waveform
		x.Score, x.Sound, x.Missed = score, measured, len(sound.Check.Missed())
		x.Duration, x.Size = lengthOf(p), render.Size(p)
		x.Playable = x.Duration
		return nil
	})
}

// settle removes the working file and the previous sound once a new sound is
// stored, and updates the mix that the automix was published as.
func (s *Service) settle(ctx context.Context, x *setlist.Automix) {
	var errs []error
	if err := os.Remove(s.file(x.ID)); !errors.Is(err, fs.ErrNotExist) {
		errs = append(errs, err)
	}
	if x.Revision > 1 {
		errs = append(errs, s.Blobs.Delete(ctx, keyOf(x.ID, x.Revision-1)))
	}
	if x.MixID != "" {
		err := s.changeMix(ctx, x.MixID, func(m *music.Mix) { m.Duration, m.Size = x.Duration, x.Size })
		errs = append(errs, err)
	}
	if err := errors.Join(errs...); err != nil {
		s.Log.Warn("tidy automix failed", "automix", x.ID, "error", err)
	}
}
