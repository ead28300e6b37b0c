package things

import (
	"errors"
	"io"
	"log/slog"
	"mime/multipart"
	"net/http"
	"os"
	"syscall"

	"sonora/internal/edge"
	"sonora/internal/intake"
	"sonora/internal/music"
)

// KeptFile is a file of a form, on disk for as long as the request takes.
type KeptFile struct {
	Name    string // as the person named it
	Content *os.File
}

// FileForm is a form whose files are too large for memory.
type FileForm struct {
	Folder   string // for the files
	MaxFiles int
	TooLarge *music.Error                   // for a form larger than its route takes
	Field    func(name, value string) error // takes another field
	Files    []KeptFile
}

const maxField = 1 << 10

var errNoSpace = music.NewError(music.Unavailable, "The server has no space for the file at the moment. Try again later.").Coded(intake.CodeServerFull)

// Read reads a request. Call Remove afterwards, also after an error.
func (f *FileForm) Read(r *http.Request) error {
	form, err := r.MultipartReader()
	if err != nil {
		return edge.ErrBadForm.Because(err)
	}
	for {
		part, err := form.NextRawPart()
		switch {
		case errors.Is(err, io.EOF):
			if len(f.Files) == 0 {
				return edge.MissingFile()
			}
			return nil
		case err != nil:
			err = edge.ErrBadForm.Because(err)
		default:
			err = f.part(part)
		}
		if _, tooLong := errors.AsType[*http.MaxBytesError](err); tooLong {
			return f.TooLarge.Because(err)
		}
		if err != nil {
			return err
		}
	}
}

func (f *FileForm) part(part *multipart.Part) error {
	if part.FormName() == "file" {
		return f.keep(part)
	}
	text, err := io.ReadAll(io.LimitReader(part, maxField))
	if err != nil {
		return err
	}
	return f.Field(part.FormName(), string(text))
}

// keep writes a file to disk.
func (f *FileForm) keep(part *multipart.Part) error {
	if len(f.Files) == f.MaxFiles {
		return music.NewError(music.Invalid, "Choose up to %d files.", f.MaxFiles)
	}
	to, err := os.CreateTemp(f.Folder, "form-*")
	if err != nil {
		return err
	}
	f.Files = append(f.Files, KeptFile{Name: part.FileName(), Content: to})
	_, err = io.Copy(to, part)
	if errors.Is(err, syscall.ENOSPC) {
		return errNoSpace.Because(err)
	}
	return err
}

// Remove deletes the files.
func (f *FileForm) Remove(log *slog.Logger) {
	for _, file := range f.Files {
		if err := errors.Join(file.Content.Close(), os.Remove(file.Content.Name())); err != nil {
			log.Warn("delete temporary file of a form failed", "error", err)
		}
	}
}
