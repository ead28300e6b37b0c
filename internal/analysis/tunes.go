package analysis

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"sonora/internal/blob"
	"sonora/internal/dsp/tune"
	"sonora/internal/music"
)

const tuneSuffix = ".tune"

// tuneFiles stores the tunes of tracks in the folder of the peaks, which are deleted with
// them.
type tuneFiles struct{ folder string }

func (f tuneFiles) name(trackID string, version int) string {
	return fileOf(f.folder, trackID, version, tuneSuffix)
}

// save replaces the tune of a track atomically.
func (f tuneFiles) save(trackID string, version int, t *tune.Tune) error {
	data, err := t.MarshalBinary()
	if err == nil {
		err = blob.WriteFile(f.name(trackID, version), data, false)
	}
	if err != nil {
		return fmt.Errorf("save tune: %w", err)
	}
	return nil
}

// read returns the tune of a track, and NotFound if there is none that can be read.
func (f tuneFiles) read(trackID string, version int) (*tune.Tune, error) {
	data, err := os.ReadFile(f.name(trackID, version))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, music.ErrNotFound
	}
	if err != nil {
		return nil, fmt.Errorf("read tune: %w", err)
	}
	t := new(tune.Tune)
	if err := t.UnmarshalBinary(data); err != nil {
		return nil, music.ErrNotFound.Because(err)
	}
	return t, nil
}
