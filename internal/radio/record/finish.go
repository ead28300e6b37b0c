package record

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"sonora/internal/djmix"
	"sonora/internal/dsp"
	"sonora/internal/media/ffmpeg"
	"sonora/internal/music"
	"sonora/internal/station"
)

const category = "Radio" // of the mixes made from recordings

// finishFor finishes a recording of a DJ who left at a time, and retries until that
// is stored. If the server stops first, Recover does it at the next start.
func (s *Service) finishFor(id string, left time.Time) {
	for wait := s.again; ; wait = min(2*wait, maxFinishPause) {
		// Finish even if the server is stopping: it takes only a moment.
		err := s.finish(context.WithoutCancel(s.ctx), id, left)
		switch {
		case err == nil:
			return
		case errors.Is(err, os.ErrNotExist):
			err = s.fail(context.WithoutCancel(s.ctx), id, left, notKept)
		}
		if err == nil || music.CodeOf(err) == music.NotFound {
			return // it was deleted; the next tidy removes its sound
		}
		s.Log.Error("finish recording failed", "recording", id, "error", err)
		select {
		case <-time.After(wait):
		case <-s.ctx.Done():
			return
		}
	}
}

// finish makes a mix from a recording that has ended. The recording may have gaps,
// so its length does not tell when it ended, but left does. If left is zero, finish
// assumes that there were no gaps.
func (s *Service) finish(ctx context.Context, id string, left time.Time) error {
	size, length, err := measure(s.sound(id))
	if err != nil {
		return err
	}
	if length < minLength {
		return s.fail(ctx, id, left, tooShort)
	}
	if err := os.Truncate(s.sound(id), size); err != nil { // an incomplete frame
		return fmt.Errorf("finish recording: %w", err)
	}
	r, err := s.Store.Recording(ctx, system, id)
	if err != nil {
		return err
	}
	r.Size, r.Duration, r.Tracklist = size, length, s.tracklist(ctx, id, length)
	mixID, err := s.makeMix(ctx, r)
	if err != nil {
		return err
	}
	tracklist := r.Tracklist
	r, err = s.Store.ChangeRecording(ctx, id, func(r *station.Recording) error {
		r.Size, r.Duration, r.Tracklist, r.State, r.MixID = size, length, tracklist, station.RecordingReady, mixID
		if r.EndedAt.IsZero() {
			if r.EndedAt = r.BeganAt.Add(length); left.After(r.EndedAt) {
				r.EndedAt = left
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	s.tell()
	if s.Kept != nil {
		s.Kept(r)
	}
	s.draw(ctx, r)
	if err := s.handOn(ctx, id); err != nil {
		s.Log.Warn("upload recording failed, will retry", "recording", id, "error", err)
	}
	return nil
}

// fail gives up a recording. It ended when the DJ left, or now if left is zero.
func (s *Service) fail(ctx context.Context, id string, left time.Time, reason music.Message) error {
	if left.IsZero() {
		left = s.Now()
	}
	_, err := s.Store.ChangeRecording(ctx, id, func(r *station.Recording) error {
		r.State, r.Reason, r.EndedAt = station.RecordingFailed, reason, left
		return nil
	})
	if err != nil {
		return err
	}
	s.tell()
	return s.clear(id)
}

// tracklist reads what was on air, and finds the library tracks by their tags.
func (s *Service) tracklist(ctx context.Context, id string, length time.Duration) []djmix.Entry {
	list := []djmix.Entry{}
	file, err := os.Open(s.titles(id))
	if errors.Is(err, fs.ErrNotExist) {
		return list
	}
	if err != nil {
		s.Log.Warn("read tracklist of recording failed", "recording", id, "error", err)
		return list
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	for lines.Scan() && len(list) < djmix.MaxEntries {
		var e djmix.Entry
		if json.Unmarshal(lines.Bytes(), &e) != nil || e.Title == "" || e.Seconds > length.Seconds() {
			continue // incomplete, or after the end of the sound
		}
		if n := len(list); n > 0 && list[n-1].Artist == e.Artist && list[n-1].Title == e.Title {
			continue
		}
		if s.Match != nil {
			if e.TrackID, err = s.Match(ctx, e.Artist, e.Title); err != nil {
				s.Log.Warn("match title with library failed", "recording", id, "error", err)
			}
		}
		list = append(list, e)
	}
	if err := lines.Err(); err != nil {
		s.Log.Warn("read tracklist of recording failed", "recording", id, "error", err)
	}
	return list
}

// makeMix makes the mix of a recording. The mix has the recording's ID, so that
// a retry does not make a second one.
func (s *Service) makeMix(ctx context.Context, r *station.Recording) (id string, err error) {
	mix := music.NewMix()
	mix.ID = r.ID
	mix.OwnerID, mix.CreatedAt, mix.Category = r.AccountID, s.Now(), category
	mix.IsActive, mix.IsPublic = false, false // until the owner publishes it
	mix.AudioURL = "/api/mixes/" + mix.ID + "/stream"
	if station, err := s.Store.Station(ctx, system, r.StationID); err == nil {
		mix.Genre = station.Genre
		mix.CoverImageURL = station.LogoURL
		if station.Logo != "" {
			mix.CoverImageURL = "/api/radios/" + station.ID + "/logo"
		}
	}
	if mix.CoverImageURL == "" {
		mix.CoverImageURL = s.cover(ctx, r)
	}
	describe(&mix, r)
	if err := s.Store.CreateMix(ctx, &mix); err != nil && music.CodeOf(err) != music.Conflict {
		return "", err
	}
	return mix.ID, nil
}

var system = music.System("recording")

// describe updates a mix from its recording.
func describe(mix *music.Mix, r *station.Recording) {
	mix.Title, mix.DJName, mix.Format = r.Title, r.DJ, r.Format
	mix.Duration, mix.Size = r.Heard(), soundSize(r)
}

// soundSize returns the size of the audible part of a recording in bytes.
func soundSize(r *station.Recording) int64 {
	to := r.Trim.ToByte
	if to == 0 {
		to = r.Size
	}
	return max(0, to-r.Trim.FromByte)
}

// cover returns the cover of the first library track on air; "" for none.
func (s *Service) cover(ctx context.Context, r *station.Recording) string {
	for _, e := range r.Tracklist {
		if e.TrackID == "" {
			continue
		}
		if track, err := s.Store.Track(ctx, system, e.TrackID); err == nil && track.Cover != "" {
			return "/api/covers/" + track.Cover
		}
	}
	return ""
}

// draw stores the waveform. Without ffmpeg there is none.
func (s *Service) draw(ctx context.Context, r *station.Recording) {
	if s.FFmpeg == nil {
		return
	}
	waveform, err := s.waveform(ctx, r.ID)
	if err == nil {
		err = s.Store.SetWaveform(ctx, r.ID, waveform)
	}
	if err != nil {
		s.Log.Warn("draw waveform failed", "recording", r.ID, "error", err)
		return
	}
	s.tell()
}

// drawing is a ffmpeg.Listener.
type drawing struct{ peaks *dsp.Peaks }

func (d drawing) Hear(samples []float32) error {
	d.peaks.Write(samples)
	return nil
}

func (s *Service) waveform(ctx context.Context, id string) ([]byte, error) {
	f, err := s.FFmpeg(ctx)
	if err != nil {
		return nil, err
	}
	sound, err := ffmpeg.Probe(s.sound(id))
	if err != nil {
		return nil, err
	}
	peaks, err := dsp.NewPeaks(sound.Rate, ffmpeg.DecodedChannels(sound.Audio))
	if err != nil {
		return nil, err
	}
	if err := f.Decode(ctx, []ffmpeg.Sound{sound}, true, func(int) ffmpeg.Listener { return drawing{peaks} })[0]; err != nil {
		return nil, err
	}
	var all []byte
	low, mid, high := peaks.Result()
	for _, band := range [][]byte{low, mid, high} {
		all = append(all, dsp.Overview(band)...)
	}
	return all, nil
}
