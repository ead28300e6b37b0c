package tag

import (
	"bytes"
	"errors"

	"sonora/internal/codec/flac"
	"sonora/internal/codec/ogg"
	"sonora/internal/codec/opus"
	"sonora/internal/codec/vorbis"
	"sonora/internal/music"
)

const (
	maxPacket  = 48 << 20 // bytes; a comment packet may contain a picture in base64
	maxPages   = 1 << 12  // pages of header packets
	maxStreams = 64       // concurrent streams in one file
)

// page is an Ogg page (RFC 3533).
type page struct {
	at, body, end int64 // offsets in the file
	flags         byte
	granule       int64 // position after the last sample; -1 if no packet ends on the page
	serial        uint32
	sequence      uint32
	lacing        [255]byte
	segments      int
}

// readPage reads the page header at off into p.
func readPage(s *source, off int64, p *page) error {
	b, err := s.peek(off, int(min(ogg.MaxHeader, s.size-off)))
	if err != nil {
		return err
	}
	h, status := ogg.ParseHeader(b)
	switch status {
	case ogg.Short:
		return errBeyond
	case ogg.NotOgg:
		return corrupt("The Ogg pages do not follow each other.")
	case ogg.Found:
	}
	p.at, p.flags, p.granule, p.serial, p.sequence = off, h.Flags, h.Granule, h.Serial, h.Sequence
	p.segments = copy(p.lacing[:], h.Lacing)
	p.body = off + int64(h.Size())
	p.end = p.body + int64(h.BodySize())
	return nil
}

// packetReader assembles the packets of one stream from its pages.
type packetReader struct {
	s       *source
	page    page
	segment int
	pos     int64
	pages   int
}

// next returns the next packet, valid until the next call.
func (r *packetReader) next() ([]byte, error) {
	packet := r.s.buf.packet[:0]
	defer func() { r.s.buf.packet = packet }()
	for {
		if r.segment == r.page.segments {
			if err := r.nextPage(); err != nil {
				return nil, err
			}
			continue
		}
		n, whole := int64(0), false
		for r.segment < r.page.segments && !whole {
			v := r.page.lacing[r.segment]
			n += int64(v)
			whole = v < 255
			r.segment++
		}
		if int64(len(packet))+n > maxPacket {
			return nil, corrupt("The Ogg header is larger than %d bytes.", maxPacket)
		}
		b, err := r.s.peek(r.pos, int(n))
		if err != nil {
			return nil, err
		}
		packet = append(packet, b...)
		r.pos += n
		if whole {
			return packet, nil
		}
	}
}

// nextPage reads the next page of the same stream.
func (r *packetReader) nextPage() error {
	serial := r.page.serial
	for {
		if r.pages++; r.pages > maxPages {
			return corrupt("The Ogg header does not end.")
		}
		if err := readPage(r.s, r.page.end, &r.page); err != nil {
			return err
		}
		if r.page.serial == serial {
			r.segment, r.pos = 0, r.page.body
			return nil
		}
	}
}

// oggCodec is a supported codec in Ogg.
type oggCodec struct {
	magic string // first bytes of its first packet
	read  func(f *file, r *packetReader, first []byte) (skip int64, err error)
}

var oggCodecs = [...]oggCodec{
	{vorbis.HeadMagic, (*file).vorbisHeaders},
	{opus.HeadMagic, (*file).opusHeaders},
	{"\x7fFLAC", (*file).oggFLACHeaders},
}

