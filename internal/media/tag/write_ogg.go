package tag

import (
	"bytes"
	"encoding/binary"
	"io"
	"slices"

	"sonora/internal/codec/flac"
	"sonora/internal/codec/ogg"
	"sonora/internal/codec/opus"
	"sonora/internal/codec/vorbis"
)

const (
	maxOggTrailer = 64 << 10 // bytes after the last page that are not Ogg
)

// rewriteOgg plans an Ogg file with one Vorbis, Opus or FLAC stream. It
// replaces the comment packet and renumbers the following pages, with new
// checksums; the audio packets stay unchanged.
func rewriteOgg(s *source, start int64, c *Change) ([]piece, error) {
	front, err := leadingID3(s, start, c)
	if err != nil {
		return nil, err
	}
	h, err := readOggHeader(s, start)
	if err != nil {
		return nil, err
	}
	if err := h.change(c); err != nil {
		return nil, err
	}
	head, pages := h.encode()
	shift := uint32(pages - h.pages)
	if c.inPlace && shift == 0 {
		return append(front, bytesPiece(head), rangePiece(h.audio, s.size)), nil
	}
	tail := piece{write: func(w io.Writer) error { return copyPages(w, s, h.audio, h.serial, shift) }}
	if err := copyPages(io.Discard, s, h.audio, h.serial, shift); err != nil { // fails before anything is written
		return nil, err
	}
	return append(front, bytesPiece(head), tail), nil
}

// oggHeader holds the packets before the audio of a stream.
type oggHeader struct {
	serial   uint32
	sequence uint32 // of the first page
	codec    string // first bytes of the first packet
	packets  [][]byte
	pages    int
	shared   *sharedPage // nil if the header ends at a page boundary, as it should
	audio    int64       // offset of the first page with audio only
}

// sharedPage is the part of a page after the end of the header.
type sharedPage struct {
	flags          byte
	granule        int64
	segments, body []byte
	damage         uint32 // difference from the correct checksum, 0 for none
}

// readOggHeader reads the header packets of a file with one stream.
func readOggHeader(s *source, start int64) (*oggHeader, error) {
	r := &packetReader{s: s}
	codec, err := r.find(start)
	if err != nil {
		return nil, err
	}
	if r.page.at != start {
		return nil, notWritable("it holds several streams")
	}
	h := &oggHeader{serial: r.page.serial, sequence: r.page.sequence, codec: codec.magic}
	for n := 1; len(h.packets) < n; {
		packet, err := r.next()
		if err != nil {
			return nil, err
		}
		h.packets = append(h.packets, bytes.Clone(packet))
		switch h.codec {
		case vorbis.HeadMagic:
			n = 3
		case opus.HeadMagic:
			n = 2
		default:
			if len(h.packets) == 1 && len(packet) < 13+flac.InfoSize || len(h.packets) > 1 && len(packet) < 4 || n > maxBlocks {
				return nil, notWritable("its FLAC header is odd")
			}
			if flacBlockOf(h.packets)[0]&0x80 == 0 {
				n++
			}
		}
		if len(h.packets) == 1 && r.segment != r.page.segments {
			return nil, notWritable("its first page holds more than its first packet")
		}
	}
	if h.audio = r.page.end; r.segment != r.page.segments {
		if h.shared, err = readShared(s, r); err != nil {
			return nil, err
		}
	}
	h.pages, err = countPages(s, start, h.audio, h.serial)
	return h, err
}

// readShared reads the rest of the page after the last packet.
func readShared(s *source, r *packetReader) (*sharedPage, error) {
	p := &r.page
	b, err := s.read(p.at, int(p.end-p.at))
	if err != nil {
		return nil, err
	}
	return &sharedPage{
		flags: p.flags & ogg.Last, granule: p.granule, damage: damageOf(b),
		segments: bytes.Clone(p.lacing[r.segment:p.segments]), body: b[r.pos-p.at:],
	}, nil
}

// flacBlockOf returns the metadata block in the last packet.
func flacBlockOf(packets [][]byte) []byte {
	last := packets[len(packets)-1]
	if len(packets) == 1 {
		return last[13:]
	}
	return last
}

// countPages counts the pages in [off, end). It returns an error if they belong
// to several streams.
func countPages(s *source, off, end int64, serial uint32) (n int, err error) {
	var p page
	for ; off < end; off = p.end {
		if err := readPage(s, off, &p); err != nil {
			return 0, err
		}
		if p.serial != serial {
			return 0, notWritable("it holds several streams")
		}
		n++
	}
	return n, nil
}

// change replaces the tags in the packets.
func (h *oggHeader) change(c *Change) error {
	prefix := map[string]string{vorbis.HeadMagic: vorbis.CommentMagic, opus.HeadMagic: opus.TagsMagic}[h.codec]
	if prefix == "" {
		return h.changeFLAC(c)
	}
	comments, ok := bytes.CutPrefix(h.packets[1], []byte(prefix))
	if !ok {
		return notWritable("it has no comments where they belong")
	}
	comments, err := changeComments(comments, c, true, true)
	if err != nil {
		return err
	}
	h.packets[1] = append([]byte(prefix), comments...)
	if len(h.packets[1]) > maxCommentPacket {
		return notWritable("its tags are too large")
	}
	return nil
}

