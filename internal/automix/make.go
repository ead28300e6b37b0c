package automix

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"sync/atomic"
	"syscall"
	"time"

	"sonora/internal/automix/check"
	"sonora/internal/automix/plan"
	"sonora/internal/automix/render"
	"sonora/internal/blob"
	"sonora/internal/dsp"
	"sonora/internal/media/ffmpeg"
	"sonora/internal/music"
	"sonora/internal/setlist"
	"sonora/internal/sound"
)

const (
	noteEvery = time.Second // minimum time between two reports of progress
	analysing = 0.3         // share of the work done when all tracks are analysed
	measuring = 0.93        // share of the work done when the sound is rendered
	spareDisk = 500 << 20   // bytes of the disk that stay free
)

var (
	errGone       = music.NewError(music.NotFound, "The mix was deleted.")
	errNoFFmpeg   = music.NewError(music.Conflict, "This server cannot make mixes: it has no ffmpeg.")
	errNoDisk     = music.NewError(music.Conflict, "There is not enough room on the server's disk for this mix.")
	errInternal   = music.Say("The mix could not be made because of an internal error. The log has the details.")
	errUnplayable = music.NewError(music.Invalid, "None of the tracks can be played.")
)

// payload is the payload of a job.
type payload struct {
	ID string `json:"id"` // of the automix
}

func automixOf(j *music.Job) string {
	var p payload
	if json.Unmarshal(j.Payload, &p) != nil {
		return ""
	}
	return p.ID
}

// work is an automix that this server is making.
type work struct {
	*Service
	id       string
	owner    string
	state    setlist.State
	stop     context.CancelCauseFunc
	progress func(float64) // of the job
	noted    time.Time
	playable atomic.Int64 // ms
	sound    *growing     // nil before rendering begins
}

// run executes a job: it makes an automix, or renders a changed join. If the
// server was killed, the job runs again from the beginning.
func (s *Service) run(ctx context.Context, j *music.Job, progress func(float64)) (any, error) {
	id := automixOf(j)
	x, err := s.Store.AutomixByID(ctx, id)
	if music.CodeOf(err) == music.NotFound || err == nil && !x.IsBusy() {
		return nil, nil // deleted, or made by an earlier attempt
	}
	if err != nil {
		return nil, err
	}
	working, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	w := &work{Service: s, id: id, owner: x.OwnerID, state: x.State, stop: stop, progress: progress}
	s.enter(w)
	defer s.leave(w)
	err = w.make(working, x)
	if err != nil && ctx.Err() == nil {
		w.discard()
	}
	switch {
	case err == nil, errors.Is(context.Cause(working), errGone):
		return nil, nil
	case ctx.Err() != nil, errors.Is(err, blob.ErrUnavailable): // another attempt may succeed
		return nil, err
	}
	return nil, s.fail(context.WithoutCancel(ctx), id, err)
}

// discard deletes the unfinished sound.
func (w *work) discard() {
	if err := os.Remove(w.file(w.id)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		w.Log.Warn("delete unfinished automix failed", "automix", w.id, "error", err)
	}
}

func (s *Service) enter(w *work) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.running[w.id] = w
}

func (s *Service) leave(w *work) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.running[w.id] == w {
		delete(s.running, w.id)
	}
	w.sound.end()
}

// stop stops the work on an automix if this server is making it.
func (s *Service) stop(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if w := s.running[id]; w != nil {
		w.stop(errGone)
	}
}

func (s *Service) isRunning(id string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.running[id] != nil
}

// fail records why an automix could not be made. If only the change of a join
// failed, it restores the previous mix.
func (s *Service) fail(ctx context.Context, id string, why error) error {
	reason := errInternal
	if public, ok := errors.AsType[*music.Error](why); ok && public.Code != music.Internal {
		reason = public.Detail
	} else if errors.Is(why, syscall.ENOSPC) {
		reason = errNoDisk.Detail
	}
	s.Log.Error("make automix failed", "automix", id, "error", why)
	x, err := s.Store.ChangeAutomix(ctx, id, s.Now(), func(x *setlist.Automix) error {
		x.State, x.Reason, x.Progress = setlist.Failed, reason, 0
		if x.Revision == 0 {
			x.Playable = 0
			return nil
		}
		x.State = setlist.Ready
		m, err := decode(x)
		if err != nil || m.Score.Rendered == nil {
			return err
		}
		m.Score.Plan, m.Score.Choices, m.Score.Rendered = m.Score.Rendered.Plan, m.Score.Rendered.Choices, nil
		x.Duration = lengthOf(m.Score.Plan)
		x.Score, err = json.Marshal(m.Score)
		return err
	})
	if music.CodeOf(err) == music.NotFound {
		return nil
	}
	if err == nil {
		s.tell(x)
	}
	return err
}

func lengthOf(p *plan.Plan) time.Duration {
	return time.Duration(float64(p.Frames) / plan.Rate * float64(time.Second))
}