// ogg reads a Vorbis, Opus or FLAC stream in an Ogg file that begins at start.
func (f *file) ogg(s *source, start int64) error {
	r := &packetReader{s: s}
	codec, err := r.find(start)
	if err != nil {
		return oggCut(err)
	}
	serial := r.page.serial
	first, err := r.next()
	if err != nil {
		return oggCut(err)
	}
	skip, err := codec.read(f, r, first)
	if err != nil {
		return oggCut(err)
	}
	audio := r.page.end // header packets end at a page boundary, or share the last page with the first audio
	if audio >= s.size && r.segment < r.page.segments {
		return f.sharedPage(s, r, skip)
	}
	if audio >= s.size {
		return truncated("The file is cut off behind its header: there is no audio.")
	}
	var last page
	if err := lastPage(s, audio, &last); err != nil {
		return err
	}
	if last.serial == serial {
		f.audio.Samples = last.granule - skip - f.streamOffset(s, audio, serial)
	} else if f.audio.Samples, err = chainedSamples(s, start, codec.magic); err != nil {
		return err
	}
	if err := f.finish(s, audio, s.size, false); err != nil {
		return err
	}
	f.audio.AudioKey, err = oggKey(s, audio, &last)
	return err
}

// sharedPage reads a very short sound whose audio is all on the page on which
// the header ends.
func (f *file) sharedPage(s *source, r *packetReader, skip int64) error {
	if r.page.end > s.size {
		return truncated("The file is cut off in the middle of its last page at byte %d.", s.size)
	}
	f.audio.Samples = r.page.granule - skip
	return f.finish(s, r.pos, s.size, false)
}

func oggCut(err error) error {
	if errors.Is(err, errBeyond) {
		return truncated("The file is cut off inside its header, before any audio.")
	}
	return err
}

// find finds the first stream of a supported codec. The first pages of all
// streams precede all other pages.
func (r *packetReader) find(off int64) (*oggCodec, error) {
	for range maxStreams {
		if err := readPage(r.s, off, &r.page); err != nil {
			return nil, err
		}
		if r.page.flags&ogg.First == 0 {
			break
		}
		b, err := r.s.peek(r.page.body, int(min(8, r.page.end-r.page.body, r.s.size-r.page.body)))
		if err != nil {
			return nil, err
		}
		for i := range oggCodecs {
			if bytes.HasPrefix(b, []byte(oggCodecs[i].magic)) {
				r.pos = r.page.body
				return &oggCodecs[i], nil
			}
		}
		off = r.page.end
	}
	return nil, notAudio("The Ogg file contains neither Vorbis nor Opus nor FLAC.")
}

// The readers of header packets return the number of samples to skip at the
// start (pre-skip).

func (f *file) vorbisHeaders(r *packetReader, first []byte) (skip int64, err error) {
	head, ok := vorbis.ParseHead(first)
	if !ok {
		return 0, corrupt("The Vorbis header is damaged.")
	}
	a := &f.audio
	a.Format, a.Channels, a.SampleRate = music.Vorbis, head.Channels, head.Rate
	for range 2 { // comments, codebooks
		b, err := r.next()
		if err != nil {
			return 0, err
		}
		if comments, ok := bytes.CutPrefix(b, []byte(vorbis.CommentMagic)); ok {
			f.vorbisComment(comments)
		}
	}
	return 0, nil
}

func (f *file) opusHeaders(r *packetReader, first []byte) (skip int64, err error) {
	head, ok := opus.ParseHead(first)
	if !ok {
		return 0, corrupt("The Opus header is damaged.")
	}
	a := &f.audio
	a.Format, a.Channels, a.SampleRate = music.Opus, head.Channels, opus.Rate
	a.EncoderDelay = head.PreSkip
	b, err := r.next()
	if err != nil {
		return 0, err
	}
	if comments, ok := bytes.CutPrefix(b, []byte(opus.TagsMagic)); ok {
		f.vorbisComment(comments)
	}
	return int64(head.PreSkip), nil
}

// oggFLACHeaders reads FLAC metadata blocks, one per packet.
func (f *file) oggFLACHeaders(r *packetReader, first []byte) (skip int64, err error) {
	info, last, ok := flac.ParseMapping(first)
	if !ok {
		return 0, corrupt("The FLAC header is damaged.")
	}
	a := &f.audio
	a.Format, a.SampleRate, a.Channels, a.BitDepth = music.FLAC, info.Rate, info.Channels, info.Bits
	for n := 0; n < maxBlocks && !last; n++ {
		b, err := r.next()
		if err != nil || len(b) < 4 {
			return 0, err
		}
		block, _ := flac.ParseBlock(b)
		switch body := b[flac.BlockHeaderSize:]; block.Type {
		case flac.Comment:
			f.vorbisComment(body)
		case flac.Picture:
			f.flacPicture(body)
		}
		last = block.Last
	}
	return 0, nil
}

