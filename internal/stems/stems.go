// Package stems offers the parts of tracks: the stems of stem files, and a
// split into drums and melody of any other track, which the server computes
// when somebody asks for it.
package stems

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"math"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"sonora/internal/blob"
	"sonora/internal/codec/mp4"
	"sonora/internal/job"
	"sonora/internal/media/ffmpeg"
	"sonora/internal/media/tag"
	"sonora/internal/music"
	"sonora/internal/sound"
	"sonora/internal/store"
)

const (
	jobKind   = "split"
	keyPrefix = "splits/"

	// MaxDuration is the longest track that is split: half a minute of work, and
	// what a browser can hold. errTooLong names it.
	MaxDuration = 20 * time.Minute
	// maxDaily is how many splits a person may ask for in a day, one at a time.
	// errDaily names it.
	maxDaily = 50
	// headroom is the gain of stored splits, because drums and melody can have
	// higher peaks than the track.
	headroom = 0.5
)

// The parts of a split.
const (
	Drums  = "drums"
	Melody = "melody"
)

// Kind is where stems come from.
type Kind string

const (
	Studio Kind = "studio" // from a stem file
	Split  Kind = "split"  // computed by the server
)

// State is how far a split is.
type State string

const (
	None    State = "none" // nobody has asked for it, or it has expired
	Waiting State = "waiting"
	Running State = "running"
	Ready   State = "ready"
	Failed  State = "failed"
)

// Set is what is known about the stems of a track.
type Set struct {
	Kind     Kind
	State    State
	Progress float64 // 0 to 1
	Gain     float64 // dB that bring the sum of the stems to the level of the track
	Stems    []Stem  // none unless ready
}

// Stem is a part of a track.
type Stem struct {
	ID    string // Drums, Melody, or the number of a studio stem from 1
	Name  string // as the file has it; "" for a split
	Color string // #RRGGBB, or ""
}

// Config is what a Service needs. All fields are required.
type Config struct {
	Store  *store.Store
	Jobs   *job.Service
	Log    *slog.Logger
	Now    func() time.Time
	Folder string       // for sound that is being split
	Places *blob.Places // of the tracks; finished splits are in that of uploads
	FFmpeg func(context.Context) (*ffmpeg.Runner, error)
	// Local returns the path of a track's file on the local disk. The file stays
	// there until release is called.
	Local func(ctx context.Context, file *music.TrackFile) (path string, release func(), err error)
}

// Service finds and makes stems. It is safe for concurrent use.
type Service struct {
	Config
	blobs blob.Store

	mu       sync.Mutex
	progress map[string]float64    // of running splits on this server, by track
	studio   map[string][]mp4.Stem // by track and version; empty for files without stems
}

// New returns a Service. Its jobs run once Config.Jobs runs.
func New(c Config) *Service {
	s := &Service{Config: c, blobs: c.Places.Uploads(), progress: map[string]float64{}, studio: map[string][]mp4.Stem{}}
	c.Jobs.Register(jobKind, s.run)
	return s
}

var (
	errTooLong = music.NewError(music.Conflict, "Tracks longer than 20 minutes cannot be split.")
	errStudio  = music.NewError(music.Conflict, "This track already has stems.")
	errBusy    = music.NewError(music.Conflict, "Another track is being split for you. Wait until it is done.")
	errDaily   = &music.Error{Code: music.TooMany, Detail: music.Say("You can have 50 tracks split a day. Try again tomorrow."), RetryAfter: time.Hour}
	errNoTool  = music.NewError(music.Conflict, "This server cannot split tracks: it has no ffmpeg.")
	errDown    = music.NewError(music.Unavailable, "The storage for this music is not responding. Try again in a minute.")
)

// Of returns the stems of a track that the viewer may hear.
func (s *Service) Of(ctx context.Context, v music.Viewer, trackID string) (*Set, error) {
	track, err := s.Store.TrackSound(ctx, v, trackID, false)
	if err != nil {
		return nil, err
	}
	return s.of(ctx, v, trackID, track)
}

