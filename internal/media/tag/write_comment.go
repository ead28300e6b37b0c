package tag

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"image"
	"strings"

	"sonora/internal/codec/text"
	"sonora/internal/codec/vorbis"
	"sonora/internal/media/picture"
)

// vendorName is the vendor of comments that have none.
const vendorName = "Sonora"

// changeComments rewrites a block of Vorbis comments. If adds is set, it adds
// the new values; otherwise it only removes old ones, as in further blocks of a
// file. Data after the comments remains.
func changeComments(b []byte, c *Change, adds, pictures bool) ([]byte, error) {
	vendor, rest, ok := vorbis.Cut(b)
	if !ok || len(rest) < 4 {
		return nil, notWritable("its comments are damaged")
	}
	n := binary.LittleEndian.Uint32(rest)
	rest = rest[4:]
	if n > vorbis.MaxComments {
		return nil, notWritable("it has %d comments", n)
	}
	var kept [][]byte
	for range n {
		var comment []byte
		if comment, rest, ok = vorbis.Cut(rest); !ok {
			return nil, notWritable("its comments are damaged")
		}
		if !c.dropsComment(comment) {
			kept = append(kept, comment)
		}
	}
	if adds {
		kept = append(kept, newComments(c)...)
		if cover := c.newCover(); pictures && len(cover) > 0 {
			block := pictureBlockOf(cover)
			kept = append(kept, []byte("METADATA_BLOCK_PICTURE="+base64.StdEncoding.EncodeToString(block)))
		}
	}
	return append(vorbis.Block(vendor, kept), rest...), nil
}

// dropsComment reports whether a comment belongs to a changed field or to a
// removed picture.
func (c *Change) dropsComment(comment []byte) bool {
	name, value, ok := bytes.Cut(comment, []byte{'='})
	if !ok {
		return false
	}
	if c.Chapters != nil && isChapterComment(string(name)) {
		return true
	}
	switch upper := strings.ToUpper(string(name)); upper {
	case "COVERART", "COVERARTMIME":
		return c.Cover != nil
	case "METADATA_BLOCK_PICTURE":
		if c.Cover == nil {
			return false
		}
		block := make([]byte, base64.StdEncoding.DecodedLen(len(value)))
		n, err := base64.StdEncoding.Decode(block, value)
		if err != nil && n < 8 {
			return len(c.Cover.Data) == 0
		}
		kind, _, _, _ := pictureBlock(block[:n], int64(n))
		return c.drops(kind)
	}
	return c.changes(canonical(text.Decode(name)))
}

// newComments returns the comments for the changed fields that have values.
func newComments(c *Change) [][]byte {
	var out [][]byte
	for _, name := range c.names() {
		for _, v := range c.Fields[name] {
			out = append(out, []byte(name+"="+v))
		}
	}
	return append(out, chapterComments(c.Chapters)...)
}

// pictureBlockOf returns a FLAC picture block for a front cover.
func pictureBlockOf(cover []byte) []byte {
	be := binary.BigEndian
	mime, width, height := picture.Sniff(cover)
	if width == 0 {
		if config, _, err := image.DecodeConfig(bytes.NewReader(cover)); err == nil {
			width, height = config.Width, config.Height
		}
	}
	b := be.AppendUint32(nil, picture.FrontCover)
	b = append(be.AppendUint32(b, uint32(len(mime))), mime...)
	b = be.AppendUint32(b, 0) // no description
	b = be.AppendUint32(b, uint32(width))
	b = be.AppendUint32(b, uint32(height))
	b = be.AppendUint32(b, 24) // bits per pixel
	b = be.AppendUint32(b, 0)  // no palette
	return append(be.AppendUint32(b, uint32(len(cover))), cover...)
}
