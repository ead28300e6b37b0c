package analysis

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"time"

	"sonora/internal/media/ffmpeg"
	"sonora/internal/music"
	"sonora/internal/sound"
)

const (
	lease      = 5 * time.Minute
	renewEvery = lease / 5
	firstPause = time.Minute     // before the second attempt; eight times as long before the third
	settleTime = 5 * time.Second // for recording the outcome of tasks when the server stops
	busyPause  = 2 * time.Second // between two checks whether others still need the processor
	coverBatch = 8
	// othersPause is the time between two checks whether somebody else has
	// analysed a track.
	othersPause = time.Second
)

// work analyses batch after batch.
func (s *Service) work(ctx context.Context) error {
	poll := time.NewTicker(pollEvery)
	defer poll.Stop()
	warned := false
	for {
		err := s.drain(ctx)
		if errors.Is(err, ffmpeg.ErrNotFound) && !warned {
			s.Log.Warn("ffmpeg not found, tracks are not analysed")
			warned = true
		} else if err != nil && !errors.Is(err, ffmpeg.ErrNotFound) && ctx.Err() == nil {
			s.Log.Error("analyse tracks failed", "error", err)
		}
		if !s.wait(ctx, poll.C) {
			return nil
		}
	}
}

// drain works until nothing is waiting.
func (s *Service) drain(ctx context.Context) error {
	s.lastHash = "" // retry covers that could not be read
	worked := false
	for s.mayWork(ctx) {
		tracks, err := s.batch(ctx)
		if err != nil {
			return err
		}
		covers, err := s.colorCovers(ctx)
		if err != nil {
			return err
		}
		if tracks+covers == 0 {
			break
		}
		worked = true
	}
	if worked {
		debug.FreeOSMemory() // the memory of a batch is not needed again soon
	}
	return nil
}

// mayWork waits while others need the processor. It returns false if the
// operator disabled the analysis or ctx ended.
func (s *Service) mayWork(ctx context.Context) bool {
	pause := time.NewTimer(0)
	defer pause.Stop()
	for s.Settings().AnalyseTracks {
		select {
		case <-pause.C:
		case <-ctx.Done():
			return false
		}
		if !s.Busy() {
			return true
		}
		pause.Reset(busyPause)
	}
	return false
}

// batch analyses the next tracks and returns their number.
func (s *Service) batch(ctx context.Context) (int, error) {
	analyser, err := s.decoder(ctx)
	if err != nil {
		return 0, err
	}
	now := s.now()
	tasks, err := s.Store.ClaimAnalyses(ctx, sound.Version, BatchFiles, BatchDuration, now, now.Add(lease))
	if err != nil || len(tasks) == 0 {
		return 0, err
	}
	s.finish(ctx, analyser, tasks)
	return len(tasks), nil
}

// finish analyses claimed tracks and records the outcome.
func (s *Service) finish(ctx context.Context, analyser *Analyser, tasks []sound.Task) {
	held, release := s.hold(ctx, tasks)
	results := s.analyse(held, analyser, tasks)
	release()
	var done []string
	for i := range tasks {
		if s.settle(ctx, &tasks[i], &results[i]) {
			done = append(done, tasks[i].TrackID)
		}
	}
	if len(done) > 0 {
		s.changed(done)
	}
}