func (s *Service) of(ctx context.Context, v music.Viewer, trackID string, track *sound.TrackSound) (*Set, error) {
	studio, err := s.studioStems(ctx, trackID, &track.TrackFile)
	if err != nil {
		return nil, err
	}
	if len(studio) > 0 {
		set := &Set{Kind: Studio, State: Ready, Progress: 1}
		for i, stem := range studio {
			set.Stems = append(set.Stems, Stem{ID: strconv.Itoa(i + 1), Name: stem.Name, Color: stem.Color})
		}
		return set, nil
	}
	ready, err := s.isSplit(ctx, trackID, &track.TrackFile)
	if err != nil {
		return nil, err
	}
	if ready {
		return splitSet, nil
	}
	return s.underway(ctx, v, trackID)
}

var splitSet = &Set{
	Kind: Split, State: Ready, Progress: 1, Gain: math.Round(-2000*math.Log10(headroom)) / 100, Stems: []Stem{{ID: Drums}, {ID: Melody}},
}

// underway returns the state of a split that does not exist yet.
func (s *Service) underway(ctx context.Context, v music.Viewer, trackID string) (*Set, error) {
	set := &Set{Kind: Split, State: None}
	s.mu.Lock()
	done, isRunning := s.progress[trackID]
	s.mu.Unlock()
	if isRunning {
		set.State, set.Progress = Running, done
		return set, nil
	}
	jobs, err := s.jobs(ctx, v)
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(jobs, func(j music.Job) bool { return trackOf(&j) == trackID })
	if i < 0 {
		return set, nil
	}
	switch j := &jobs[i]; j.State { // the newest
	case music.JobWaiting:
		set.State = Waiting
	case music.JobRunning:
		set.State, set.Progress = Running, j.Progress
	case music.JobFailed:
		set.State = Failed
	case music.JobDone: // it has expired since
	}
	return set, nil
}

// jobs returns the viewer's jobs, newest first.
func (s *Service) jobs(ctx context.Context, v music.Viewer) ([]music.Job, error) {
	if v.AccountID == "" {
		return nil, nil
	}
	return s.Store.Jobs(ctx, v.AccountID, jobKind)
}

// payload is what a job needs to know.
type payload struct {
	TrackID string `json:"trackId"`
}

func trackOf(j *music.Job) string {
	var p payload
	if json.Unmarshal(j.Payload, &p) != nil {
		return ""
	}
	return p.TrackID
}

// Split starts to split a track for the viewer, unless that is done or running.
// The error has the code Conflict for a track that cannot be split, and while
// another one is split for the same person.
func (s *Service) Split(ctx context.Context, v music.Viewer, trackID string) (*Set, error) {
	track, err := s.Store.TrackSound(ctx, v, trackID, false)
	if err != nil {
		return nil, err
	}
	set, err := s.of(ctx, v, trackID, track)
	switch {
	case err != nil:
		return nil, err
	case set.Kind == Studio:
		return nil, errStudio
	case set.State == Ready || set.State == Waiting || set.State == Running:
		return set, nil
	case track.Duration > MaxDuration:
		return nil, errTooLong
	}
	if _, err := s.FFmpeg(ctx); err != nil {
		return nil, errNoTool.Because(err)
	}
	if err := s.checkDaily(ctx, v); err != nil {
		return nil, err
	}
	_, err = s.Jobs.EnqueueAlone(ctx, jobKind, v.AccountID, payload{trackID})
	if music.CodeOf(err) == music.Conflict {
		return nil, errBusy.Because(err)
	}
	return &Set{Kind: Split, State: Waiting}, err
}

func (s *Service) checkDaily(ctx context.Context, v music.Viewer) error {
	jobs, err := s.jobs(ctx, v)
	if err != nil {
		return err
	}
	day := s.Now().Add(-24 * time.Hour)
	recent := 0
	for i := range jobs {
		if jobs[i].CreatedAt.After(day) {
			recent++
		}
	}
	if recent >= maxDaily {
		return errDaily
	}
	return nil
}

// Object is a part of a split. The caller closes it.
type Object struct {
	*blob.Object
	ETag string // quoted
}

