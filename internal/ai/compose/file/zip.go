package file

import (
	"archive/zip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"sonora/internal/ai/compose"
	"sonora/internal/ai/compose/mixdown"
)

// stemGain lowers stems by 12 dB. Parts reach up to 6 dB above full scale before
// the master, and 16 bits have no room for that.
const stemGain = 0.25

// WriteStems plays a piece and writes a ZIP file with a FLAC file for each part. All
// parts are 12 dB quieter than in the mix before the master, of which they are the
// sum. They lie in the folder until they are in the ZIP file.
func WriteStems(ctx context.Context, to io.Writer, p *compose.Piece, folder string, l Label) error {
	s := stemFiles{folder: folder, piece: p}
	defer s.discard()
	if err := p.Play(ctx, compose.Options{Stems: s.write}); err != nil {
		return err
	}
	archive := zip.NewWriter(to)
	for _, part := range s.parts {
		if err := part.Finish(p, l); err != nil {
			return err
		}
		if err := pack(archive, part.name); err != nil {
			return fmt.Errorf("pack a stem: %w", err)
		}
	}
	return archive.Close()
}

// stemFiles are the FLAC files of a piece that is being played.
type stemFiles struct {
	folder string
	piece  *compose.Piece
	parts  []*Sound
	quiet  []float32
}

func (s *stemFiles) write(stems []mixdown.Stem) error {
	for i, stem := range stems {
		if i == len(s.parts) {
			part, err := Create(filepath.Join(s.folder, fileName(stem.Name)+".flac"), s.piece.Plan.Seed)
			if err != nil {
				return err
			}
			s.parts = append(s.parts, part)
		}
		s.quiet = s.quiet[:0]
		for _, v := range stem.Samples {
			s.quiet = append(s.quiet, v*stemGain)
		}
		if err := s.parts[i].Write(s.quiet); err != nil {
			return err
		}
	}
	return nil
}

func (s *stemFiles) discard() {
	for _, part := range s.parts {
		part.Discard()
	}
}

// fileName returns the name of the file of a part, without extension.
func fileName(part string) string { return strings.ReplaceAll(part, " ", "-") }

// pack moves a file into an archive. FLAC does not become smaller.
func pack(archive *zip.Writer, name string) error {
	from, err := os.Open(name)
	if err != nil {
		return err
	}
	defer from.Close()
	to, err := archive.CreateHeader(&zip.FileHeader{Name: filepath.Base(name), Method: zip.Store})
	if err == nil {
		_, err = io.Copy(to, from)
	}
	return errors.Join(err, os.Remove(name))
}
