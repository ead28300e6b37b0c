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

	"sonora/internal/blob"
	"sonora/internal/music"
	"sonora/internal/sound"
)

// A peaks file starts with a header, all little endian: the magic "SNPK", the
// format version (1 byte), the number of bands (1 byte), points per second (2
// bytes) and the number of points (4 bytes). The points of the low, middle and
// high band follow, one byte each.
const (
	peaksMagic   = "SNPK"
	peaksFormat  = 1
	peaksBands   = 3
	peaksHeader  = 12
	peaksSuffix  = ".peaks"
	peaksTidyAge = 24 * time.Hour // a younger file without a track may belong to an analysis in progress
)

// EncodePeaks encodes peaks in the format that clients read.
func EncodePeaks(p *sound.Peaks) []byte {
	b := make([]byte, 0, peaksHeader+peaksBands*len(p.Low))
	b = append(b, peaksMagic...)
	b = append(b, peaksFormat, peaksBands)
	b = binary.LittleEndian.AppendUint16(b, sound.PeaksPerSecond)
	b = binary.LittleEndian.AppendUint32(b, uint32(len(p.Low)))
	for _, band := range [][]byte{p.Low, p.Mid, p.High} {
		b = append(b, band...)
	}
	return b
}

// decodePeaks decodes what EncodePeaks encoded, and reports whether it is that.
func decodePeaks(b []byte) (*sound.Peaks, bool) {
	if len(b) < peaksHeader || string(b[:len(peaksMagic)]) != peaksMagic {
		return nil, false
	}
	n, points := int64(binary.LittleEndian.Uint32(b[8:])), b[peaksHeader:]
	if int64(len(points)) != peaksBands*n {
		return nil, false
	}
	return &sound.Peaks{Low: points[:n], Mid: points[n : 2*n], High: points[2*n:]}, true
}

// peakFiles stores the peaks of tracks in a folder.
type peakFiles struct{ folder string }

// name returns the file name for a track. IDs start with a time and end with
// random characters, so their ends spread evenly over subfolders.
func (f peakFiles) name(trackID string, version int) string {
	return fileOf(f.folder, trackID, version, peaksSuffix)
}

func fileOf(folder, trackID string, version int, suffix string) string {
	return filepath.Join(folder, strings.ToLower(trackID[max(len(trackID)-2, 0):]), trackID+"-"+strconv.Itoa(version)+suffix)
}

// save replaces the peaks of a track atomically.
func (f peakFiles) save(trackID string, version int, p *sound.Peaks) error {
	if err := blob.WriteFile(f.name(trackID, version), EncodePeaks(p), false); err != nil {
		return fmt.Errorf("save peaks: %w", err)
	}
	return nil
}

// open opens the peaks of a track. It returns NotFound if there are none.
func (f peakFiles) open(trackID string, version int) (*os.File, error) {
	file, err := os.Open(f.name(trackID, version))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, music.ErrNotFound
	}
	if err != nil {
		return nil, fmt.Errorf("open peaks: %w", err)
	}
	return file, nil
}

// tidy removes the files of unknown tracks and versions.
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
