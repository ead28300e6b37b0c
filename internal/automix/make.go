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

	"sonora/internal/automix/plan"
	"sonora/internal/automix/render"
	"sonora/internal/blob"
	"sonora/internal/intake"
	"sonora/internal/job"
	"sonora/internal/media/ffmpeg"
	"sonora/internal/music"
	"sonora/internal/setlist"
)

const (
	noteEvery = time.Second // minimum time between two reports of progress
	analysing = 0.3         // share of the work done when all tracks are analysed
	rendering = 0.9         // share of the work left that is done when the sound is rendered
)

var (
	errGone       = music.NewError(music.NotFound, "The mix was deleted.")
	errNoFFmpeg   = music.NewError(music.Conflict, "This server cannot make mixes: it has no ffmpeg.")
	errNoDisk     = music.NewError(music.Conflict, "There is not enough room on the server's disk for this mix.")
	errInternal   = music.Say("The mix could not be made because of an internal error. The log has the details.")
	errVanished   = music.Say("The file of a track disappeared while the mix was made. Make the mix again.")
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
	done     float64       // share of the work done so far
	noted    time.Time
	left     chan struct{} // closed at the end
	playable atomic.Int64  // ms
	sound    *blob.Growing // nil before rendering begins
	soundID  string        // of this rendering

	unreadable []string // IDs of tracks whose files cannot be read
}

// runs returns the handler of jobs that do a part of the work on an automix. If the
// server was killed, the job runs again from the beginning.
func (s *Service) runs(do func(*work, context.Context, *setlist.Automix) error) job.Handler {
	return func(ctx context.Context, j *music.Job, progress func(float64)) (any, error) {
		return nil, s.run(ctx, automixOf(j), progress, do)
	}
}

func (s *Service) run(ctx context.Context, id string, progress func(float64), do func(*work, context.Context, *setlist.Automix) error) error {
	working, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	w := &work{Service: s, id: id, stop: stop, progress: progress, left: make(chan struct{})}
	if err := s.enter(ctx, w); err != nil {
		return err
	}
	defer s.leave(w)
	x, err := s.Store.AutomixByID(ctx, id)
	if music.CodeOf(err) == music.NotFound {
		return nil // deleted
	}
	if err != nil {
		return err
	}
	if !x.IsBusy() { // made by an earlier attempt, which may have been interrupted afterwards
		if x.State == setlist.Ready {
			s.settle(ctx, x)
		}
		return nil
	}
	w.owner, w.state = x.OwnerID, x.State
	err = do(w, working, x)
	if err != nil && ctx.Err() == nil {
		w.discard()
	}
	switch {
	case err == nil, errors.Is(context.Cause(working), errGone):
		return nil
	case ctx.Err() != nil, errors.Is(err, blob.ErrUnavailable): // another attempt may succeed
		return err
	}
	return s.fail(context.WithoutCancel(ctx), id, err)
}

// discard deletes the unfinished sound.
func (w *work) discard() {
	if err := os.Remove(w.file(w.id)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		w.Log.Warn("delete unfinished automix failed", "automix", w.id, "error", err)
	}
}

// enter registers work on an automix, once the work before it has ended: that may
// still be tidying up.
func (s *Service) enter(ctx context.Context, w *work) error {
	for {
		before := s.enterUnless(w)
		if before == nil {
			return nil
		}
		select {
		case <-before.left:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// enterUnless registers work unless there is other work on the automix, which it
// returns.
func (s *Service) enterUnless(w *work) (before *work) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if before = s.running[w.id]; before == nil {
		s.running[w.id] = w
	}
	return before
}

func (s *Service) leave(w *work) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.running, w.id)
	close(w.left)
	w.sound.End()
}

// begin begins the sound of an automix, in an empty file.
func (w *work) begin(path string, size int64) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.sound, w.soundID = blob.NewGrowing(path, size), music.NewID()
}

// restart ends what people hear of a sound that is rendered anew.
func (w *work) restart() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.sound.End()
	w.sound = nil
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

// playable returns how much of a mix that this server is rendering can be played.
func (s *Service) playable(id string) time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	if w := s.running[id]; w != nil {
		return w.playableNow()
	}
	return 0
}

