// Package id3 reads and writes the framing of ID3v2 tags, versions 2.2 to 2.4
// (https://id3.org/id3v2.4.0-structure and the documents before it), their
// texts and chapters. What a frame means is left to the caller.
package id3

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
)

const (
	// Magic begins a tag.
	Magic = "ID3"
	// HeaderSize is the length of a tag's header, and of its footer.
	HeaderSize = 10
	// MaxSize is the largest body of a tag: its length has 28 bits.
	MaxSize = 1<<28 - 1
	// MaxFrames is the maximum number of frames that are read from a tag.
	MaxFrames = 4096

	// V1Magic begins an ID3v1 tag, V1Size bytes at the end of a file.
	V1Magic = "TAG"
	V1Size  = 128
)

// Flags of a tag.
const (
	flagUnsync   = 0x80
	flagExtended = 0x40 // in 2.2: compressed, in a way that was never defined
	flagFooter   = 0x10 // since 2.4
)

// Header is the header of a tag.
type Header struct {
	Version byte // 2, 3 or 4 for ID3v2.2, 2.3 and 2.4
	Flags   byte
	Size    int64 // of the body, without header and footer
}

// ParseHeader reads the header at the beginning of b. Section 3.1 gives the
// pattern of a tag: neither byte of the version is $FF, and no byte of the size
// has its highest bit set. Bytes that do not fit the pattern are not a tag.
func ParseHeader(b []byte) (h Header, ok bool) {
	if len(b) < HeaderSize || string(b[:3]) != Magic || b[3] == 0xff || b[4] == 0xff || (b[6]|b[7]|b[8]|b[9])&0x80 != 0 {
		return h, false
	}
	return Header{Version: b[3], Flags: b[5], Size: int64(Syncsafe(b[6:]))}, true
}

// Total returns the length of the tag in bytes, with its header and footer.
// Only 2.4 and later versions define the footer flag.
func (h Header) Total() int64 {
	if h.Version >= 4 && h.Flags&flagFooter != 0 {
		return HeaderSize + h.Size + HeaderSize
	}
	return HeaderSize + h.Size
}

// Readable reports whether the frames of the tag can be read. For other
// versions, and for a compressed tag of 2.2, only the size is known.
func (h Header) Readable() bool {
	return h.Version == 3 || h.Version == 4 || h.Version == 2 && h.Flags&flagExtended == 0
}

// Unsynchronised reports whether the whole body must go through Resync before
// its frames are read. In 2.4 each frame is unsynchronised on its own.
func (h Header) Unsynchronised() bool { return h.Version < 4 && h.Flags&flagUnsync != 0 }

// Syncsafe reads a number from four bytes with seven bits each.
func Syncsafe(b []byte) int {
	return int(b[0]&0x7f)<<21 | int(b[1]&0x7f)<<14 | int(b[2]&0x7f)<<7 | int(b[3]&0x7f)
}

// AppendSyncsafe appends a number as four bytes with seven bits each.
func AppendSyncsafe(b []byte, n int) []byte {
	return append(b, byte(n>>21&0x7f), byte(n>>14&0x7f), byte(n>>7&0x7f), byte(n&0x7f))
}

// Resync undoes unsynchronisation in place: FF 00 stands for FF (section 6.1).
// Some writers set the flag without unsynchronising. Resync recognises their
// data by an FF before a byte that the scheme would have separated from it, and
// returns it unchanged.
func Resync(b []byte) []byte {
	for i := 1; i < len(b); i++ {
		if b[i-1] == 0xff && b[i] >= 0xe0 {
			return b
		}
	}
	out := b[:0]
	for i := 0; i < len(b); i++ {
		out = append(out, b[i])
		if b[i] == 0xff && i+1 < len(b) && b[i+1] == 0 {
			i++
		}
	}
	return out
}

// Frame describes a frame of a tag: its header and where its body is.
type Frame struct {
	ID      string
	Version byte // of the tag
	Flags   byte // the second byte of flags: how the body is encoded
	Off     int64
	Size    int64

	unsync bool // the header of a 2.4 tag says that all frames are unsynchronised
}

// Frames reads the frames of one tag.
type Frames struct {
	r        io.ReaderAt
	version  byte
	unsync   bool
	pos, end int64
	read     int
	buffer   [HeaderSize]byte
}

// NewFrames reads the frames of the tag with header h whose body, or the
// beginning of it, is [pos, end) of r. It skips an extended header.
func NewFrames(r io.ReaderAt, h Header, pos, end int64) (*Frames, error) {
	f := &Frames{r: r, version: h.Version, unsync: h.Flags&flagUnsync != 0, pos: pos, end: end}
	if h.Version < 3 || h.Flags&flagExtended == 0 || end-pos < 4 {
		return f, nil
	}
	b, err := f.bytes(pos, 4)
	if err != nil {
		return nil, err
	}
	if h.Version == 4 { // the size includes itself
		f.pos += int64(Syncsafe(b))
	} else {
		f.pos += 4 + int64(binary.BigEndian.Uint32(b))
	}
	return f, nil
}

// framesIn reads the frames inside the content of another frame, such as a
// chapter.
func framesIn(content []byte, version byte) *Frames {
	return &Frames{r: bytes.NewReader(content), version: version, end: int64(len(content))}
}

func (f *Frames) bytes(off int64, n int) ([]byte, error) {
	b := f.buffer[:n]
	if got, err := f.r.ReadAt(b, off); got < n {
		if err == nil {
			err = io.ErrUnexpectedEOF
		}
		return nil, fmt.Errorf("read ID3 frame: %w", err)
	}
	return b, nil
}

