package archive

import (
	"archive/tar"
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/klauspost/compress/zstd"
)

const (
	maxHead  = 4 << 20 // bytes of JSON
	maxChunk = 1 << 28 // bytes of an entry with rows; a single row may be large
	// window is the largest window of Zstandard: that of its highest levels.
	window = 128 << 20
)

var (
	zstdMagic = []byte{0x28, 0xb5, 0x2f, 0xfd}
	ageMagic  = []byte("age-encryption.org/")
)

// Sink takes what an archive contains, in its order.
type Sink struct {
	// Table begins a table and calls next until it returns nil.
	Table func(t Table, next func() ([]any, error)) error
	// Kept takes a file of so many bytes.
	Kept func(name string, content io.Reader, size int64) error
	// Listed takes the entry of a larger file.
	Listed func(f File) error
	// SecretKey takes the key of secrets.
	SecretKey func(key []byte) error
}

// Reader reads an archive.
type Reader struct {
	Head        Head
	IsEncrypted bool

	packed *zstd.Decoder
	tar    *tar.Reader
}

// NewReader reads the head of an archive. key may be nil. It returns ErrForeign,
// ErrNewer, ErrEncrypted, ErrWrongKey or ErrDamaged.
func NewReader(r io.Reader, key *Key, schema int64) (*Reader, error) {
	buffered := bufio.NewReaderSize(r, 1<<20)
	begin, err := buffered.Peek(len(ageMagic))
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("read the backup: %w", err)
	}
	a := &Reader{IsEncrypted: bytes.Equal(begin, ageMagic)}
	var plain io.Reader = buffered
	switch {
	case a.IsEncrypted && key == nil:
		return nil, ErrEncrypted
	case a.IsEncrypted:
		opened, err := key.open(buffered)
		if err != nil {
			return nil, err
		}
		inner := bufio.NewReaderSize(opened, 1<<16)
		if begin, err = inner.Peek(len(zstdMagic)); err != nil {
			return nil, fmt.Errorf("%w: %w", ErrDamaged, err)
		}
		plain = inner
	}
	if !bytes.HasPrefix(begin, zstdMagic) {
		return nil, ErrForeign
	}
	in := &readBytes{r: plain}
	if a.packed, err = zstd.NewReader(in, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(window)); err != nil {
		return nil, err
	}
	a.tar = tar.NewReader(&unpacked{r: a.packed, packed: in})
	if err := a.readHead(schema); err != nil {
		a.Close()
		return nil, err
	}
	return a, nil
}

// A backup may unpack to freeSize, or else to maxRatio times its size. Databases pack
// to a tenth or so; files that would fill the disk pack much better.
const (
	maxRatio = 200
	freeSize = 1 << 30
)

// readBytes counts what was read.
type readBytes struct {
	r io.Reader
	n int64
}

// Read implements io.Reader.
func (c *readBytes) Read(b []byte) (int, error) {
	n, err := c.r.Read(b)
	c.n += int64(n)
	return n, err
}

// unpacked ends archives that unpack to far more than they are.
type unpacked struct {
	r      io.Reader
	n      int64
	packed *readBytes
}

// Read implements io.Reader.
func (u *unpacked) Read(b []byte) (int, error) {
	n, err := u.r.Read(b)
	if u.n += int64(n); u.n > freeSize && u.n > maxRatio*u.packed.n {
		return 0, fmt.Errorf("%w: it unpacks to more than %d times its size", ErrDamaged, maxRatio)
	}
	return n, err
}

// Close frees what reading needs.
func (a *Reader) Close() { a.packed.Close() }

func (a *Reader) readHead(schema int64) error {
	h, err := a.tar.Next()
	if err != nil || h.Name != headName {
		if err == nil || errors.Is(err, tar.ErrHeader) {
			return ErrForeign
		}
		return damaged(err)
	}
	if err := a.json(&a.Head); err != nil {
		return err
	}
	if a.Head.Format > Format {
		return fmt.Errorf("%w: it has the format %d, this program reads formats up to %d", ErrNewer, a.Head.Format, Format)
	}
	if a.Head.Schema > schema {
		return fmt.Errorf("%w: its database has schema version %d, this program knows versions up to %d", ErrNewer, a.Head.Schema, schema)
	}
	if a.Head.Format < 1 || a.Head.Schema < 1 || len(a.Head.Tables) == 0 {
		return fmt.Errorf("%w: its head makes no sense", ErrDamaged)
	}
	return nil
}

func (a *Reader) json(v any) error {
	if err := json.NewDecoder(io.LimitReader(a.tar, maxHead)).Decode(v); err != nil {
		return damaged(err)
	}
	return nil
}

func damaged(err error) error { return fmt.Errorf("%w: %w", ErrDamaged, err) }