// changeFLAC changes the metadata blocks of FLAC in Ogg, one per packet. The
// comments must come first.
func (h *oggHeader) changeFLAC(c *Change) error {
	blocks := [][]byte{nil} // the comments
	for _, b := range h.packets[1:] {
		kind, body := b[0]&0x7f, b[4:]
		switch {
		case kind == flac.Comment:
			changed, err := changeComments(body, c, blocks[0] == nil, false)
			if err != nil {
				return err
			}
			if blocks[0] == nil {
				blocks[0] = flacPacket(kind, changed)
			}
		case kind == flac.Picture && len(body) >= 4 && c.drops(int(body[3])):
		default:
			blocks = append(blocks, flacPacket(kind, body))
		}
	}
	if blocks[0] == nil {
		return notWritable("it has no comments where they belong")
	}
	if cover := c.newCover(); len(cover) > 0 {
		blocks = append(blocks, flacPacket(flac.Picture, pictureBlockOf(cover)))
	}
	for i, b := range blocks {
		if len(b)-4 > flac.MaxBlock {
			return notWritable("its tags take more than a FLAC block holds")
		}
		if i == len(blocks)-1 {
			b[0] |= 0x80
		}
	}
	h.packets = append(h.packets[:1], blocks...)
	first := h.packets[0]
	first[13] &= 0x7f
	binary.BigEndian.PutUint16(first[7:], uint16(len(blocks)))
	return nil
}

func flacPacket(kind byte, body []byte) []byte {
	header := flac.Block{Type: kind, Size: len(body)}.Bytes()
	return slices.Concat(header[:], body)
}

// encode arranges the header packets in pages: the first one alone, then the
// others up to the end of a page. If the header shared its last page with
// audio, it does so again, because players find the audio on the pages after
// it.
func (h *oggHeader) encode() (b []byte, pages int) {
	b = h.page(b, 0, ogg.First, 0, ogg.Lace(nil, len(h.packets[0])), h.packets[0])
	var segments, body []byte
	for _, packet := range h.packets[1:] {
		segments = ogg.Lace(segments, len(packet))
		body = append(body, packet...)
	}
	var end []byte // end of the header, for the shared page
	if h.shared != nil {
		end = segments[len(segments)-1:]
		segments = segments[:len(segments)-1]
	}
	pages = 1
	continued := false
	for len(segments) > 0 {
		n := min(len(segments), 255)
		size, ends := 0, false
		for _, v := range segments[:n] {
			size += int(v)
			ends = ends || v < 255
		}
		var flags byte
		if continued {
			flags = ogg.Continued
		}
		granule := int64(ogg.NoGranule)
		if ends {
			granule = 0
		}
		b = h.page(b, uint32(pages), flags, granule, segments[:n], body[:size])
		continued = segments[n-1] == 255
		segments, body = segments[n:], body[size:]
		pages++
	}
	if h.shared != nil {
		b = h.share(b, uint32(pages), continued, end, body)
		pages++
	}
	return b, pages
}

// share appends the page with the end of the header and the first audio.
func (h *oggHeader) share(b []byte, number uint32, continued bool, segments, body []byte) []byte {
	p, at := h.shared, len(b)
	flags := p.flags
	if continued {
		flags |= ogg.Continued
	}
	b = h.page(b, number, flags, p.granule, slices.Concat(segments, p.segments), slices.Concat(body, p.body))
	ogg.SetChecksum(b[at:], ogg.Checksum(b[at:])^p.damage)
	return b
}

func (h *oggHeader) page(b []byte, number uint32, flags byte, granule int64, segments, body []byte) []byte {
	header := ogg.Header{Flags: flags, Granule: granule, Serial: h.serial, Sequence: h.sequence + number, Lacing: segments}
	return append(b, header.Page(body)...)
}

// copyPages copies the pages from off on, and adds shift to their sequence
// numbers. A page with a wrong checksum keeps a wrong one.
func copyPages(w io.Writer, s *source, off int64, serial, shift uint32) error {
	var p page
	buffer := make([]byte, 0, ogg.MaxPage)
	for off < s.size {
		err := readPage(s, off, &p)
		if err != nil || p.end > s.size {
			return copyTrailer(w, s, off)
		}
		if p.serial != serial || p.flags&ogg.First != 0 {
			return notWritable("it holds several streams")
		}
		b := buffer[:p.end-off]
		if err := readFull(s.r, b, off); err != nil {
			return err
		}
		if shift != 0 {
			renumber(b, shift)
		}
		if _, err := w.Write(b); err != nil {
			return err
		}
		off = p.end
	}
	return nil
}

func renumber(b []byte, shift uint32) {
	le := binary.LittleEndian
	damage := damageOf(b)
	le.PutUint32(b[18:], le.Uint32(b[18:])+shift)
	ogg.SetChecksum(b, ogg.Checksum(b)^damage)
}

// damageOf returns the difference between a page's checksum and the correct
// one.
func damageOf(b []byte) uint32 {
	h, _ := ogg.ParseHeader(b)
	return h.Checksum ^ ogg.Checksum(b)
}

// copyTrailer copies the non-Ogg data after the last page.
func copyTrailer(w io.Writer, s *source, off int64) error {
	if s.size-off > maxOggTrailer {
		return notWritable("its pages do not follow each other")
	}
	b, err := s.read(off, int(s.size-off))
	if err != nil {
		return err
	}
	if bytes.Contains(b, []byte("OggS")) {
		return notWritable("its pages do not follow each other")
	}
	_, err = w.Write(b)
	return err
}