// make makes an automix.
func (w *work) make(ctx context.Context, x *setlist.Automix) error {
	m, err := decode(x)
	if err != nil {
		return err
	}
	runner, err := w.FFmpeg(ctx)
	if errors.Is(err, ffmpeg.ErrNotFound) {
		return errNoFFmpeg
	}
	if err != nil {
		return err
	}
	if m.Score == nil {
		if m, err = w.plan(ctx, m, runner.CanStretch()); err != nil {
			return err
		}
	}
	if err := os.MkdirAll(w.Folder, 0o750); err != nil {
		return fmt.Errorf("make automix: %w", err)
	}
	if err := w.checkDisk(m.Score.Plan); err != nil {
		return err
	}
	files, release, err := w.files(ctx, m)
	defer release()
	if err != nil {
		return err
	}
	r := &render.Renderer{FFmpeg: runner, Plan: m.Score.Plan, Files: files, Folder: w.Folder, Idle: true, Progress: func(share float64) {
		w.note(ctx, analysing+(measuring-analysing)*share)
	}}
	if m.Revision > 0 {
		return w.again(ctx, m, r)
	}
	return w.whole(ctx, m, r)
}

// note reports progress to the job, and at most once per noteEvery to the
// database and to browsers. It stops the work if the automix was deleted.
func (w *work) note(ctx context.Context, share float64) {
	w.progress(share)
	now := w.Now()
	if now.Sub(w.noted) < noteEvery {
		return
	}
	w.noted = now
	playable := time.Duration(w.playable.Load()) * time.Millisecond
	err := w.Store.NoteAutomix(ctx, w.id, share, playable)
	if music.CodeOf(err) == music.NotFound {
		w.stop(errGone)
		return
	}
	if err != nil {
		w.Log.Warn("store progress of automix failed", "automix", w.id, "error", err)
		return
	}
	w.tell(&setlist.Automix{ID: w.id, OwnerID: w.owner, State: w.state, Progress: share, Playable: playable})
}

