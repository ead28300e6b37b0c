package radio

import (
	"context"
	"errors"
	"maps"
	"slices"
	"sync"

	"sonora/internal/music"
	"sonora/internal/radio/mix"
	"sonora/internal/sound"
)

// maxFiles is the number of tracks of a station whose files are remembered beyond
// those that are planned.
const maxFiles = 256

// trackStore is where the files of tracks are found. *store.Store implements it.
type trackStore interface {
	StationOwner(ctx context.Context, stationID string) (music.Viewer, error)
	TrackFile(ctx context.Context, v music.Viewer, id string) (*music.TrackFile, error)
	TrackAnalysis(ctx context.Context, v music.Viewer, id string) (*sound.TrackAnalysis, error)
}

// trackFile is the file of a track, and how it sounds.
type trackFile struct {
	*music.TrackFile
	sound *mix.Sound // nil if it is not known
}

// trackFiles remembers the files of the tracks that stations play, for the time in
// which the database cannot be read.
type trackFiles struct {
	store   trackStore
	warn    func(trackID string, err error)
	correct func(measured *sound.Analysis, edit *sound.Edit) *sound.Analysis

	mu sync.Mutex
	of map[string]map[string]trackFile // by station and track
}

// find returns the file of a track. The error has the code NotFound if the file is
// missing.
func (f *trackFiles) find(ctx context.Context, stationID, trackID string) (trackFile, error) {
	var file trackFile
	owner, err := f.store.StationOwner(ctx, stationID)
	if err == nil {
		file, err = f.read(ctx, owner, trackID)
	}
	known, isKnown := f.get(stationID, trackID)
	if isKnown && music.CodeOf(err) == music.Unavailable {
		return known, nil
	}
	if err == nil {
		if file.sound == nil && isKnown { // the analysis could not be read, or was deleted
			file.sound = known.sound
		}
		f.set(stationID, trackID, file)
	}
	return file, err
}

// read reads the file of a track that the owner of a station may hear.
func (f *trackFiles) read(ctx context.Context, owner music.Viewer, trackID string) (trackFile, error) {
	file, err := f.store.TrackFile(ctx, owner, trackID)
	if err != nil {
		return trackFile{}, err
	}
	t, err := f.store.TrackAnalysis(ctx, owner, trackID)
	if err != nil { // the loudness is measured before the track plays
		f.warn(trackID, err)
		return trackFile{file, nil}, nil
	}
	if t.Measured == nil {
		return trackFile{file, nil}, nil
	}
	return trackFile{file, mix.SoundOf(f.correct(t.Measured, &t.Edit))}, nil
}

// readAhead remembers the files of tracks that a station will play, and forgets others
// if there are many.
func (f *trackFiles) readAhead(ctx context.Context, stationID string, tracks []string) error {
	isKnown := func(id string) bool { _, known := f.get(stationID, id); return known }
	if unknown := slices.DeleteFunc(slices.Clone(tracks), isKnown); len(unknown) > 0 {
		owner, err := f.store.StationOwner(ctx, stationID)
		if err != nil {
			return err
		}
		for _, id := range unknown {
			file, err := f.read(ctx, owner, id)
			switch {
			case err == nil:
				f.set(stationID, id, file)
			case !errors.Is(err, music.ErrNotFound):
				return err
			}
		}
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.of[stationID]) > len(tracks)+maxFiles {
		maps.DeleteFunc(f.of[stationID], func(id string, _ trackFile) bool { return !slices.Contains(tracks, id) })
	}
	return nil
}

func (f *trackFiles) get(stationID, trackID string) (file trackFile, isKnown bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	file, isKnown = f.of[stationID][trackID]
	return file, isKnown
}

func (f *trackFiles) set(stationID, trackID string, file trackFile) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.of[stationID] == nil {
		f.of[stationID] = map[string]trackFile{}
	}
	f.of[stationID][trackID] = file
}

// forget drops the files of a station that does not play here any more.
func (f *trackFiles) forget(stationID string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.of, stationID)
}
