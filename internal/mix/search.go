package mix

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"sonora/internal/djmix"
	"sonora/internal/dsp/excerpt"
	"sonora/internal/intake"
	"sonora/internal/job"
	"sonora/internal/music"
	"sonora/internal/sound"
	"sonora/internal/store"
)

const (
	searchKind = "mix-tracks"
	// maxDaily is how many mixes a person may have searched in a day, one at a time.
	// errDaily names it.
	maxDaily     = 20
	longestTrack = 20 * time.Minute
	// mostOfMix is the share of a mix that no song in it takes. A track that does is
	// another upload of the mix.
	mostOfMix = 0.8
)

var (
	errNotUploaded = music.NewError(music.Conflict, "Only mixes that were uploaded can be searched for tracks.")
	errNotAnalysed = music.NewError(music.Conflict, "The sound of this mix is not analysed yet. Try again in a few minutes.")
	errBusy        = music.NewError(music.Conflict, "Another mix is being searched for you. Wait until it is done, or stop it.")
	errDaily       = &music.Error{Code: music.TooMany, Detail: music.Say("You can have 20 mixes searched a day. Try again tomorrow."), RetryAfter: time.Hour}
)

// SearchesConfig is what Searches needs. All fields are required.
type SearchesConfig struct {
	Mixes *Service
	Jobs  *job.Service
	// Waveform returns the waveform of a track that the viewer may see, or NotFound
	// until it is drawn.
	Waveform func(ctx context.Context, v music.Viewer, trackID string) (*sound.Peaks, error)
}

// Searches finds out which tracks of the library are heard in uploaded mixes, by
// their sound, for those who may change the mixes. It is safe for concurrent use.
type Searches struct{ SearchesConfig }

// NewSearches returns Searches. They run once Jobs runs.
func NewSearches(c SearchesConfig) *Searches {
	s := &Searches{c}
	c.Jobs.Register(searchKind, s.run)
	return s
}

// Search is how far the search for the tracks of a mix is.
type Search struct {
	State    music.JobState // "" if the viewer has not asked for it, or stopped it
	Progress float64        // 0 to 1
	Tracks   []Suggestion   // once it is done, in the order of the mix
}

// Suggestion is a track that seems to be heard in a mix.
type Suggestion struct {
	djmix.Entry

	Confidence float64 // 0 to 1, how alike the sounds are
}

// asked is the payload of a search.
type asked struct {
	MixID string `json:"mixId"`
}

// heard is a track in the result of a search.
type heard struct {
	TrackID    string  `json:"trackId"`
	Seconds    float64 `json:"seconds"` // at which it begins in the mix
	Confidence float64 `json:"confidence"`
}

// Of returns the viewer's latest search of a mix that they may change. It contains
// only tracks that they may hear.
func (s *Searches) Of(ctx context.Context, v music.Viewer, mixID string) (*Search, error) {
	if _, err := s.Mixes.managed(ctx, v, mixID); err != nil {
		return nil, err
	}
	jobs, err := s.Mixes.Store.Jobs(ctx, v.AccountID, searchKind)
	if err != nil {
		return nil, err
	}
	j := latest(jobs, mixID)
	if j == nil || j.Error == store.JobStopped {
		return &Search{}, nil
	}
	found := &Search{State: j.State, Progress: j.Progress}
	if j.State == music.JobDone {
		found.Tracks, err = s.suggestions(ctx, v, j)
	}
	return found, err
}

// latest returns the newest of the jobs, which are sorted, for a mix; nil for none.
func latest(jobs []music.Job, mixID string) *music.Job {
	for i := range jobs {
		if mixOf(&jobs[i]) == mixID {
			return &jobs[i]
		}
	}
	return nil
}

// mixOf returns the ID of the mix that a job searches; "" for a damaged job.
func mixOf(j *music.Job) string {
	var a asked
	if json.Unmarshal(j.Payload, &a) != nil {
		return ""
	}
	return a.MixID
}

// suggestions returns what a search found, as far as the viewer may hear it now.
func (s *Searches) suggestions(ctx context.Context, v music.Viewer, j *music.Job) ([]Suggestion, error) {
	var list []heard
	if err := json.Unmarshal(j.Result, &list); err != nil {
		return nil, fmt.Errorf("read the tracks of a mix: %w", err)
	}
	ids := make([]string, len(list))
	for i, h := range list {
		ids[i] = h.TrackID
	}
	slices.Sort(ids)
	tracks, err := s.Mixes.Store.TracksByID(ctx, v, slices.Compact(ids))
	if err != nil {
		return nil, err
	}
	known := map[string]*music.Track{}
	for i := range tracks {
		known[tracks[i].ID] = &tracks[i]
	}
	var found []Suggestion
	for _, h := range list {
		if t := known[h.TrackID]; t != nil {
			found = append(found, Suggestion{djmix.Entry{Seconds: h.Seconds, Artist: t.Artist, Title: t.Title, TrackID: t.ID}, h.Confidence})
		}
	}
	return found, nil
}

