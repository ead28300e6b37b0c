// Package automix makes mixes for people: it chooses tracks from a playlist or
// a description, plans their order and joins, renders the sound while people
// listen to it, measures the result, and changes single joins afterwards.
package automix

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"sonora/internal/automix/check"
	"sonora/internal/automix/plan"
	"sonora/internal/automix/render"
	"sonora/internal/background"
	"sonora/internal/blob"
	"sonora/internal/generation"
	"sonora/internal/media/ffmpeg"
	"sonora/internal/music"
	"sonora/internal/setlist"
	"sonora/internal/sound"
	"sonora/internal/store"
)

const (
	keyPrefix      = "automixes/"
	soundExtension = ".mp3"
	tidyEvery      = time.Minute
	maxTidied      = 1000
	// partLife is the age at which a file in Folder counts as left over and is
	// deleted.
	partLife = 24 * time.Hour
)

// limits bound how many automixes a person may keep, and how many may be in the
// making for all people.
var limits = setlist.Limits{Kept: 30, Queue: 20}

// Events carries events to browsers.
type Events interface{ Publish(e music.Event) }

// Config is what a Service needs. All fields are required.
type Config struct {
	Store  *store.Store
	Jobs   Lanes
	Events Events
	Log    *slog.Logger
	Now    func() time.Time
	Folder string     // for sound that is being made
	Blobs  blob.Store // for finished sound
	FFmpeg func(context.Context) (*ffmpeg.Runner, error)
	// Local returns the path of a track's file on the local disk, and Sound
	// that of a blob. The files stay there until release is called.
	Local func(ctx context.Context, file *music.TrackFile) (path string, release func(), err error)
	Sound func(ctx context.Context, key string) (path string, release func(), err error)
	// Analyse analyses a track unless it is analysed already.
	Analyse func(ctx context.Context, trackID string) error
	// Correct applies people's corrections to an analysis.
	Correct func(*sound.Analysis, *sound.Edit) *sound.Analysis
	// Outline returns the piece that the composer would make of a description.
	Outline func(description string, usual generation.Usual) *generation.Outline
	// Entries returns a page of a playlist.
	Entries func(ctx context.Context, v music.Viewer, id string, p music.Page) (music.EntryList, error)
	// Quota returns how many bytes the uploads and automixes of an account may take; 0
	// for no limit.
	Quota func(ctx context.Context, accountID string) (int64, error)
	Plans Plans
	// Room returns how many bytes may still be written to the disk that holds a folder.
	Room func(folder string) (int64, error)
	Idle bool // decode and encode only with otherwise idle processor time
}

// Service makes automixes. It is safe for concurrent use.
type Service struct {
	Config

	mu      sync.Mutex
	running map[string]*work // by automix
}

// New returns a Service. Its jobs run once the lanes of Config.Jobs run.
func New(c Config) *Service {
	s := &Service{Config: c, running: map[string]*work{}}
	c.Jobs.Plans.Register(planKind, s.runs((*work).prepare))
	c.Jobs.Renders.Register(jobKind, s.runs((*work).make))
	c.Jobs.Changes.Register(changeKind, s.runs((*work).make))
	return s
}

// Score is the content of an automix: its tracks in order and how they are
// joined.
type Score struct {
	Tracks   []plan.Track        `json:"tracks"`
	Plan     *plan.Plan          `json:"plan"`
	Choices  map[int]plan.Choice `json:"choices,omitempty"` // people's decisions, by join
	Bars     int                 `json:"bars,omitempty"`    // the longest blend; 0 for any
	KeyLock  bool                `json:"keyLock"`
	Skipped  []Skipped           `json:"skipped,omitempty"`
	Rendered *Rendered           `json:"rendered,omitempty"` // what the sound was rendered from, while a join is being changed
}

// Rendered is the plan that the current sound was rendered from.
type Rendered struct {
	Join    int                 `json:"join"`            // number of the join that is being changed, from 0
	Eased   []int               `json:"eased,omitempty"` // others that are being changed, because they sound wrong
	Plan    *plan.Plan          `json:"plan"`
	Choices map[int]plan.Choice `json:"choices,omitempty"`
}

// Skipped is a track that was left out of the mix, with the reason.
type Skipped struct {
	TrackID string        `json:"trackId"`
	Title   string        `json:"title"`
	Reason  music.Message `json:"reason"`
}

// Changes reports whether the sound of a join is being made again.
func (r *Rendered) Changes(join int) bool {
	return r != nil && (join == r.Join || slices.Contains(r.Eased, join))
}

