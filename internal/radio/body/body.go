// Package body keeps songs in the form in which stations send them: decoded,
// brought to their loudness and encoded once, for all stations and servers that
// play them again.
package body

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"sync"

	"sonora/internal/radio/mix"
)

// A stored body begins with the magic, the length of its head and the head's
// checksum. Then windows follow: up to windowFrames frames of equal size, each
// with its print, and their checksum.
const (
	magic        = "SNRBODY1"
	prefix       = len(magic) + 4 + checksum
	checksum     = 4
	windowFrames = 256     // 6 s
	maxHead      = 1 << 20 // bytes
	maxFrame     = 1 << 12 // bytes
	printSize    = 2 * len(mix.Print{})
)

// head describes a body.
type head struct {
	mix.Outline

	Size  int64 `json:"size"`  // of a frame with its print, bytes
	Count int64 `json:"count"` // of frames
}

var (
	errDamaged = errors.New("the stored body is damaged")
	errPast    = errors.New("the body has ended")
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// pack returns the stored form of a body. size is that of its frames with their
// prints.
func pack(o *mix.Outline, size int, frames []byte) ([]byte, error) {
	text, err := json.Marshal(head{*o, int64(size), int64(len(frames) / size)})
	if err != nil {
		return nil, err
	}
	b := append(make([]byte, 0, prefix+len(text)+len(frames)+checksum*(len(frames)/(size*windowFrames)+1)), magic...)
	b = binary.BigEndian.AppendUint32(b, uint32(len(text)))
	b = binary.BigEndian.AppendUint32(b, crc32.Checksum(text, castagnoli))
	b = append(b, text...)
	for len(frames) > 0 {
		window := frames[:min(len(frames), size*windowFrames)]
		frames = frames[len(window):]
		b = append(b, window...)
		b = binary.BigEndian.AppendUint32(b, crc32.Checksum(window, castagnoli))
	}
	return b, nil
}

// source is where a body is stored.
type source interface {
	io.ReaderAt
	io.Closer
}

// body implements mix.Body. It reads windows ahead, so that a disk or a bucket
// that answers late does not delay the station.
type body struct {
	head
	from source
	at   int64 // of the first window, bytes

	damaged func() // called for every window that is damaged

	mu      sync.Mutex
	windows map[int64]*window
	err     error // of a window, also of one that is not needed yet
	reading sync.WaitGroup
	closed  bool
}

// window is a part of a body; data is nil while it is being read.
type window struct {
	data []byte
	err  error
}

// open reads the head of a stored body.
func open(from source) (*body, error) {
	var start [prefix]byte
	if _, err := from.ReadAt(start[:], 0); err != nil {
		return nil, fmt.Errorf("%w: %w", errDamaged, err)
	}
	length := binary.BigEndian.Uint32(start[len(magic):])
	if !bytes.HasPrefix(start[:], []byte(magic)) || length > maxHead {
		return nil, errDamaged
	}
	text := make([]byte, length)
	if _, err := from.ReadAt(text, int64(prefix)); err != nil {
		return nil, fmt.Errorf("%w: %w", errDamaged, err)
	}
	if crc32.Checksum(text, castagnoli) != binary.BigEndian.Uint32(start[len(magic)+4:]) {
		return nil, errDamaged
	}
	b := &body{from: from, at: int64(prefix) + int64(length), windows: map[int64]*window{}}
	if err := json.Unmarshal(text, &b.head); err != nil {
		return nil, fmt.Errorf("%w: %w", errDamaged, err)
	}
	if b.Size <= int64(printSize) || b.Size > maxFrame || b.Count <= 0 || b.Frames <= 0 {
		return nil, errDamaged
	}
	return b, nil
}

// Outline implements mix.Body.
func (b *body) Outline() *mix.Outline { return &b.head.Outline }

// Frame implements mix.Body.
func (b *body) Frame(n int64) ([]byte, error) {
	if n < 0 || n >= b.Count {
		return nil, errPast
	}
	number := n / windowFrames
	b.mu.Lock()
	defer b.mu.Unlock()
	for old := range b.windows {
		if old < number-1 || old > number+1 {
			delete(b.windows, old)
		}
	}
	w := b.want(number)
	if number+1 <= (b.Count-1)/windowFrames {
		b.want(number + 1)
	}
	if w.data == nil || w.err != nil {
		return nil, w.err
	}
	return b.part(w, n)[printSize:], nil
}

// Print implements mix.Body.
func (b *body) Print(n int64) (p mix.Print) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if w := b.windows[n/windowFrames]; w != nil && w.data != nil {
		part := b.part(w, n)
		for i := range p {
			p[i] = int16(binary.BigEndian.Uint16(part[2*i:]))
		}
	}
	return p
}

// part returns a frame of a window with its print.
func (b *body) part(w *window, n int64) []byte {
	at := (n % windowFrames) * b.Size
	return w.data[at : at+b.Size : at+b.Size]
}

// Err implements mix.Body.
func (b *body) Err() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.err
}

// want starts to read a window unless it is there.
func (b *body) want(number int64) *window {
	w := b.windows[number]
	if w == nil {
		w = &window{}
		b.windows[number] = w
		if b.closed {
			w.err = errPast
			return w
		}
		b.reading.Go(func() {
			data, err := b.read(number)
			if errors.Is(err, errDamaged) && b.damaged != nil {
				b.damaged()
			}
			b.mu.Lock()
			defer b.mu.Unlock()
			w.data, w.err = data, err
			if err != nil {
				b.err = err
			}
		})
	}
	return w
}

// read reads a window and checks it.
func (b *body) read(number int64) ([]byte, error) {
	full := windowFrames*b.Size + checksum
	length := min(windowFrames, b.Count-number*windowFrames) * b.Size
	data := make([]byte, length+checksum)
	if _, err := b.from.ReadAt(data, b.at+number*full); err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	if crc32.Checksum(data[:length], castagnoli) != binary.BigEndian.Uint32(data[length:]) {
		return nil, errDamaged
	}
	return data[:length], nil
}

// close ends reading.
func (b *body) close() {
	b.mu.Lock()
	b.closed = true
	b.mu.Unlock()
	b.reading.Wait()
	b.from.Close()
}