// streamOffset returns the position of the first sample if it is far from 0, as
// in a recording of a radio stream.
func (f *file) streamOffset(s *source, audio int64, serial uint32) int64 {
	const longest = 60 // seconds of audio on one page
	var p page
	for range maxStreams {
		if err := readPage(s, audio, &p); err != nil {
			return 0 // the last page is complete, so the inconsistency is in between
		}
		if p.serial == serial && p.granule != ogg.NoGranule {
			break
		}
		audio = p.end
	}
	if p.serial != serial || p.granule < longest*int64(f.audio.SampleRate) {
		return 0
	}
	return p.granule
}

// lastPage finds the last page on which a packet ends. An incomplete page means
// that the file is truncated.
func lastPage(s *source, audio int64, p *page) error {
	for _, n := range []int64{8 << 10, maxWindow, 4 * maxWindow} {
		n = min(n, s.size-audio)
		b, err := s.peek(s.size-n, int(n))
		if err != nil {
			return err
		}
		offsets := pageOffsets(b, s.size-n)
		for i, off := range offsets {
			if err := readPage(s, off, p); err != nil || p.end > s.size {
				if i == 0 {
					return truncated("The file is cut off in the middle of its last page at byte %d.", s.size)
				}
				continue
			}
			if p.granule != ogg.NoGranule {
				return nil
			}
		}
		if n == s.size-audio {
			break
		}
	}
	return truncated("The end of the file holds no Ogg page: it is cut off or damaged.")
}

// pageOffsets returns the offsets at which pages appear to begin, last first.
func pageOffsets(b []byte, base int64) []int64 {
	var out []int64
	for i := len(b); i > 0 && len(out) < 64; {
		if i = bytes.LastIndex(b[:i], []byte(ogg.Magic+"\x00")); i < 0 {
			break
		}
		out = append(out, base+int64(i))
	}
	return out
}

// chainedSamples walks the pages of a file with consecutive or concurrent
// streams, and adds up the lengths of the streams of one codec.
func chainedSamples(s *source, start int64, magic string) (int64, error) {
	var total, link, skip int64
	var serial uint32
	var p page
	for off := start; off < s.size; off = p.end {
		if err := readPage(s, off, &p); err != nil {
			if fileErr, ok := errors.AsType[*FileError](err); ok && fileErr.Kind == music.UnreadableFile {
				return 0, err
			}
			break // not Ogg from here on; what came before is playable
		}
		if p.flags&ogg.First != 0 {
			b, err := s.peek(p.body, int(min(19, p.end-p.body, s.size-p.body)))
			if err != nil {
				return 0, err
			}
			if bytes.HasPrefix(b, []byte(magic)) {
				total, link, skip, serial = total+max(link-skip, 0), 0, 0, p.serial
				if head, ok := opus.ParseHead(b); ok {
					skip = int64(head.PreSkip)
				}
			}
		}
		if p.serial == serial {
			link = max(link, p.granule)
		}
	}
	return min(total+max(link-skip, 0), 1<<48), nil
}

// oggKey hashes parts that a change of tags does not affect: the bodies of
// pages, because page headers contain sequence numbers and checksums, which
// depend on the size of the comments.
func oggKey(s *source, audio int64, last *page) (uint64, error) {
	h := newKey(s.size - audio)
	var first page
	if err := readPage(s, audio, &first); err != nil {
		return 0, err
	}
	for _, p := range []*page{&first, last} {
		b, err := s.peek(p.body, int(max(0, min(p.end, s.size)-p.body)))
		if err != nil {
			return 0, err
		}
		h.add(b[:min(len(b), keyPiece)])
		h.add(b[max(0, len(b)-keyPiece):])
	}
	return h.sum(), nil
}