// ease plans joins anew that sound wrong, and reports whether there are any.
func (c *Score) ease(r *check.Result) (bool, error) {
	next, joins, err := c.Plan.Ease(c.Tracks, r.Troubles(), c.options(c.Choices))
	if err != nil || len(joins) == 0 {
		return false, err
	}
	c.Rendered = &Rendered{Join: joins[0], Eased: joins[1:], Plan: c.Plan, Choices: c.Choices}
	c.Plan = next
	return true, nil
}

// renderedPlan returns the plan that the current sound was rendered from.
func (c *Score) renderedPlan() *plan.Plan {
	if c.Rendered != nil {
		return c.Rendered.Plan
	}
	return c.Plan
}

// options returns the options with which a score is planned, with the given
// choices.
func (c *Score) options(choices map[int]plan.Choice) plan.Options {
	return plan.Options{KeepOrder: true, KeyLock: c.KeyLock, Joins: choices, Bars: c.Bars, JoinStep: render.Step}
}

// Sound records how the sound of an automix was mastered and what was measured
// on it.
type Sound struct {
	Master *render.Master `json:"master"`
	Check  *check.Result  `json:"check"` // nil until it is measured
}

// Made is an automix with its wishes, and with its score and sound as far as
// they exist.
type Made struct {
	setlist.Automix
	Wishes Wishes
	Score  *Score // nil until it is planned
	Sound  *Sound // nil until it is rendered
}

// decode decodes the JSON columns of an automix.
func decode(x *setlist.Automix) (*Made, error) {
	m := &Made{Automix: *x}
	err := json.Unmarshal(x.Wishes, &m.Wishes)
	if err == nil && len(x.Score) > 0 {
		err = json.Unmarshal(x.Score, &m.Score)
	}
	if err == nil && len(x.Sound) > 0 {
		err = json.Unmarshal(x.Sound, &m.Sound)
	}
	if err != nil {
		return nil, fmt.Errorf("read automix %s: %w", x.ID, err)
	}
	return m, nil
}

// Get returns an automix of the viewer.
func (s *Service) Get(ctx context.Context, v music.Viewer, id string) (*Made, error) {
	x, err := s.Store.Automix(ctx, v, id)
	if err != nil {
		return nil, err
	}
	return s.present(x)
}

// present decodes an automix for its owner. Its first sound is playable only on
// the server that is rendering it, so on any other Playable is 0. The database may
// hold what a server that crashed had rendered.
func (s *Service) present(x *setlist.Automix) (*Made, error) {
	m, err := decode(x)
	if err == nil && m.Revision == 0 {
		m.Playable = s.playable(m.ID)
	}
	return m, err
}

// List returns a page of the viewer's automixes without their scores, newest
// first.
func (s *Service) List(ctx context.Context, v music.Viewer, p music.Page) (music.List[Made], error) {
	list, err := s.Store.Automixes(ctx, v, p)
	out := music.List[Made]{Total: list.Total, Next: list.Next}
	for i := range list.Items {
		m, err := s.present(&list.Items[i])
		if err != nil {
			return out, err
		}
		out.Items = append(out.Items, *m)
	}
	return out, err
}

// Rename changes the title of an automix, and of the mix that it was published
// as.
func (s *Service) Rename(ctx context.Context, v music.Viewer, id, title string) (*Made, error) {
	if _, err := s.Store.Automix(ctx, v, id); err != nil {
		return nil, err
	}
	title, err := checkTitle(title)
	if err != nil {
		return nil, err
	}
	x, err := s.Store.ChangeAutomix(ctx, id, s.Now(), func(x *setlist.Automix) error {
		x.Title = title
		return nil
	})
	if err != nil {
		return nil, err
	}
	if x.MixID != "" {
		err := s.changeMix(ctx, x.MixID, func(m *music.Mix) { m.Title = title })
		if err != nil && !errors.Is(err, music.ErrNotFound) {
			return nil, err
		}
	}
	s.tell(x)
	return s.present(x)
}

func checkTitle(title string) (string, error) {
	f := music.FieldErrors{}
	title = music.Tidy(title)
	f.Require("title", title, "Title is required.")
	f.CheckLine("title", title, music.MaxTitle)
	return title, f.Err()
}

