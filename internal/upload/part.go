package upload

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"time"

	"sonora/internal/codec/ogg"
	"sonora/internal/codec/opus"
	"sonora/internal/codec/vorbis"
	"sonora/internal/intake"
	"sonora/internal/music"
)

// Part is the part of an upload that somebody keeps. To 0 is its end; the zero Part
// is all of it.
type Part struct{ From, To time.Duration }

var (
	errNoPart     = music.FieldError(music.Invalid, "from", music.Say("Nothing would be left of the recording."))
	errNotOpus    = music.FieldError(music.Invalid, "from", music.Say("Only Ogg Opus files, such as recordings of the DJ desk, can be cut."))
	errUncuttable = music.FieldError(music.Invalid, "from", music.Say("The recording cannot be cut, because it is damaged."))
)

// cutSuffix ends the name of the part of an upload while it is made.
const cutSuffix = ".cut"

// shorten leaves only a part of one of the viewer's ready uploads. The whole of it is
// kept until the part has become a track, so shorten can be called again after a
// failure, also with another part.
func (s *Service) shorten(ctx context.Context, v music.Viewer, id string, part Part) error {
	ctx = context.WithoutCancel(ctx)
	w, err := s.claim(ctx, id, nil)
	if err != nil {
		return err
	}
	defer s.release(id, w)
	u, err := s.own(ctx, v, id)
	if music.CodeOf(err) == music.NotFound || err == nil && u.State != intake.Ready {
		return errNotUploaded
	}
	if err != nil {
		return err
	}
	if u.Audio.Format != music.Opus {
		return errNotOpus
	}
	if err := s.staging.restore(id); err != nil {
		return err
	}
	whole, _, err := s.look(s.staging.path(id))
	if err != nil {
		return err
	}
	if err := s.checkDisk(s.staging.offset(id)); err != nil {
		return err
	}
	if err := s.cut(s.staging.path(id), part, whole.Duration); err != nil {
		return err
	}
	audio, _, err := s.look(s.staging.path(id))
	if err != nil {
		return err
	}
	u.Audio, u.Length = audio, s.staging.offset(id)
	return s.store.ShortenUpload(ctx, u)
}

// cut replaces a file of a length by a part of it.
func (s *Service) cut(path string, part Part, length time.Duration) (err error) {
	if part.To <= 0 || part.To > length {
		part.To = length
	}
	if part.From < 0 || part.From >= part.To {
		return errNoPart
	}
	src, err := os.Open(path)
	if err != nil {
		return diskError(err)
	}
	defer src.Close()
	dst, err := os.OpenFile(path+cutSuffix, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o640)
	if err != nil {
		return diskError(err)
	}
	out := bufio.NewWriterSize(dst, ogg.MaxPage)
	err = cutOpus(out, bufio.NewReaderSize(src, ogg.MaxPage), part)
	if err == nil {
		err = errors.Join(out.Flush(), dst.Sync())
	}
	err = errors.Join(err, dst.Close())
	if err == nil {
		err = errors.Join(os.Link(path, path+wholeSuffix), os.Rename(path+cutSuffix, path))
	}
	if err != nil {
		return errors.Join(diskError(err), os.Remove(path+cutSuffix))
	}
	return nil
}

// preRoll is how many samples a decoder hears before the first audible one, until it
// sounds as if it had heard everything (RFC 7845, section 4.2).
const preRoll = opus.Rate * 80 / 1000

// opusCut copies the packets of a part of an Ogg Opus stream. Positions count decoded
// samples from the first packet.
type opusCut struct {
	dst         io.Writer
	first, last int64 // the first audible sample, and the one after the last
	at          int64 // end of the packets read
	start       int64 // of the first packet copied; -1 before it
	head        opus.Head
	tags        []byte
	page        ogg.Header // the next one, with body and the number of its packets
	body        []byte
	packets     int
}

// maxTags is the size in bytes up to which tags fit into a page. Larger ones, with a
// picture, are left out: a mix has a picture of its own.
const maxTags = 254 * 255