// Start begins to search a mix that the viewer may change, unless that is already
// under way. It returns Conflict if the mix cannot be searched or another one is
// searched for the viewer, and TooMany after too many in a day.
func (s *Searches) Start(ctx context.Context, v music.Viewer, mixID string) (*Search, error) {
	current, err := s.Of(ctx, v, mixID)
	if err != nil || current.State == music.JobWaiting || current.State == music.JobRunning {
		return current, err
	}
	if _, err := s.soundOf(ctx, v, mixID); err != nil {
		return nil, err
	}
	jobs, err := s.Mixes.Store.Jobs(ctx, v.AccountID, searchKind)
	if err != nil {
		return nil, err
	}
	day := s.Mixes.Now().Add(-24 * time.Hour)
	if len(jobs) >= maxDaily && jobs[maxDaily-1].CreatedAt.After(day) {
		return nil, errDaily
	}
	_, err = s.Jobs.EnqueueAlone(ctx, searchKind, v.AccountID, asked{mixID})
	if music.CodeOf(err) == music.Conflict {
		return nil, errBusy.Because(err)
	}
	return &Search{State: music.JobWaiting}, err
}

// Stop ends a search that the viewer no longer wants. Nothing happens if there is
// none.
func (s *Searches) Stop(ctx context.Context, v music.Viewer, mixID string) error {
	if _, err := s.Mixes.managed(ctx, v, mixID); err != nil {
		return err
	}
	jobs, err := s.Mixes.Store.Jobs(ctx, v.AccountID, searchKind)
	if err != nil {
		return err
	}
	j := latest(jobs, mixID)
	if j == nil {
		return nil
	}
	err = s.Mixes.Store.StopJob(ctx, j.ID, s.Mixes.Now())
	if music.CodeOf(err) == music.NotFound {
		return nil // it has ended
	}
	return err
}

// soundOf returns the waveform of an uploaded mix of the viewer.
func (s *Searches) soundOf(ctx context.Context, v music.Viewer, mixID string) (*excerpt.Waveform, error) {
	m, err := s.Mixes.managed(ctx, v, mixID)
	if err != nil {
		return nil, err
	}
	if intake.MediaID(m.AudioURL) == "" {
		return nil, errNotUploaded
	}
	track, err := s.Mixes.Store.TrackOfMix(ctx, &m.Mix)
	if music.CodeOf(err) == music.NotFound {
		err = errNotUploaded.Because(err)
	}
	if err != nil {
		return nil, err
	}
	w, err := s.waveform(ctx, theServer, track)
	if music.CodeOf(err) == music.NotFound {
		err = errNotAnalysed.Because(err)
	}
	return w, err
}

func (s *Searches) waveform(ctx context.Context, v music.Viewer, trackID string) (*excerpt.Waveform, error) {
	p, err := s.Waveform(ctx, v, trackID)
	if err != nil {
		return nil, err
	}
	return &excerpt.Waveform{Low: p.Low, Mid: p.Mid, High: p.High}, nil
}

// run searches a mix. It may run again for the same job.
func (s *Searches) run(ctx context.Context, j *music.Job, progress func(float64)) (any, error) {
	account, err := s.Mixes.Store.AccountByID(ctx, j.AccountID)
	if err != nil {
		return nil, err
	}
	v := music.Viewer{AccountID: account.ID, Role: account.Role}
	w, err := s.soundOf(ctx, v, mixOf(j))
	if err != nil {
		return nil, err
	}
	tracks, err := s.Mixes.Store.AnalysedSongs(ctx, v, excerpt.MinTrack*time.Second, longestTrack)
	if err != nil {
		return nil, err
	}
	recording, longest := excerpt.New(w), mostOfMix*float64(len(w.Low))/sound.PeaksPerSecond
	var found []excerpt.Excerpt
	for i, id := range tracks {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		progress(float64(i) / float64(len(tracks)))
		track, err := s.waveform(ctx, v, id)
		if music.CodeOf(err) == music.NotFound {
			continue // it was deleted, or is being analysed again
		}
		if err != nil {
			return nil, err
		}
		for _, x := range recording.Find(track) {
			if x.Track = i; x.Length < longest {
				found = append(found, x)
			}
		}
	}
	list := []heard{}
	for _, x := range excerpt.Distinct(found) {
		list = append(list, heard{tracks[x.Track], x.Start, x.Likeness})
	}
	slices.SortFunc(list, func(a, b heard) int { return cmp.Compare(a.Seconds, b.Seconds) })
	return list, nil
}