// fail records why an automix could not be made. If only the change of a join
// failed, it restores the previous mix.
func (s *Service) fail(ctx context.Context, id string, why error) error {
	reason := errInternal
	public, ok := errors.AsType[*music.Error](why)
	switch {
	case ok && public.Code != music.Internal:
		reason = public.Detail
	case errors.Is(why, syscall.ENOSPC):
		reason = errNoDisk.Detail
	case errors.Is(why, fs.ErrNotExist):
		reason = errVanished
	}
	if reason.Equal(errInternal) {
		s.Log.Error("make automix failed", "automix", id, "error", why)
	} else {
		s.Log.Warn("make automix failed", "automix", id, "error", why)
	}
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

// prepare plans an automix, and queues the job that renders it.
func (w *work) prepare(ctx context.Context, x *setlist.Automix) error {
	m, err := decode(x)
	if err != nil {
		return err
	}
	runner, err := w.runner(ctx)
	if err != nil {
		return err
	}
	if m.Score == nil {
		if m, err = w.plan(ctx, m, runner.CanStretch()); err != nil {
			return err
		}
	}
	return w.enqueue(ctx, &m.Automix)
}

func (w *work) runner(ctx context.Context) (*ffmpeg.Runner, error) {
	runner, err := w.FFmpeg(ctx)
	if errors.Is(err, ffmpeg.ErrNotFound) {
		return nil, errNoFFmpeg
	}
	return runner, err
}

// make makes an automix, and again the joins in it that sound wrong.
func (w *work) make(ctx context.Context, x *setlist.Automix) error {
	m, err := decode(x)
	if err != nil {
		return err
	}
	runner, err := w.runner(ctx)
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
	for m.IsBusy() {
		next, err := w.render(ctx, m, runner)
		if bad, ok := errors.AsType[*render.UnreadableError](err); ok {
			next, err = w.without(ctx, m, bad, runner.CanStretch())
		}
		if err != nil {
			return err
		}
		m = next
	}
	return nil
}

// without plans a mix again without a track whose file cannot be read. A mix that
// was made before keeps its tracks, and its change fails.
func (w *work) without(ctx context.Context, m *Made, bad *render.UnreadableError, keyLock bool) (*Made, error) {
	t := &m.Score.Tracks[bad.Track]
	w.Log.Warn("read track of automix failed", "automix", w.id, "track", t.ID, "error", bad.Err)
	if m.Revision > 0 {
		return nil, music.NewError(music.Conflict, "The file of “%s” cannot be read.", t.Title)
	}
	w.unreadable = append(w.unreadable, t.ID)
	w.playable.Store(0)
	w.restart()
	w.discard() // who listens keeps the file
	return w.plan(ctx, m, keyLock)
}

// render renders the sound of an automix, or of its changed joins.
func (w *work) render(ctx context.Context, m *Made, runner *ffmpeg.Runner) (*Made, error) {
	if err := w.checkDisk(m.Score.Plan); err != nil {
		return nil, err
	}
	before := w.done
	r := &render.Renderer{FFmpeg: runner, Plan: m.Score.Plan, Folder: w.Folder, Idle: w.Idle, Progress: func(share float64) {
		w.note(ctx, doneAfter(before, share))
	}}
	release, err := w.openFiles(ctx, m, r)
	defer release()
	if err != nil {
		return nil, err
	}
	if m.Revision > 0 {
		return w.again(ctx, m, r)
	}
	return w.whole(ctx, m, r)
}

func (w *work) playableNow() time.Duration {
	return time.Duration(w.playable.Load()) * time.Millisecond
}

// doneAfter returns the share of the work that is done after a share of a
// rendering. It never falls, because every rendering takes only a part of what
// was left before it.
func doneAfter(before, share float64) float64 {
	before = max(before, analysing)
	return before + rendering*(1-before)*share
}

// note reports progress to the job, and at most once per noteEvery to the
// database and to browsers. It stops the work if the automix was deleted.
func (w *work) note(ctx context.Context, share float64) {
	share = max(share, w.done) // a mix that is mastered again does less than it did before
	w.done = share
	w.progress(share)
	now := w.Now()
	if now.Sub(w.noted) < noteEvery {
		return
	}
	w.noted = now
	playable := w.playableNow()
	err := w.Store.NoteAutomix(ctx, w.id, share, playable)
	if music.CodeOf(err) == music.NotFound {
		w.stop(errGone)
		return
	}
	if ctx.Err() != nil { // also when the automix was deleted
		return
	}
	if err != nil {
		w.Log.Warn("store progress of automix failed", "automix", w.id, "error", err)
		return
	}
	w.tell(&setlist.Automix{ID: w.id, OwnerID: w.owner, State: w.state, Progress: share, Playable: playable})
}

// checkQuota returns TooLarge if an account's quota has no room for size bytes
// more.
func (s *Service) checkQuota(ctx context.Context, accountID string, size int64) error {
	quota, err := s.Quota(ctx, accountID)
	if quota <= 0 || err != nil {
		return err
	}
	use, err := s.Store.UploadUse(ctx, accountID)
	if err != nil {
		return err
	}
	if left := quota - use.Bytes; size > left {
		return intake.NoRoom(left, quota)
	}
	return nil
}

// checkDisk returns an error if the disk has no room for the scratch file and the
// sound.
func (w *work) checkDisk(p *plan.Plan) error {
	room, err := w.Room(w.Folder)
	if err != nil {
		return fmt.Errorf("make automix: %w", err)
	}
	if room < render.TemporarySize(p)+2*render.Size(p) {
		return errNoDisk
	}
	return nil
}

// openFiles makes the files of the mix's tracks available on the local disk, as far
// as r needs them.
func (w *work) openFiles(ctx context.Context, m *Made, r *render.Renderer) (release func(), err error) {
	var needs []bool // nil for all
	if m.Revision > 0 && m.Score.Rendered != nil {
		needs = r.Needs(m.Score.Rendered.Plan)
	}
	r.Files = make([]string, len(m.Score.Tracks))
	var releases []func()
	release = func() {
		for _, r := range releases {
			r()
		}
	}
	v, err := w.viewer(ctx, m.OwnerID)
	if err != nil {
		return release, err
	}
	for i := range m.Score.Plan.Entries {
		if needs != nil && !needs[i] {
			continue
		}
		track := m.Score.Plan.Entries[i].Track
		t := &m.Score.Tracks[track]
		file, err := w.Store.TrackFile(ctx, v, t.ID)
		if music.CodeOf(err) == music.NotFound {
			return release, &render.UnreadableError{Track: track, Err: err}
		}
		if err != nil {
			return release, err
		}
		path, done, err := w.Local(ctx, file)
		if errors.Is(err, os.ErrNotExist) {
			return release, &render.UnreadableError{Track: track, Err: err}
		}
		if err != nil {
			return release, err
		}
		releases = append(releases, done)
		r.Files[track] = path
	}
	return release, nil
}