// plan analyses tracks that are not analysed yet, then chooses the order and
// the joins.
func (w *work) plan(ctx context.Context, m *Made, keyLock bool) (*Made, error) {
	v, err := w.viewer(ctx, m.OwnerID)
	if err != nil {
		return nil, err
	}
	score := &Score{KeyLock: keyLock, Bars: m.Wishes.Bars}
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
	if len(score.Tracks) == 0 {
		return nil, errUnplayable
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
	text, err := json.Marshal(score)
	if err != nil {
		return nil, err
	}
	x, err := w.Store.ChangeAutomix(ctx, w.id, w.Now(), func(x *setlist.Automix) error {
		x.State, x.Score, x.Tracks, x.Duration, x.Size = setlist.Rendering, text, len(ordered), lengthOf(score.Plan), render.Size(score.Plan)
		return nil
	})
	if err != nil {
		return nil, err
	}
	w.state = x.State
	w.tell(x)
	return decode(x)
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
	}
	out := &plan.Track{ID: t.ID, Title: t.Title, Artist: t.Artist, AlbumID: t.AlbumID, Disc: t.Disc, Number: t.Number, Duration: t.Duration.Seconds()}
	if out.Sound, err = w.analysisOf(ctx, v, id); err != nil {
		return nil, nil, err
	}
	if s := out.Sound; s != nil && s.SampleRate > 0 {
		out.Duration = float64(s.Samples) / float64(s.SampleRate)
	}
	if !plan.CanMix(out) {
		return nil, &Skipped{id, t.Title, music.Say("The track is too short or too long for a mix.")}, nil
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

// checkDisk returns an error if the disk has no room for the scratch file and the
// sound.
func (w *work) checkDisk(p *plan.Plan) error {
	free, err := w.Free(w.Folder)
	if err != nil {
		return fmt.Errorf("make automix: %w", err)
	}
	if free < render.TemporarySize(p)+2*render.Size(p)+spareDisk {
		return errNoDisk
	}
	return nil
}

// files returns the paths of the mix's tracks on the local disk.
func (w *work) files(ctx context.Context, m *Made) (paths []string, release func(), err error) {
	var releases []func()
	release = func() {
		for _, r := range releases {
			r()
		}
	}
	v, err := w.viewer(ctx, m.OwnerID)
	if err != nil {
		return nil, release, err
	}
	for i := range m.Score.Tracks {
		t := &m.Score.Tracks[i]
		file, err := w.Store.TrackFile(ctx, v, t.ID)
		if music.CodeOf(err) == music.NotFound {
			return nil, release, music.NewError(music.NotFound, "The file of “%s” is missing.", t.Title)
		}
		if err != nil {
			return nil, release, err
		}
		path, done, err := w.Local(ctx, file)
		if errors.Is(err, os.ErrNotExist) {
			return nil, release, music.NewError(music.NotFound, "The file of “%s” is missing.", t.Title)
		}
		if err != nil {
			return nil, release, err
		}
		releases, paths = append(releases, done), append(paths, path)
	}
	return paths, release, nil
}

// whole renders the whole mix into a file that people can listen to while it
// grows.
func (w *work) whole(ctx context.Context, m *Made, r *render.Renderer) error {
	file, err := os.Create(w.file(w.id))
	if err != nil {
		return fmt.Errorf("make automix: %w", err)
	}
	defer file.Close()
	w.begin(file.Name(), render.Size(r.Plan))
	master, err := r.MP3(ctx, file, func(bytes int64) {
		w.playable.Store(int64(1000 * render.Playable(r.Plan, bytes)))
		w.sound.grow(bytes)
	})
	if err != nil {
		return err
	}
	w.sound.finish()
	return w.keep(ctx, m, r, master, file)
}

// again renders a changed join and copies the rest of the sound.
func (w *work) again(ctx context.Context, m *Made, r *render.Renderer) error {
	was := m.Score.Rendered
	if was == nil || m.Sound == nil {
		return fmt.Errorf("render automix %s again: no join has changed", w.id)
	}
	w.playable.Store(m.Playable.Milliseconds())
	path, release, err := w.Sound(ctx, keyOf(w.id, m.Revision))
	if err != nil {
		return err
	}
	defer release()
	old, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("open sound of automix: %w", err)
	}
	defer old.Close()
	file, err := os.Create(w.file(w.id))
	if err != nil {
		return fmt.Errorf("make automix: %w", err)
	}
	defer file.Close()
	master, err := r.Again(ctx, was.Plan, m.Sound.Master, func(i int) bool { return i == was.Join }, old, file)
	if err != nil {
		return err
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

// keep measures the sound in a file and stores it as a blob.
func (w *work) keep(ctx context.Context, m *Made, r *render.Renderer, master *render.Master, file *os.File) error {
	w.note(ctx, measuring)
	peaks, err := dsp.NewPeaks(plan.Rate, 2)
	if err != nil {
		return err
	}
	result, err := check.File(ctx, r.FFmpeg, file.Name(), r.Plan, true, drawing{peaks})
	if err != nil {
		return err
	}
	var waveform []byte
	low, mid, high := peaks.Result()
	for _, band := range [][]byte{low, mid, high} {
		waveform = append(waveform, dsp.Overview(band)...)
	}
	size := render.Size(r.Plan)
	if _, err := file.Seek(0, 0); err != nil {
		return fmt.Errorf("keep automix: %w", err)
	}
	revision := m.Revision + 1
	if err := w.Blobs.Put(ctx, keyOf(w.id, revision), file, size); err != nil {
		return fmt.Errorf("keep automix: %w", err)
	}
	x, err := w.ready(ctx, m, r.Plan, &Sound{master, result}, revision)
	if err != nil {
		return errors.Join(err, w.Blobs.Delete(context.WithoutCancel(ctx), keyOf(w.id, revision)))
	}
	if err := w.Store.SetAutomixWaveform(ctx, w.id, waveform); err != nil {
		w.Log.Warn("keep waveform of automix failed", "automix", w.id, "error", err)
	}
	w.settle(ctx, x)
	w.tell(x)
	return nil
}

// ready records the new sound of an automix.
func (w *work) ready(ctx context.Context, m *Made, p *plan.Plan, sound *Sound, revision int) (*setlist.Automix, error) {
	m.Score.Rendered = nil
	score, err := json.Marshal(m.Score)
	if err != nil {
		return nil, err
	}
	measured, err := json.Marshal(sound)
	if err != nil {
		return nil, err
	}
	return w.Store.ChangeAutomix(ctx, w.id, w.Now(), func(x *setlist.Automix) error {
		x.State, x.Reason, x.Progress, x.Revision = setlist.Ready, music.Message{}, 1, revision
		x.Score, x.Sound, x.Missed = score, measured, len(sound.Check.Missed())
		x.Duration, x.Size = lengthOf(p), render.Size(p)
		x.Playable = x.Duration
		return nil
	})
}

// settle removes the working file and the previous sound once a new sound is
// stored, and updates the mix that the automix was published as.
func (w *work) settle(ctx context.Context, x *setlist.Automix) {
	errs := []error{os.Remove(w.file(w.id))}
	if x.Revision > 1 {
		errs = append(errs, w.Blobs.Delete(ctx, keyOf(w.id, x.Revision-1)))
	}
	if x.MixID != "" {
		err := w.changeMix(ctx, x.MixID, func(m *music.Mix) { m.Duration, m.Size = x.Duration, x.Size })
		errs = append(errs, err)
	}
	if err := errors.Join(errs...); err != nil {
		w.Log.Warn("tidy automix failed", "automix", w.id, "error", err)
	}
}