// cutOpus writes a part of an Ogg Opus stream, exact to the sample: the packets stay
// as they are, and the header tells players what to skip.
func cutOpus(dst io.Writer, src *bufio.Reader, part Part) error {
	c := &opusCut{dst: dst, start: -1}
	var packet []byte
	for n := 0; ; {
		header, body, err := readPage(src)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		for piece, ends := range header.Packets(body) {
			if packet = append(packet, piece...); !ends {
				continue
			}
			if err := c.take(n, packet, header.Serial, part); err != nil {
				return err
			}
			n++
			packet = nil
		}
		if n > 2 && c.at >= c.last {
			break
		}
	}
	if c.start < 0 {
		return errNoPart
	}
	c.page.Flags = ogg.Last
	return c.flush()
}

// readPage reads a page. It returns io.EOF at the end of the file, also in the middle
// of a page.
func readPage(src *bufio.Reader) (h ogg.Header, body []byte, err error) {
	b, err := src.Peek(ogg.MaxHeader)
	if len(b) == 0 || err != nil && !errors.Is(err, io.EOF) {
		return h, nil, err
	}
	found, status := ogg.ParseHeader(b)
	switch status {
	case ogg.NotOgg:
		return h, nil, errUncuttable
	case ogg.Short:
		return h, nil, io.EOF
	case ogg.Found:
	}
	page := make([]byte, found.Size()+found.BodySize())
	if _, err := io.ReadFull(src, page); errors.Is(err, io.ErrUnexpectedEOF) {
		return h, nil, io.EOF
	} else if err != nil {
		return h, nil, fmt.Errorf("read a page: %w", err)
	}
	h, _ = ogg.ParseHeader(page)
	return h, page[h.Size():], nil
}

// take reads the packet with number n: a header, or one with sound.
func (c *opusCut) take(n int, packet []byte, serial uint32, part Part) error {
	switch n {
	case 0:
		head, ok := opus.ParseHead(packet)
		if !ok || head.Family != 0 {
			return errUncuttable
		}
		c.head, c.page.Serial = head, serial
		c.first = int64(head.PreSkip) + samples(part.From)
		c.last = int64(head.PreSkip) + samples(part.To)
		return nil
	case 1:
		if c.tags = packet; len(packet) > maxTags {
			c.tags = append([]byte(opus.TagsMagic), vorbis.Block(nil, nil)...)
		}
		return nil
	}
	begin := c.at
	c.at += opus.Samples(packet)
	if c.at <= c.first-preRoll || begin >= c.last {
		return nil
	}
	if c.start < 0 {
		if err := c.begin(begin); err != nil {
			return err
		}
	}
	if lacing := len(packet)/255 + 1; len(c.page.Lacing)+lacing > math.MaxUint8 || c.packets == pagePackets {
		if err := c.flush(); err != nil {
			return err
		}
	}
	c.add(packet)
	c.page.Granule = min(c.at, c.last) - c.start
	return nil
}

// pagePackets is the number of packets in a page: a second of the usual 20 ms.
const pagePackets = 50

// begin writes the headers of a stream whose first packet begins at a position.
func (c *opusCut) begin(at int64) error {
	c.start, c.head.PreSkip = at, int(c.first-at)
	c.page.Flags = ogg.First
	c.add(c.head.Bytes())
	if err := c.flush(); err != nil {
		return err
	}
	c.add(c.tags)
	return c.flush()
}

func (c *opusCut) add(packet []byte) {
	c.page.Lacing, c.body = ogg.Lace(c.page.Lacing, len(packet)), append(c.body, packet...)
	c.packets++
}

// flush writes the page.
func (c *opusCut) flush() error {
	if _, err := c.dst.Write(c.page.Page(c.body)); err != nil {
		return fmt.Errorf("write a page: %w", err)
	}
	c.page.Sequence++
	c.page.Flags, c.page.Lacing, c.body, c.packets = 0, c.page.Lacing[:0], c.body[:0], 0
	return nil
}

func samples(d time.Duration) int64 { return d.Microseconds() * (opus.Rate / 1000) / 1000 }