// Open opens a part of a split, Drums or Melody, as FLAC. It returns NotFound
// unless the split is ready.
func (s *Service) Open(ctx context.Context, v music.Viewer, trackID, part string) (*Object, error) {
	track, err := s.Store.TrackFile(ctx, v, trackID)
	if err != nil {
		return nil, err
	}
	key := keyOf(trackID, track, part)
	object, err := s.blobs.Open(ctx, key)
	switch {
	case err == nil:
		return &Object{object, `"` + strings.TrimSuffix(path.Base(key), extension) + `"`}, nil
	case errors.Is(err, fs.ErrNotExist):
		return nil, music.ErrNotFound.Because(err)
	case errors.Is(err, blob.ErrUnavailable):
		return nil, errDown.Because(err)
	}
	return nil, fmt.Errorf("open a split: %w", err)
}

// StudioStem returns the number of a studio stem, from 1; NotFound if the track
// has no such stem.
func (s *Service) StudioStem(ctx context.Context, v music.Viewer, trackID, id string) (int, error) {
	n, err := strconv.Atoi(id)
	if err != nil || strconv.Itoa(n) != id {
		return 0, music.ErrNotFound
	}
	track, err := s.Store.TrackFile(ctx, v, trackID)
	if err != nil {
		return 0, err
	}
	stems, err := s.studioStems(ctx, trackID, track)
	if err == nil && (n < 1 || n > len(stems)) {
		err = music.ErrNotFound
	}
	return n, err
}

const extension = ".flac"

// keyOf returns the blob key of a part of a split of one version of a file.
func keyOf(trackID string, file *music.TrackFile, part string) string {
	return keyPrefix + trackID + "/" + versionOf(file) + "-" + part + extension
}

func versionOf(file *music.TrackFile) string {
	return strconv.FormatInt(file.Size, 36) + "-" + strconv.FormatInt(file.ModTime.UnixNano(), 36)
}

// isSplit reports whether a split exists. The melody is stored last.
func (s *Service) isSplit(ctx context.Context, trackID string, file *music.TrackFile) (bool, error) {
	_, err := s.blobs.Stat(ctx, keyOf(trackID, file, Melody))
	switch {
	case err == nil:
		return true, nil
	case errors.Is(err, fs.ErrNotExist):
		return false, nil
	case errors.Is(err, blob.ErrUnavailable):
		return false, errDown.Because(err)
	}
	return false, fmt.Errorf("look for a split: %w", err)
}

// maxRemembered is how many files are remembered whose stems were read.
const maxRemembered = 4096

// studioStems returns the stems of a stem file; none for any other file. It
// remembers them, because reading an index from a bucket takes a while.
func (s *Service) studioStems(ctx context.Context, trackID string, file *music.TrackFile) ([]mp4.Stem, error) {
	switch strings.ToLower(path.Ext(file.Path)) {
	case ".mp4", ".m4a":
	default:
		return nil, nil
	}
	key := trackID + "/" + versionOf(file)
	s.mu.Lock()
	stems, isKnown := s.studio[key]
	s.mu.Unlock()
	if isKnown {
		return stems, nil
	}
	stems, err := s.readStems(ctx, file)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.studio) >= maxRemembered {
		clear(s.studio)
	}
	s.studio[key] = stems
	return stems, nil
}

func (s *Service) readStems(ctx context.Context, file *music.TrackFile) ([]mp4.Stem, error) {
	place, err := s.Places.Of(file.Root)
	if err != nil {
		return nil, errDown.Because(err)
	}
	object, err := place.Open(ctx, file.Path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, music.ErrNotFound.Because(err)
	case err != nil:
		return nil, errDown.Because(err)
	}
	defer func() { _ = object.Close() }() // read only
	stems, err := tag.StemsFrom(object.ReaderAt, object.Size)
	if errors.Is(err, mp4.ErrNoStems) {
		return nil, nil
	}
	if err != nil {
		s.Log.Warn("read stems failed", "file", file.Path, "error", err)
		return nil, nil // it plays like any other file
	}
	return stems, nil
}
