package mix

import (
	"context"

	"sonora/internal/djmix"
	"sonora/internal/music"
	"sonora/internal/station"
)

// Tracklist returns the tracklist of a mix, or NotFound if the viewer may not hear
// it. Those who may change a recording get its tracklist before it is published.
func (s *Service) Tracklist(ctx context.Context, v music.Viewer, id string) ([]djmix.Entry, error) {
	d, err := s.Detail(ctx, v, id)
	if err == nil {
		return d.Tracklist, nil
	}
	if music.CodeOf(err) != music.NotFound {
		return nil, err
	}
	r, err := s.Store.RecordingOfMix(ctx, id)
	if err == nil && !r.MayManage(v) {
		err = music.ErrNotFound
	}
	if err != nil {
		return nil, err
	}
	return r.HeardTracklist(), nil
}

// SetTracklist replaces the tracklist of a mix. Its times are those of the sound
// before its beginning was cut off at from seconds. Entries without a track that the
// viewer may hear get the one that the library has under their artist and title.
func (s *Service) SetTracklist(ctx context.Context, v music.Viewer, id string, list []djmix.Entry, from float64) (*djmix.Detail, error) {
	d, err := s.managed(ctx, v, id)
	if err != nil {
		return nil, err
	}
	if from > 0 {
		list = djmix.Part(list, from, d.Duration.Seconds())
	}
	if err := djmix.CheckTracklist(list, d.Duration); err != nil {
		return nil, err
	}
	if err := djmix.KeepTracks(list, func(ids []string) ([]music.Track, error) { return s.Store.TracksByID(ctx, v, ids) }); err != nil {
		return nil, err
	}
	if err := s.match(ctx, list, d.Tracklist); err != nil {
		return nil, err
	}
	r, err := s.recordingOf(ctx, id)
	if err != nil {
		return nil, err
	}
	if r == nil {
		err = s.Store.SetMixTracklist(ctx, id, list)
	} else {
		err = s.changeRecording(ctx, id, func(r *station.Recording) { r.SetHeardTracklist(list) })
	}
	if err != nil {
		return nil, err
	}
	s.tell()
	return s.Detail(ctx, v, id)
}

// ReadTracklist is SetTracklist for a cue sheet or lines of text.
func (s *Service) ReadTracklist(ctx context.Context, v music.Viewer, id, text string, from float64) (*djmix.Detail, error) {
	list, err := djmix.ParseTracklist(text)
	if err != nil {
		return nil, err
	}
	return s.SetTracklist(ctx, v, id, list, from)
}

type name struct{ artist, title string }

// match finds the tracks of entries. What a person wrote before keeps its track,
// also if the library would not find it by its name.
func (s *Service) match(ctx context.Context, list, before []djmix.Entry) error {
	known := map[name]string{}
	for _, e := range before {
		known[name{e.Artist, e.Title}] = e.TrackID
	}
	for i := range list {
		e := &list[i]
		if e.TrackID != "" {
			continue
		}
		key := name{e.Artist, e.Title}
		track, found := known[key]
		if !found || track == "" {
			var err error
			if track, err = s.Match(ctx, e.Artist, e.Title); err != nil {
				return err
			}
			known[key] = track
		}
		e.TrackID = track
	}
	return nil
}