// Next returns the next frame. ok is false at padding, at the end of the tag
// and at the first bytes that are not a frame. Frames that were returned before
// are valid.
func (f *Frames) Next() (frame Frame, ok bool, err error) {
	header, name := int64(HeaderSize), 4
	if f.version == 2 {
		header, name = 6, 3
	}
	if f.read++; f.read > MaxFrames || f.pos < 0 || f.end-f.pos < header {
		return frame, false, nil
	}
	b, err := f.bytes(f.pos, int(header))
	if err != nil || !isID(b[:name]) {
		return frame, false, err
	}
	frame = Frame{ID: string(b[:name]), Version: f.version}
	switch f.version {
	case 2:
		frame.Size = int64(b[3])<<16 | int64(b[4])<<8 | int64(b[5])
	case 3:
		frame.Size, frame.Flags = int64(binary.BigEndian.Uint32(b[4:])), b[9]
	default:
		frame.Flags, frame.unsync = b[9], f.unsync
		if frame.Size, err = f.size([4]byte(b[4:8])); err != nil {
			return frame, false, err
		}
	}
	frame.Off = f.pos + header
	if frame.Size > f.end-frame.Off {
		return frame, false, nil
	}
	f.pos = frame.Off + frame.Size
	return frame, true, nil
}

// size reads the size of a 2.4 frame: four bytes with seven bits each (section
// 4). Old versions of iTunes used all eight bits. If the two readings differ,
// the right one is followed by another frame, by padding or by the end of the
// tag.
func (f *Frames) size(b [4]byte) (int64, error) {
	safe, plain := int64(Syncsafe(b[:])), int64(binary.BigEndian.Uint32(b[:]))
	if safe == plain {
		return safe, nil
	}
	if (b[0]|b[1]|b[2]|b[3])&0x80 != 0 {
		return plain, nil
	}
	for _, size := range []int64{safe, plain} {
		next := f.pos + HeaderSize + size
		if next == f.end {
			return size, nil
		}
		if next+4 > f.end {
			continue
		}
		id, err := f.bytes(next, 4)
		if err != nil {
			return 0, err
		}
		if isID(id) || [4]byte(id) == [4]byte{} {
			return size, nil
		}
	}
	return safe, nil
}

func isID(b []byte) bool {
	for _, c := range b {
		if (c < 'A' || c > 'Z') && (c < '0' || c > '9') {
			return false
		}
	}
	return true
}

// Flags of a frame of 2.4.
const (
	FlagGrouped        = 0x40
	FlagCompressed     = 0x08
	FlagEncrypted      = 0x04
	FlagUnsynchronised = 0x02
	FlagLength         = 0x01
)

// Flags of a frame of 2.3.
const (
	Flag3Compressed = 0x80
	Flag3Encrypted  = 0x40
	Flag3Grouped    = 0x20
)

// Layout returns how many bytes stand in front of the frame's content and
// whether the content must go through Resync. ok is false when the content is
// compressed or encrypted.
func (f Frame) Layout() (skip int64, unsync, ok bool) {
	switch f.Version {
	case 3:
		if f.Flags&Flag3Grouped != 0 {
			skip++
		}
		return skip, false, f.Flags&(Flag3Compressed|Flag3Encrypted) == 0
	case 4:
		if f.Flags&FlagGrouped != 0 {
			skip++
		}
		if f.Flags&FlagLength != 0 {
			skip += 4
		}
		return skip, f.Unsynchronised(), f.Flags&(FlagCompressed|FlagEncrypted) == 0
	}
	return 0, false, true
}

// Unsynchronised reports whether the frame's content is unsynchronised
// separately.
func (f Frame) Unsynchronised() bool {
	return f.unsync || f.Version == 4 && f.Flags&FlagUnsynchronised != 0
}

// Content returns the content in a frame's body. It may overwrite the body. ok
// is false when the content is compressed or encrypted.
func (f Frame) Content(body []byte) (content []byte, ok bool) {
	skip, unsync, ok := f.Layout()
	if !ok || skip > int64(len(body)) {
		return nil, false
	}
	if content = body[skip:]; unsync {
		content = Resync(content)
	}
	return content, true
}

// Each calls f with the content of every frame of the tag at the beginning of
// b. b may end before the tag does. Each may overwrite b.
func Each(b []byte, f func(id string, content []byte)) {
	h, ok := ParseHeader(b)
	if !ok || !h.Readable() {
		return
	}
	body := b[HeaderSize:min(int64(len(b)), HeaderSize+h.Size)]
	if h.Unsynchronised() {
		body = Resync(body)
	}
	frames, err := NewFrames(bytes.NewReader(body), h, 0, int64(len(body)))
	if err != nil {
		return // only a body shorter than its extended header
	}
	frames.each(body, f)
}

// each reads frames from body, which is in memory, so that reads cannot fail.
func (f *Frames) each(body []byte, call func(id string, content []byte)) {
	for {
		frame, ok, err := f.Next()
		if err != nil || !ok {
			return
		}
		if content, ok := frame.Content(body[frame.Off : frame.Off+frame.Size]); ok {
			call(frame.ID, content)
		}
	}
}

// AppendFrame appends a frame of 2.4. The second byte of flags says how the
// body is encoded.
func AppendFrame(b []byte, id string, flags [2]byte, body []byte) []byte {
	b = append(b, id...)
	b = AppendSyncsafe(b, len(body))
	b = append(b, flags[0], flags[1])
	return append(b, body...)
}

// AppendHeader appends the header of a 2.4 tag whose body has size bytes.
func AppendHeader(b []byte, size int) []byte {
	return AppendSyncsafe(append(b, "ID3\x04\x00\x00"...), size)
}
