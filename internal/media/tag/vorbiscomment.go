package tag

import (
	"encoding/base64"
	"encoding/binary"
	"strings"

	"sonora/internal/codec/text"
	"sonora/internal/codec/vorbis"
	"sonora/internal/media/picture"
)

// vorbisComment reads the Vorbis comments of FLAC, Vorbis and Opus.
func (f *file) vorbisComment(b []byte) {
	for c := range vorbis.Comments(b) {
		f.comment(c)
	}
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
	if name, value, ok := strings.Cut(text.Decode(c), "="); ok {
		f.extra.add(strings.ToUpper(name), []byte(value))
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

// flacPicture offers the image of a FLAC picture block in memory.
func (f *file) flacPicture(b []byte) {
	if kind, off, size, ok := pictureBlock(b, int64(len(b))); ok {
		f.picture.Offer(picture.InMemory(kind, b[off:off+size]))
	}
}

// pictureBlock returns the picture type and the range of the image in a FLAC
// picture block. b is the beginning of the block and total its length.
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
