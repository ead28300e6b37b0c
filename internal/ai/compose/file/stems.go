package file

import (
	"encoding/binary"
	"errors"
	"math"
	"os"
	"path/filepath"

	"sonora/internal/ai/compose/mixdown"
)

// Stems is a folder with a WAV file for each part. They hold 32-bit
// floating-point samples, so that their sum is the mix before the master, and
// nothing is cut off where a part is loud.
type Stems struct {
	folder string
	files  []*stem
	bytes  []byte
}

type stem struct {
	*os.File
	size int64
}

// CreateStems creates the folder.
func CreateStems(folder string) (*Stems, error) {
	return &Stems{folder: folder}, os.MkdirAll(folder, 0o755)
}

// Write adds the next block of every part. All blocks have the same parts.
func (s *Stems) Write(parts []mixdown.Stem) error {
	for i, part := range parts {
		if i == len(s.files) {
			f, err := os.Create(filepath.Join(s.folder, fileName(part.Name)+".wav"))
			if err != nil {
				return err
			}
			s.files = append(s.files, &stem{File: f})
			if _, err := f.Write(float32s.head(0)); err != nil {
				return err
			}
		}
		s.bytes = s.bytes[:0]
		for _, v := range part.Samples {
			s.bytes = binary.LittleEndian.AppendUint32(s.bytes, math.Float32bits(v))
		}
		s.files[i].size += int64(len(s.bytes))
		if _, err := s.files[i].Write(s.bytes); err != nil {
			return err
		}
	}
	return nil
}

// Close completes the files.
func (s *Stems) Close() (err error) {
	for _, f := range s.files {
		_, head := f.WriteAt(float32s.head(f.size), 0)
		err = errors.Join(err, head, f.Close())
	}
	return err
}