// Read passes the content of the archive to a sink and returns its end. It
// returns ErrDamaged unless everything is there and unchanged.
func (a *Reader) Read(s Sink) (*End, error) {
	var got End
	h, err := a.tar.Next()
	for i := range a.Head.Tables {
		t := &tableReader{Reader: a, table: a.Head.Tables[i], entry: h, err: err}
		if err := t.read(s); err != nil {
			return nil, err
		}
		got.Totals = append(got.Totals, t.digest.Total(t.table.Name))
		h, err = t.entry, t.err
	}
	for ; err == nil; h, err = a.tar.Next() {
		if h.Name == endName {
			return a.check(got)
		}
		if err := a.file(h, s, &got); err != nil {
			return nil, err
		}
	}
	return nil, damaged(err)
}

// check compares what was read with the end of the archive, and reads to the end
// of the stream, where its checksums are.
func (a *Reader) check(got End) (*End, error) {
	var want End
	if err := a.json(&want); err != nil {
		return nil, err
	}
	if !slices.Equal(got.Totals, want.Totals) || got.Kept != want.Kept || got.Listed != want.Listed {
		return nil, fmt.Errorf("%w: its content differs from its table of contents", ErrDamaged)
	}
	if _, err := a.tar.Next(); !errors.Is(err, io.EOF) {
		return nil, damaged(err)
	}
	if _, err := io.Copy(io.Discard, a.packed); err != nil {
		return nil, damaged(err)
	}
	return &want, nil
}

// file reads an entry that is no table.
func (a *Reader) file(h *tar.Header, s Sink, got *End) error {
	name, isKept := strings.CutPrefix(h.Name, mediaDir)
	switch {
	case isKept:
		got.Kept++
		return a.kept(name, h.Size, s)
	case h.Name == filesName:
		return a.listed(s, got)
	case h.Name == keyName && h.Size <= maxHead:
		key, err := io.ReadAll(a.tar)
		if err != nil {
			return damaged(err)
		}
		if s.SecretKey == nil {
			return nil
		}
		return s.SecretKey(key)
	}
	return fmt.Errorf("%w: it contains %q", ErrDamaged, h.Name)
}

func (a *Reader) kept(name string, size int64, s Sink) error {
	content := &damagedReader{a.tar}
	if s.Kept == nil {
		_, err := io.Copy(io.Discard, content)
		return err
	}
	return s.Kept(name, content, size)
}

// damagedReader turns errors of reading into ErrDamaged, so that they differ from
// those of writing elsewhere.
type damagedReader struct{ r io.Reader }

// Read implements io.Reader.
func (d *damagedReader) Read(b []byte) (int, error) {
	n, err := d.r.Read(b)
	if err != nil && !errors.Is(err, io.EOF) {
		err = damaged(err)
	}
	return n, err
}

func (a *Reader) listed(s Sink, got *End) error {
	lines := json.NewDecoder(a.tar)
	for {
		var f File
		err := lines.Decode(&f)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return damaged(err)
		}
		got.Listed++
		if s.Listed == nil {
			continue
		}
		if err := s.Listed(f); err != nil {
			return err
		}
	}
}

// tableReader reads the rows of one table, which are in no, one or several
// entries.
type tableReader struct {
	*Reader
	table  Table
	entry  *tar.Header // the next one
	err    error       // of finding it
	chunks int
	rows   *rows // nil between entries
	digest Digest
}

func (t *tableReader) read(s Sink) error {
	if s.Table == nil {
		for {
			if row, err := t.next(); row == nil || err != nil {
				return err
			}
		}
	}
	return s.Table(t.table, t.next)
}

// next returns the next row, and nil after the last.
func (t *tableReader) next() ([]any, error) {
	for {
		if t.rows == nil {
			if t.err != nil {
				return nil, damaged(t.err)
			}
			want := fmt.Sprintf("%s%s/%06d", tablesDir, t.table.Name, t.chunks+1)
			if t.entry.Name != want || t.entry.Size > maxChunk {
				return nil, nil // another table begins
			}
			t.chunks++
			if t.rows, t.err = t.entryRows(); t.err != nil {
				continue
			}
		}
		row, encoded, err := t.rows.next()
		if err != nil {
			return nil, damaged(err)
		}
		if row == nil {
			t.rows = nil
			t.entry, t.err = t.tar.Next()
			continue
		}
		t.digest.add(encoded)
		return row, nil
	}
}

// entryRows reads the present entry.
func (t *tableReader) entryRows() (*rows, error) {
	var content bytes.Buffer
	content.Grow(int(min(t.entry.Size, 2*chunkSize)) + bytes.MinRead)
	if _, err := content.ReadFrom(t.tar); err != nil {
		return nil, err
	}
	return newRows(content.Bytes()), nil
}