// Now analyses a track before all others, even if the analysis is switched off,
// because somebody needs it. It returns when the track is analysed, cannot be
// analysed, or is still being analysed by somebody else after some minutes.
func (s *Service) Now(ctx context.Context, id string) error {
	analyser, err := s.decoder(ctx)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, lease)
	defer cancel()
	for {
		now := s.now()
		task, err := s.Store.ClaimAnalysis(ctx, sound.Version, id, now, now.Add(lease))
		if err == nil {
			s.finish(ctx, analyser, []sound.Task{*task})
			return nil
		}
		if music.CodeOf(err) != music.NotFound {
			return err
		}
		isRunning, err := s.Store.IsAnalysing(ctx, id, now)
		if err != nil || !isRunning {
			return err
		}
		select {
		case <-time.After(othersPause):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// hold renews the leases of tasks until release is called. The returned context
// ends with ctx or release.
func (s *Service) hold(ctx context.Context, tasks []sound.Task) (_ context.Context, release func()) {
	ctx, cancel := context.WithCancel(ctx)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		ticker := time.NewTicker(renewEvery)
		defer ticker.Stop()
		for {
			select {
			case <-ticker.C:
			case <-ctx.Done():
				return
			}
			for i := range tasks {
				if err := s.Store.HoldAnalysis(ctx, &tasks[i], s.now().Add(lease)); err != nil && ctx.Err() == nil {
					s.Log.Warn("renew analysis lease failed", "track", tasks[i].TrackID, "error", err)
				}
			}
		}
	}()
	return ctx, func() {
		cancel()
		<-ended
	}
}

// analyse fetches the files and analyses them.
func (s *Service) analyse(ctx context.Context, analyser *Analyser, tasks []sound.Task) []Result {
	results := make([]Result, len(tasks))
	var names []string
	var which []int
	for i, t := range tasks {
		name, release, err := s.Locate(ctx, t.Root, t.Path)
		if err != nil {
			results[i].Err = err
			continue
		}
		defer release()
		names, which = append(names, name), append(which, i)
	}
	for i, r := range analyser.Analyse(ctx, names) {
		results[which[i]] = r
	}
	return results
}

// settle records the outcome of a task and reports whether it succeeded.
func (s *Service) settle(ctx context.Context, t *sound.Task, r *Result) bool {
	settling, cancel := context.WithTimeout(context.WithoutCancel(ctx), settleTime)
	defer cancel()
	err := r.Err
	if err == nil {
		err = s.save(settling, t, r)
		if music.CodeOf(err) == music.NotFound { // the track was deleted, or another server has taken it over
			return false
		}
	}
	var noted error
	switch {
	case err == nil:
		return true
	case ctx.Err() != nil: // the server is stopping, which is not the track's fault
		noted = s.Store.ReturnAnalysis(settling, t)
	default:
		s.Log.Info("analyse track failed", "track", t.TrackID, "file", t.Path, "attempt", t.Attempts, "error", err)
		noted = s.Store.FailAnalysis(settling, t, Reason(err), s.now().Add(firstPause<<(3*(t.Attempts-1))), r.Final)
	}
	if noted != nil && music.CodeOf(noted) != music.NotFound {
		s.Log.Warn("record analysis outcome failed", "track", t.TrackID, "error", noted)
	}
	return false
}

// save stores the result: the peaks first, because nobody requests them before
// the rest is stored.
func (s *Service) save(ctx context.Context, t *sound.Task, r *Result) error {
	if err := s.peaks.save(t.TrackID, r.Analysis.Version, r.Peaks); err != nil {
		return err
	}
	if err := s.tunes.save(t.TrackID, r.Analysis.Version, r.Tune); err != nil {
		return err
	}
	return s.Store.SaveAnalysis(ctx, t, r.Analysis, s.now())
}

// colorCovers determines the colors of a batch of covers and returns their
// number.
func (s *Service) colorCovers(ctx context.Context) (n int, err error) {
	for n = range coverBatch {
		hash, err := s.Store.UncoloredCover(ctx, s.lastHash)
		if music.CodeOf(err) == music.NotFound {
			return n, nil
		}
		if err != nil {
			return n, err
		}
		s.lastHash = hash
		color, err := s.colorOf(ctx, hash)
		if ctx.Err() != nil {
			return n, ctx.Err()
		}
		if err != nil { // retried in the next round
			s.Log.Debug("find cover color failed", "cover", hash, "error", err)
			continue
		}
		if err := s.Store.SaveCoverColor(ctx, hash, color); err != nil {
			return n, err
		}
	}
	return coverBatch, nil
}

func (s *Service) colorOf(ctx context.Context, hash string) (string, error) {
	const maxSize = 1 << 20 // bytes, far more than a small picture has
	file, err := s.Cover(ctx, hash)
	if err != nil {
		return "", err
	}
	defer file.Close()
	picture, err := io.ReadAll(io.LimitReader(file, maxSize))
	if err != nil {
		return "", fmt.Errorf("read cover: %w", err)
	}
	return DominantColor(picture)
}
