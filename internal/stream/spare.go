package stream

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"sonora/internal/media/ffmpeg"
)

const (
	// spareLife is how long the spare processes of a form are kept after its
	// last use.
	spareLife = 10 * time.Minute
	maxForms  = 4 // forms with spares
	perForm   = 2 // spares per form

	spareMemory = 1 << 30
	longest     = 12 * time.Hour // of any conversion; each also has its own limit
)

// spares are processes that wait for a file to convert. Most of the time until
// the first sound is the start of ffmpeg, which loads 200 libraries; a spare
// has done that. It waits for the end of its standard input, which it treats as
// an empty sound and ignores, and then opens the source through a symbolic link
// that was made just before.
type spares struct {
	service *Service
	mu      sync.Mutex
	forms   map[Form]*spareForm
	closed  bool
}

// spareForm holds the spares of a form.
type spareForm struct {
	used  time.Time
	ready []*spare
	begun int // spares that are starting
}

type spare struct {
	process *ffmpeg.Process
	input   *os.File // its standard input
	folder  string
}

const linkName = "music"

func newSpares(s *Service) *spares { return &spares{service: s, forms: map[Form]*spareForm{}} }

// used records the use of a form and starts spares for it.
func (s *spares) used(form Form) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f := s.forms[form]
	if f == nil {
		if len(s.forms) >= maxForms {
			s.giveUpOldest()
		}
		f = &spareForm{}
		s.forms[form] = f
	}
	f.used = s.service.now()
	s.refill(form, f)
}

// warmLatest makes the first conversion after a restart fast.
func (s *spares) warmLatest(form Form, ok bool) {
	if ok && s.service.Works() {
		s.used(form)
	}
}

// take returns a spare process, nil if there is none. A conversion ahead leaves
// one for direct requests.
func (s *spares) take(form Form, ahead bool) *spare {
	s.mu.Lock()
	defer s.mu.Unlock()
	f := s.forms[form]
	if f == nil || len(f.ready) == 0 || ahead && len(f.ready) < perForm {
		return nil
	}
	taken := f.ready[0]
	f.ready = f.ready[1:]
	return taken
}

// refill starts missing spares. The caller holds the lock.
func (s *spares) refill(form Form, f *spareForm) {
	for !s.closed && len(f.ready)+f.begun < perForm {
		f.begun++
		s.service.running.Go(func() {
			spare, err := s.service.startSpare(form)
			s.mu.Lock()
			defer s.mu.Unlock()
			f.begun--
			switch {
			case err != nil:
				s.service.log.Debug("start spare ffmpeg failed", "format", form.String(), "error", err)
			case s.closed || s.forms[form] != f:
				spare.discard()
			default:
				f.ready = append(f.ready, spare)
			}
		})
	}
}

func (s *spares) giveUpOldest() {
	var oldest Form
	var at time.Time
	for form, f := range s.forms {
		if at.IsZero() || f.used.Before(at) {
			oldest, at = form, f.used
		}
	}
	s.giveUp(oldest)
}

func (s *spares) giveUp(form Form) {
	for _, spare := range s.forms[form].ready {
		spare.discard()
	}
	delete(s.forms, form)
}

// tidy ends the spares of unused forms.
func (s *spares) tidy() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for form, f := range s.forms {
		if s.service.now().Sub(f.used) >= spareLife {
			s.giveUp(form)
		}
	}
}

func (s *spares) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	for form := range s.forms {
		s.giveUp(form)
	}
}

func (s *Service) startSpare(form Form) (*spare, error) {
	runner, err := s.ffmpeg()
	if err != nil {
		return nil, err
	}
	folder, err := os.MkdirTemp(s.cache.folder, sparesName)
	if err != nil {
		return nil, fmt.Errorf("start a spare ffmpeg: %w", err)
	}
	theirs, ours, err := os.Pipe()
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(folder))
	}
	defer theirs.Close()
	args := append([]string{"-hide_banner", "-loglevel", "error", "-f", "s16le", "-ar", "8000", "-ac", "1", "-i", "pipe:0", "-threads", "1"},
		ffmpeg.LateInput(filepath.Join(folder, linkName))...)
	args = append(append(args, "-map", "1:a:0"), form.arguments(0)...)
	process, err := runner.Start(s.ctx, ffmpeg.Command{Args: args, Stdin: theirs, Time: spareLife + longest, CPU: longest, Memory: spareMemory})
	if err != nil {
		return nil, errors.Join(err, ours.Close(), os.RemoveAll(folder))
	}
	return &spare{process: process, input: ours, folder: folder}, nil
}

// give hands the process its file. Once the first sound arrives, the process
// has opened the file, and the folder is no longer needed.
func (p *spare) give(path string) error {
	err := os.Symlink(path, filepath.Join(p.folder, linkName))
	return errors.Join(err, p.input.Close())
}

// discard ends a process that is not needed.
func (p *spare) discard() {
	p.input.Close()
	p.process.Discard()
	os.RemoveAll(p.folder)
}
