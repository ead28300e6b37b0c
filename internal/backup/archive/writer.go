package archive

import (
	"archive/tar"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path"
	"time"

	"github.com/klauspost/compress/zstd"
)

// chunkSize is the size from which the rows of a table continue in another entry.
const chunkSize = 4 << 20

// Writer writes an archive. Write the tables in the order of the head, then the
// files, then call Close.
type Writer struct {
	head   Head
	sealed io.WriteCloser // nil if the archive is not encrypted
	packed *zstd.Encoder
	tar    *tar.Writer
	key    *Key
	end    End

	digest Digest // of the present table
	rows   []byte // encoded, not yet written
	chunks int
}

// NewWriter begins an archive. lock is nil for one that anyone can read.
func NewWriter(w io.Writer, lock *Lock, head Head) (*Writer, error) {
	a := &Writer{head: head}
	if lock != nil {
		var err error
		if a.sealed, a.key, err = lock.seal(w); err != nil {
			return nil, err
		}
		w = a.sealed
	}
	// One goroutine: people who listen come first.
	packed, err := zstd.NewWriter(w, zstd.WithEncoderConcurrency(1), zstd.WithEncoderLevel(zstd.SpeedDefault))
	if err != nil {
		return nil, err
	}
	a.packed, a.tar = packed, tar.NewWriter(packed)
	return a, a.put(headName, head)
}

// Key returns a key that opens this archive and exists in memory only; nil if a
// passphrase or nothing encrypts it.
func (a *Writer) Key() *Key { return a.key }

func (a *Writer) put(name string, v any) error {
	b, err := json.MarshalIndent(v, "", " ")
	if err != nil {
		return err
	}
	return a.entry(name, b)
}

func (a *Writer) entry(name string, content []byte) error {
	return a.copy(name, bytes.NewReader(content), int64(len(content)))
}

func (a *Writer) copy(name string, r io.Reader, size int64) error {
	h := &tar.Header{Name: name, Mode: 0o600, Size: size, ModTime: a.head.CreatedAt.Truncate(time.Second), Format: tar.FormatPAX}
	if err := a.tar.WriteHeader(h); err != nil {
		return err
	}
	n, err := io.Copy(a.tar, io.LimitReader(r, size))
	if err == nil && n < size {
		err = io.ErrUnexpectedEOF
	}
	return err
}

// Row adds a row to a table.
func (a *Writer) Row(table string, row []any) error {
	begin := len(a.rows)
	var err error
	if a.rows, err = appendRow(a.rows, row); err != nil {
		return fmt.Errorf("encode a row of %s: %w", table, err)
	}
	a.digest.add(a.rows[begin:])
	if len(a.rows) >= chunkSize {
		return a.flush(table)
	}
	return nil
}

func (a *Writer) flush(table string) error {
	if len(a.rows) == 0 {
		return nil
	}
	a.chunks++
	err := a.entry(fmt.Sprintf("%s%s/%06d", tablesDir, table, a.chunks), a.rows)
	a.rows = a.rows[:0]
	return err
}

// EndTable ends a table.
func (a *Writer) EndTable(table string) error {
	err := a.flush(table)
	a.end.Totals = append(a.end.Totals, a.digest.Total(table))
	a.digest, a.chunks = Digest{}, 0
	return err
}

// Keep adds size bytes of r as a file, under its path below the media folder.
func (a *Writer) Keep(name string, r io.Reader, size int64) error {
	a.end.Kept++
	return a.copy(path.Join(mediaDir, name), r, size)
}

// List adds the list of larger files from r, where it takes size bytes.
func (a *Writer) List(r io.Reader, size int64, files int, bytes int64) error {
	a.end.Listed, a.end.Bytes = files, bytes
	return a.copy(filesName, r, size)
}

// SecretKey adds the key of secrets.
func (a *Writer) SecretKey(key []byte) error { return a.entry(keyName, key) }

// Close ends the archive.
func (a *Writer) Close() (End, error) {
	err := a.put(endName, a.end)
	err = errors.Join(err, a.tar.Close(), a.packed.Close())
	if a.sealed != nil {
		err = errors.Join(err, a.sealed.Close())
	}
	return a.end, err
}

// Abandon frees what an archive needs that is not completed.
func (a *Writer) Abandon() { _ = a.packed.Close() } // what it writes is thrown away
