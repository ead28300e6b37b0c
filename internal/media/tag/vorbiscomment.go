package tag

import (
	"encoding/base64"
	"encoding/binary"
	"strings"

	"sonora/internal/media/picture"
)

// maxComments bounds the fields of one comment block.
const maxComments = 10_000

// vorbisComment reads the comments of FLAC, Vorbis and Opus: a vendor and
// NAME=value pairs, each with its length in little endian. A block that is cut
// gives what was there.
func (f *file) vorbisComment(b []byte) {
	_, b = cutComment(b) // the vendor
	if len(b) < 4 {
		return
	}
	n := min(binary.LittleEndian.Uint32(b), maxComments)
	b = b[4:]
	for range n {
		var c []byte
		if c, b = cutComment(b); c == nil {
			return
		}
		f.comment(c)
	}
}

// cutComment takes one text with its length from b, nil when b is too short.
func cutComment(b []byte) (comment, rest []byte) {
	if len(b) < 4 {
		return nil, nil
	}
	n := binary.LittleEndian.Uint32(b)
	if b = b[4:]; uint64(n) > uint64(len(b)) {
		return nil, nil
	}
	return b[:n:n], b[n:]
}

func (f *file) comment(c []byte) {
	const pictureField = "METADATA_BLOCK_PICTURE="
	if len(c) > len(pictureField) && strings.EqualFold(string(c[:len(pictureField)]), pictureField) {
		f.base64Picture(c[len(pictureField):])
		return
	}
	if len(c) > maxLyricsFile {
		return
	}
	if name, value, ok := strings.Cut(utf8Text(c), "="); ok {
		f.fields.add(canonical(name), value)
	}
}

func (f *file) base64Picture(text []byte) {
	b := make([]byte, base64.StdEncoding.DecodedLen(len(text)))
	n, err := base64.StdEncoding.Decode(b, text)
	if err != nil && n == 0 {
		return
	}
	f.flacPicture(b[:n])
}

// flacPicture offers the image of a picture block that is in memory.
func (f *file) flacPicture(b []byte) {
	if kind, off, size, ok := pictureBlock(b, int64(len(b))); ok {
		f.picture.Offer(picture.InMemory(kind, b[off:off+size]))
	}
}

// pictureBlock finds the image in FLAC's picture block, of which b is the
// beginning and total the length.
func pictureBlock(b []byte, total int64) (kind int, off, size int64, ok bool) {
	be := binary.BigEndian
	if len(b) < 8 {
		return 0, 0, 0, false
	}
	kind = int(be.Uint32(b) & 0xff)
	pos := int64(4)
	for range 2 { // MIME type, description
		if pos+4 > int64(len(b)) {
			return 0, 0, 0, false
		}
		pos += 4 + int64(be.Uint32(b[pos:]))
	}
	pos += 16 // width, height, depth, colours
	if pos+4 > int64(len(b)) {
		return 0, 0, 0, false
	}
	size = int64(be.Uint32(b[pos:]))
	pos += 4
	return kind, pos, size, size <= total-pos
}
