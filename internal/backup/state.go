package backup

import (
	"context"
	"encoding/json"
	"time"

	"sonora/internal/music"
)

// Work is the newest run of something that takes time.
type Work struct {
	State      music.JobState // "" if it never ran
	Progress   float64
	At         time.Time // when it ended; zero before that
	Again      time.Time // when it is tried again; zero unless it failed and is
	Error      string    // of the last attempt; for operators
	Wrong      []string  // of a check
	FreedBytes int64     // of compacting
}

// State is what happens with the database and its backups.
type State struct {
	Place       string
	IsEncrypted bool
	Frequency   Kind
	Next        time.Time // scheduled backup
	Backup      Work
	Check       Work
	Compact     Work
	Restore     RestoreState
	CanRestore  bool // from the app
}

// State returns what happens at present.
func (s *Service) State(ctx context.Context) (*State, error) {
	kind, now := s.frequency()
	st := &State{Place: s.Maker.Target.String(), IsEncrypted: s.Maker.Lock != nil, Frequency: kind, CanRestore: s.Restart != nil}
	jobs, err := s.Store.Jobs(ctx, "", makeJob)
	if err != nil {
		return nil, err
	}
	if list, err := s.Maker.Target.List(ctx); err == nil { // its place may be unreachable, which the list says
		if st.Next = s.due(list, jobs, kind, now); st.Next.Before(now) {
			st.Next = now
		}
	}
	st.Backup = s.work(jobs)
	for name, into := range map[string]*Work{checkJob: &st.Check, compactJob: &st.Compact} {
		jobs, err := s.Store.Jobs(ctx, "", name)
		if err != nil {
			return nil, err
		}
		*into = s.work(jobs)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	st.Restore = s.restore
	return st, nil
}

// work describes the newest of some jobs.
func (s *Service) work(jobs []music.Job) (w Work) {
	if len(jobs) == 0 {
		return w
	}
	j := jobs[0]
	w = Work{State: j.State, Progress: j.Progress, At: j.FinishedAt, Error: j.Error}
	s.mu.Lock()
	defer s.mu.Unlock()
	if j.State == music.JobRunning && j.ID == s.making.jobID {
		w.Progress = max(w.Progress, s.making.progress)
	}
	if j.State == music.JobWaiting && j.Error != "" {
		w.Again = j.RunAt
	}
	var result struct {
		checkResult
		compactResult
	}
	if j.State == music.JobDone && json.Unmarshal(j.Result, &result) == nil {
		w.Wrong, w.FreedBytes = result.Wrong, result.Freed
		w.Error = ""
	}
	return w
}
