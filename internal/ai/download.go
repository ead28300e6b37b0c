package ai

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"

	"sonora/internal/ai/compose"
	"sonora/internal/ai/compose/file"
	"sonora/internal/ai/compose/plan"
	"sonora/internal/generation"
	"sonora/internal/music"
)

// Kind is a kind of file that the composer writes of a piece, beside its sound.
type Kind string

// The kinds of files.
const (
	MIDI  Kind = "midi"
	Sheet Kind = "sheet" // the chords of each section, as text
	Stems Kind = "stems" // a ZIP file with a FLAC file for each part
)

// Download is a file of a piece.
type Download struct {
	io.ReadCloser
	FileName    string
	ContentType string
	Size        int64 // bytes
}

var (
	errNotWritten = music.NewError(music.Conflict, "Only pieces by the built-in composer come with notes and parts.")
	errUnreviewed = music.NewError(music.Conflict, "You can download the notes and parts when an operator has approved the piece.")
	errOldEngine  = music.NewError(music.Conflict, "Another version of the composer made this piece, so its notes and parts cannot be written again. Its sound is unchanged.")
)

// Download writes a file of a generation of the viewer, or of anybody for operators,
// who review it. It returns NotFound for any other and for unknown kinds, and Conflict
// for a piece that the composer did not make. Notes and parts sound unlike the piece, so that
// uploads of them would not be recognised: before an operator has approved the piece, it
// returns Conflict for them to everybody else. The caller closes the file.
func (s *Service) Download(ctx context.Context, v music.Viewer, id string, kind Kind) (*Download, error) {
	x, err := s.reviewable(ctx, v, id)
	if err != nil {
		return nil, err
	}
	piece, err := written(x)
	if err != nil {
		return nil, err
	}
	if (kind == MIDI || kind == Stems) && x.Review.Verdict != generation.Approved && !v.IsAdmin() {
		return nil, errUnreviewed
	}
	switch kind {
	case MIDI:
		var notes bytes.Buffer
		err := piece.Score.MIDI(&notes)
		return inMemory(&notes, fileName(x.Title, ".mid"), "audio/midi"), err
	case Sheet:
		return inMemory(bytes.NewBufferString(piece.Score.Sheet()), fileName(x.Title, ".txt"), "text/plain; charset=utf-8"), nil
	case Stems:
		return s.stems(ctx, piece, x)
	}
	return nil, music.ErrNotFound
}

func inMemory(content *bytes.Buffer, name, contentType string) *Download {
	return &Download{io.NopCloser(content), name, contentType, int64(content.Len())}
}

// reviewable returns a generation of the viewer, or anybody's for operators.
func (s *Service) reviewable(ctx context.Context, v music.Viewer, id string) (*generation.Generation, error) {
	x, err := s.Store.Generation(ctx, v, id)
	if v.IsAdmin() && music.CodeOf(err) == music.NotFound {
		return s.Store.GenerationByID(ctx, id)
	}
	return x, err
}

// written returns what the composer wrote for a generation.
func written(x *generation.Generation) (*compose.Piece, error) {
	p, err := planOf(x)
	switch {
	case err != nil:
		return nil, err
	case p == nil:
		return nil, errNotWritten
	case p.Engine != plan.Engine:
		return nil, errOldEngine
	}
	return compose.Write(*p)
}

// stems plays a piece and returns the ZIP file of its parts. It plays one piece at a
// time, as this takes all of a processor for some seconds.
func (s *Service) stems(ctx context.Context, piece *compose.Piece, x *generation.Generation) (*Download, error) {
	if err := s.playing.Acquire(ctx, 1); err != nil {
		return nil, err
	}
	defer s.playing.Release(1)
	if err := os.MkdirAll(s.Folder, 0o750); err != nil {
		return nil, err
	}
	folder, err := os.MkdirTemp(s.Folder, "stems-")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(folder) }() // an open file stays readable; sweep deletes what stays behind
	archive, err := os.Create(filepath.Join(folder, "stems.zip"))
	if err != nil {
		return nil, err
	}
	size, err := pack(ctx, archive, piece, folder, x.OwnerName)
	if err != nil {
		_ = archive.Close()
		return nil, err
	}
	return &Download{archive, fileName(x.Title, " (stems).zip"), "application/zip", size}, nil
}

// pack writes the ZIP file of the parts of a piece, returns its size, and goes back to
// its beginning.
func pack(ctx context.Context, archive *os.File, piece *compose.Piece, folder, artist string) (int64, error) {
	if err := file.WriteStems(ctx, archive, piece, folder, file.Label{Artist: artist}); err != nil {
		return 0, err
	}
	size, err := archive.Seek(0, io.SeekCurrent)
	if err != nil {
		return 0, err
	}
	_, err = archive.Seek(0, io.SeekStart)
	return size, err
}

// fileName returns the name of a file of a piece without what file systems refuse.
func fileName(title, ending string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(`/\:*?"<>|`, r) {
			return '_'
		}
		return r
	}, title) + ending
}
