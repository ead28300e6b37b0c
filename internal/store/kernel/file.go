package kernel

import (
	"errors"
	"fmt"
	"os"
	"sync/atomic"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// Faults of an SQLite file that is in use.
var (
	errFileGone    = errors.New("the database file is gone or was replaced while the server runs; restore it and restart the server")
	errFileDamaged = errors.New("the database file is damaged; stop the server and restore a backup")
)

// magic begins every SQLite file.
const magic = "SQLite format 3\x00"

// file watches the file of an SQLite database and its write-ahead log. SQLite
// itself continues to write to a deleted file, and everything written there is
// lost when the server stops. A nil *file is always sound.
type file struct {
	path string
	info os.FileInfo // of the open file
	log  os.FileInfo // of its write-ahead log; nil if there was none
	// open stays open until the connections are closed: closing any descriptor
	// of the file releases the locks that SQLite holds on it.
	open      *os.File
	isDamaged atomic.Bool
}

// watchFile starts to watch the file at path, which the connections have
// opened.
func watchFile(path string) (*file, error) {
	open, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("watch database file: %w", err)
	}
	info, err := open.Stat()
	if err != nil {
		return nil, errors.Join(fmt.Errorf("watch database file: %w", err), open.Close())
	}
	log, err := os.Stat(path + "-wal")
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, errors.Join(fmt.Errorf("watch write-ahead log: %w", err), open.Close())
	}
	return &file{path: path, info: info, log: log, open: open}, nil
}

// check returns an error if nothing may be written because the file is gone or
// damaged.
func (f *file) check() error {
	if f == nil {
		return nil
	}
	if f.isDamaged.Load() {
		return &failure{errReadOnly.Because(errFileDamaged)}
	}
	if !isSame(f.info, f.path) || f.log != nil && !isSame(f.log, f.path+"-wal") {
		return &failure{errReadOnly.Because(fmt.Errorf("%s: %w", f.path, errFileGone))}
	}
	return nil
}

// isSame reports whether the file at path is the one that info describes.
func isSame(info os.FileInfo, path string) bool {
	now, err := os.Stat(path)
	return err == nil && os.SameFile(info, now)
}

// checkHeader is check, and also reads the beginning of the file, which SQLite
// caches and does not read again.
func (f *file) checkHeader() error {
	if f == nil {
		return nil
	}
	header := make([]byte, len(magic))
	if _, err := f.open.ReadAt(header, 0); err != nil || string(header) != magic {
		f.isDamaged.Store(true)
	}
	return f.check()
}

// note remembers that the engine found the file damaged.
func (f *file) note(err error) {
	var e *sqlite.Error
	if f == nil || !errors.As(err, &e) {
		return
	}
	switch e.Code() & 0xff {
	case sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB:
		f.isDamaged.Store(true)
	}
}

func (f *file) close() error {
	if f == nil {
		return nil
	}
	if err := f.open.Close(); !errors.Is(err, os.ErrClosed) { // pools may be closed twice, and this file with them
		return err
	}
	return nil
}