// Delete deletes one of the viewer's automixes and the mix that it was
// published as. If it is still being made, Delete stops that. It returns
// Conflict if a podcast episode uses its sound.
func (s *Service) Delete(ctx context.Context, v music.Viewer, id string) error {
	x, err := s.Store.Automix(ctx, v, id)
	if err != nil {
		return err
	}
	if x.MixID != "" {
		if err := s.withdraw(ctx, x.MixID); err != nil {
			return err
		}
	}
	x, err = s.Store.ChangeAutomix(ctx, id, s.Now(), func(x *setlist.Automix) error {
		x.State = setlist.Gone
		return nil
	})
	if err != nil {
		return err
	}
	// It may have been published in the meantime.
	if err := s.withdraw(ctx, id); err != nil {
		return err
	}
	s.stop(id)
	s.tell(x)
	if err := s.erase(ctx, id); err != nil {
		s.Log.Warn("delete sound of automix failed, will retry", "automix", id, "error", err)
	}
	return nil
}

// tell sends the state of an automix to its owner's browsers.
func (s *Service) tell(x *setlist.Automix) {
	if x.OwnerID != "" {
		s.Events.Publish(music.Event{Type: music.EventAutomix, Account: x.OwnerID, Data: setlist.AutomixChange{
			ID: x.ID, State: x.State, Progress: rounded(x.Progress), Playable: rounded(x.Playable.Seconds()),
		}})
	}
}

// rounded rounds a number to three decimals, as the API does.
func rounded(n float64) float64 { return math.Round(1000*n) / 1000 }

// keyOf returns the blob key of a revision of the sound of an automix.
func keyOf(id string, revision int) string {
	return fmt.Sprintf("%s%s/%d%s", keyPrefix, id, revision, soundExtension)
}

func (s *Service) file(id string) string { return filepath.Join(s.Folder, id+soundExtension) }

// Run retries failed deletions and rescues automixes whose jobs were lost,
// until ctx ends.
func (s *Service) Run(ctx context.Context) error {
	return background.Task{Name: "tidy automixes", Every: tidyEvery, Do: s.tidy, Log: s.Log}.Run(ctx)
}

func (s *Service) tidy(ctx context.Context) error {
	gone, err := s.Store.AutomixesGone(ctx, maxTidied)
	if err != nil {
		return err
	}
	var errs []error
	for i := range gone {
		s.stop(gone[i].ID)
		errs = append(errs, s.erase(ctx, gone[i].ID))
	}
	busy, err := s.Store.BusyAutomixes(ctx, maxTidied)
	for i := range busy {
		errs = append(errs, s.rescue(ctx, &busy[i]))
	}
	return errors.Join(append(errs, err, s.sweep())...)
}

// erase deletes the sound of a deleted automix, then its row in the database.
func (s *Service) erase(ctx context.Context, id string) error {
	for info, err := range s.Blobs.List(ctx, keyPrefix+id+"/") {
		if err == nil {
			err = s.Blobs.Delete(ctx, info.Key)
		}
		if err != nil {
			return fmt.Errorf("delete automix: %w", err)
		}
	}
	if err := os.Remove(s.file(id)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("delete automix: %w", err)
	}
	if err := s.Store.DropAutomix(ctx, id, s.Now()); err != nil && !errors.Is(err, music.ErrNotFound) {
		return err
	}
	return nil
}

// rescue repairs an automix that the database lists as being made: it queues a
// job if there is none, and marks the automix as failed if its job has failed.
func (s *Service) rescue(ctx context.Context, x *setlist.Automix) error {
	if x.OwnerID == "" || s.Now().Sub(x.UpdatedAt) < tidyEvery {
		return nil // its job may not have been stored yet
	}
	jobs, err := s.jobsOf(ctx, x)
	if err != nil {
		return err
	}
	isUnfinished := func(j music.Job) bool { return j.State == music.JobWaiting || j.State == music.JobRunning }
	hasFailed := func(j music.Job) bool { return j.State == music.JobFailed && j.FinishedAt.After(x.UpdatedAt) }
	switch {
	case slices.ContainsFunc(jobs, isUnfinished):
		return nil
	case slices.ContainsFunc(jobs, hasFailed):
		return s.fail(ctx, x.ID, errGivenUp)
	}
	return s.enqueue(ctx, x)
}

var errGivenUp = music.NewError(music.Unavailable, "The server stopped each time it worked on this mix.")

// sweep deletes files in Folder that nothing has written to for partLife.
func (s *Service) sweep() error {
	return blob.Sweep(s.Folder, s.Now().Add(-partLife), func(name string) bool {
		return s.isRunning(strings.TrimSuffix(name, soundExtension))
	})
}
