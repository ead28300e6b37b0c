package tag

import (
	"slices"

	"sonora/internal/codec/flac"
	"sonora/internal/codec/vorbis"
)

const (
	flacPaddingSize  = 4 << 10  // bytes added after the metadata when it must grow
	maxCommentPacket = 32 << 20 // bytes of comments that can be rewritten
)

// flacBlock is a metadata block of the new file.
type flacBlock struct {
	kind byte
	body piece
}

// rewriteFLAC plans a FLAC file that begins at start. If the new metadata fits
// into the old metadata with its padding, the audio keeps its position.
func rewriteFLAC(s *source, start int64, c *Change) ([]piece, error) {
	front, err := leadingID3(s, start, c)
	if err != nil {
		return nil, err
	}
	blocks, audio, padding, err := flacLayout(s, start+4, c)
	if err != nil {
		return nil, err
	}
	end, tail, err := rewriteTail(s, audio, c)
	if err != nil {
		return nil, err
	}
	room := audio - start - 4 // available for all blocks
	need := int64(0)
	for _, b := range blocks {
		if b.body.size() > flac.MaxBlock {
			return nil, notWritable("its tags take more than a FLAC block holds")
		}
		need += 4 + b.body.size()
	}
	switch left := room - need; {
	case left == 0:
	case left >= 4 && padding > 0 && left-4 <= max(padding, 64<<10):
		blocks = append(blocks, flacBlock{flac.Padding, bytesPiece(make([]byte, left-4))})
	default:
		blocks = append(blocks, flacBlock{flac.Padding, bytesPiece(make([]byte, flacPaddingSize))})
	}
	pieces := slices.Concat(front, []piece{rangePiece(start, start+4)})
	for i, b := range blocks {
		header := flac.Block{Type: b.kind, Size: int(b.body.size()), Last: i == len(blocks)-1}.Bytes()
		pieces = append(pieces, bytesPiece(header[:]), b.body)
	}
	return append(append(pieces, rangePiece(audio, end)), tail...), nil
}

// flacLayout returns the new blocks without padding, the offset of the audio,
// and the size of the old padding.
func flacLayout(s *source, pos int64, c *Change) (blocks []flacBlock, audio, padding int64, err error) {
	commented := false
	for n, more := 0, true; more; n++ {
		if n == maxBlocks {
			return nil, 0, 0, notWritable("its FLAC header does not end")
		}
		h, err := s.read(pos, 4)
		if err != nil {
			return nil, 0, 0, err
		}
		block, _ := flac.ParseBlock(h)
		more = !block.Last
		kind, size := block.Type, int64(block.Size)
		pos += 4
		if size > s.size-pos {
			return nil, 0, 0, errBeyond
		}
		body := rangePiece(pos, pos+size)
		switch kind {
		case flac.Padding:
			padding += 4 + size
			pos += size
			continue
		case flac.Comment:
			b, err := s.read(pos, int(size))
			if err != nil {
				return nil, 0, 0, err
			}
			if b, err = changeComments(b, c, !commented, false); err != nil {
				return nil, 0, 0, err
			}
			commented, body = true, bytesPiece(b)
		case flac.Picture:
			b, err := s.read(pos, int(min(size, 8)))
			if err != nil {
				return nil, 0, 0, err
			}
			if len(b) == 8 && c.drops(int(b[3])) {
				pos += size
				continue
			}
		}
		blocks = append(blocks, flacBlock{kind, body})
		pos += size
	}
	if !commented {
		b, err := changeComments(vorbis.Block([]byte(vendorName), nil), c, true, false)
		if err != nil {
			return nil, 0, 0, err
		}
		blocks = append(blocks, flacBlock{flac.Comment, bytesPiece(b)})
	}
	if cover := c.newCover(); len(cover) > 0 {
		blocks = append(blocks, flacBlock{flac.Picture, bytesPiece(pictureBlockOf(cover))})
	}
	return blocks, pos, padding, nil
}
