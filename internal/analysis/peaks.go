package analysis

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"sonora/internal/music"
	"sonora/internal/sound"
)

// The form of a file of peaks: «SNPK», the version of the form, the number of
// bands, points a second (2 bytes), points (4 bytes), all little endian; then
// the points of the low, the middle and the high band.
const (
	peaksMagic   = "SNPK"
	peaksForm    = 1
	peaksBands   = 3
	peaksHead    = 12
	peaksSuffix  = ".peaks"
	peaksTidyAge = 24 * time.Hour // a younger file without a track may be in the making
)

// EncodePeaks writes peaks in the form clients read.
func EncodePeaks(p *sound.Peaks) []byte {
	b := make([]byte, 0, peaksHead+peaksBands*len(p.Low))
	b = append(b, peaksMagic...)
	b = append(b, peaksForm, peaksBands)
	b = binary.LittleEndian.AppendUint16(b, sound.PeaksPerSecond)
	b = binary.LittleEndian.AppendUint32(b, uint32(len(p.Low)))
	for _, band := range [][]byte{p.Low, p.Mid, p.High} {
		b = append(b, band...)
	}
	return b
}

// peakFiles keeps the peaks of tracks below a folder.
type peakFiles struct{ folder string }

// name of the file of a track: ids begin with a time and end with chance, so
// that their ends spread over folders.
func (f peakFiles) name(trackID string, version int) string {
	return filepath.Join(f.folder, strings.ToLower(trackID[max(len(trackID)-2, 0):]), trackID+"-"+strconv.Itoa(version)+peaksSuffix)
}

// save replaces the peaks of a track, never by half a file.
func (f peakFiles) save(trackID string, version int, p *sound.Peaks) error {
	name := f.name(trackID, version)
	if err := os.MkdirAll(filepath.Dir(name), 0o750); err != nil {
		return fmt.Errorf("keep peaks: %w", err)
	}
	temporary, err := os.CreateTemp(filepath.Dir(name), "*.new")
	if err != nil {
		return fmt.Errorf("keep peaks: %w", err)
	}
	_, err = temporary.Write(EncodePeaks(p))
	err = errors.Join(err, temporary.Close())
	if err == nil {
		err = os.Rename(temporary.Name(), name)
	}
	if err != nil {
		return fmt.Errorf("keep peaks: %w", errors.Join(err, os.Remove(temporary.Name())))
	}
	return nil
}

// open opens the peaks of a track; NotFound when there are none.
func (f peakFiles) open(trackID string, version int) (*os.File, error) {
	file, err := os.Open(f.name(trackID, version))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, music.ErrNotFound
	}
	if err != nil {
		return nil, fmt.Errorf("read peaks: %w", err)
	}
	return file, nil
}

// tidy removes the files of tracks and versions that are not known any more.
func (f peakFiles) tidy(known map[string]bool, now time.Time) error {
	err := filepath.WalkDir(f.folder, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || known[d.Name()] {
			return err
		}
		if info, err := d.Info(); err == nil && now.Sub(info.ModTime()) > peaksTidyAge {
			err = os.Remove(name)
			if !errors.Is(err, fs.ErrNotExist) {
				return err
			}
		}
		return nil
	})
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}
