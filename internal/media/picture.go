package media

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"sonora/internal/music"
)

const (
	maxPicture   = 32 << 20 // bytes of a picture worth showing
	wholePicture = 64 << 10 // up to here a hash reads all of it
	picturePiece = 16 << 10 // of larger ones, from each end
)

// Picture types of ID3 and FLAC.
const (
	otherPicture = 0
	frontCover   = 3
)

var errNoPicture = errors.New("no picture")

// pictureRef says where the bytes of a picture are. Tags point into the file;
// only what is encoded in them, such as base64, is held in memory.
type pictureRef struct {
	kind int
	r    io.ReaderAt // nil without a picture
	off  int64
	size int64
}

// offer keeps the front cover, else the first picture.
func (p *pictureRef) offer(q pictureRef) {
	if q.size <= 0 || q.size > maxPicture {
		return
	}
	if p.r == nil || p.kind != frontCover && q.kind == frontCover {
		*p = q
	}
}

func memoryPicture(kind int, b []byte) pictureRef {
	return pictureRef{kind: kind, r: bytes.NewReader(b), size: int64(len(b))}
}

// describe hashes and measures a picture.
func (p pictureRef) describe() (*music.Picture, error) {
	if p.r == nil {
		return nil, errNoPicture
	}
	pieces := []int64{p.size}
	if p.size > wholePicture {
		pieces = []int64{picturePiece, picturePiece}
	}
	h := newKey(p.size)
	pic := &music.Picture{Bytes: int(p.size)}
	buf := bufferPool.Get().(*buffers)
	defer bufferPool.Put(buf)
	for i, n := range pieces {
		b, off := buf.head[:n], p.off
		if i > 0 {
			off += p.size - n
		}
		if err := readFull(p.r, b, off); err != nil {
			return nil, err
		}
		if i == 0 {
			if pic.MIME, pic.Width, pic.Height = sniffPicture(b); pic.MIME == "" {
				return nil, errNoPicture
			}
		}
		h.add(b)
	}
	pic.Hash = fmt.Sprintf("%016x", h.sum())
	return pic, nil
}

// ReadPicture returns the bytes of a picture: of the one inside an audio file
// when embedded, else of the picture file itself.
func ReadPicture(path string, embedded bool) ([]byte, error) {
	s, err := openSource(path)
	if err != nil {
		return nil, fmt.Errorf("read picture: %w", err)
	}
	defer s.Close()
	return readPicture(s, embedded)
}

func readPicture(s *source, embedded bool) ([]byte, error) {
	ref := pictureRef{r: s, size: s.size}
	if embedded {
		f, err := parse(s)
		if err != nil {
			return nil, fmt.Errorf("read picture: %w", asFileError(err))
		}
		ref = f.picture
	}
	if ref.r == nil || ref.size == 0 || ref.size > maxPicture {
		return nil, fmt.Errorf("read picture: %w", errNoPicture)
	}
	b := make([]byte, ref.size)
	if err := readFull(ref.r, b, ref.off); err != nil {
		return nil, fmt.Errorf("read picture: %w", err)
	}
	return b, nil
}

// DescribePicture describes a picture file by its content.
func DescribePicture(path string) (*music.Picture, error) {
	s, err := openSource(path)
	if err != nil {
		return nil, fmt.Errorf("describe picture: %w", err)
	}
	defer s.Close()
	return describePicture(s)
}

func describePicture(s *source) (*music.Picture, error) {
	if s.size == 0 || s.size > maxPicture {
		return nil, fmt.Errorf("describe picture: %w", errNoPicture)
	}
	pic, err := pictureRef{r: s, size: s.size}.describe()
	if err != nil {
		return nil, fmt.Errorf("describe picture: %w", err)
	}
	return pic, nil
}

// DescribePictureBytes describes a picture by its content.
func DescribePictureBytes(picture []byte) (*music.Picture, error) {
	pic, err := memoryPicture(frontCover, picture).describe()
	if err != nil {
		return nil, fmt.Errorf("describe picture: %w", err)
	}
	return pic, nil
}

// sniffPicture tells the type and, where b reaches far enough, the dimensions.
func sniffPicture(b []byte) (mime string, width, height int) {
	be, le := binary.BigEndian, binary.LittleEndian
	switch {
	case bytes.HasPrefix(b, []byte("\xff\xd8\xff")):
		width, height = jpegSize(b)
		return "image/jpeg", width, height
	case bytes.HasPrefix(b, []byte("\x89PNG\r\n\x1a\n")):
		if len(b) >= 24 {
			width, height = int(be.Uint32(b[16:])), int(be.Uint32(b[20:]))
		}
		return "image/png", width, height
	case bytes.HasPrefix(b, []byte("GIF8")):
		if len(b) >= 10 {
			width, height = int(le.Uint16(b[6:])), int(le.Uint16(b[8:]))
		}
		return "image/gif", width, height
	case len(b) >= 12 && string(b[:4]) == "RIFF" && string(b[8:12]) == "WEBP":
		width, height = webpSize(b)
		return "image/webp", width, height
	}
	return "", 0, 0
}

// jpegSize walks the segments to the frame header (SOF).
func jpegSize(b []byte) (width, height int) {
	for pos := 2; pos+9 <= len(b); {
		if b[pos] != 0xff {
			return 0, 0
		}
		switch m := b[pos+1]; {
		case m == 0xff: // padding
			pos++
			continue
		case m >= 0xc0 && m <= 0xcf && m != 0xc4 && m != 0xc8 && m != 0xcc:
			return int(binary.BigEndian.Uint16(b[pos+7:])), int(binary.BigEndian.Uint16(b[pos+5:]))
		}
		pos += 2 + max(2, int(binary.BigEndian.Uint16(b[pos+2:])))
	}
	return 0, 0
}

func webpSize(b []byte) (width, height int) {
	if len(b) < 30 {
		return 0, 0
	}
	switch string(b[12:16]) {
	case "VP8 ":
		return int(binary.LittleEndian.Uint16(b[26:]) & 0x3fff), int(binary.LittleEndian.Uint16(b[28:]) & 0x3fff)
	case "VP8L":
		v := binary.LittleEndian.Uint32(b[21:])
		return int(v&0x3fff) + 1, int(v>>14&0x3fff) + 1
	case "VP8X":
		return uint24le(b[24:]) + 1, uint24le(b[27:]) + 1
	}
	return 0, 0
}

func uint24le(b []byte) int { return int(b[0]) | int(b[1])<<8 | int(b[2])<<16 }
func uint24(b []byte) int   { return int(b[0])<<16 | int(b[1])<<8 | int(b[2]) }
