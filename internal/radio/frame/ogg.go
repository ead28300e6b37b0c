package frame

import (
	"time"

	"sonora/internal/codec/ogg"
	"sonora/internal/station"
)

const (
	maxHeader = 1 << 20 // bytes of a stream's header
	// maxPage is the longest plausible duration of a page. If the granule
	// positions say more, they jumped.
	maxPage = 30 * time.Second
	// maxKeyless is how long listeners wait for a page that does not continue a
	// packet. After it they may begin at a page that does but ends one: players
	// drop the rest of a packet whose beginning they lack.
	maxKeyless = 2 * time.Second
)

// oggParser reads one audio stream in Ogg, page by page. It skips other streams,
// such as Skeleton.
type oggParser struct {
	kind   oggCodec
	serial uint32
	begins bool // the last page began a stream

	inHeader bool
	header   []byte // pages
	packet   []byte // incomplete packet of the header
	packets  int    // complete packets of the header
	title    *station.StreamTitle

	fresh    bool // the header is still to be handed out
	granule  int64
	sequence uint32
	lost     bool          // the beginning of a packet is missing
	keyless  time.Duration // since listeners could begin
}

// page is a complete, undamaged page.
type page struct {
	ogg.Header
	body []byte
	size int
}

// readPage returns the page that begins here. ok is false if there is none or
// its checksum is wrong. It is valid until the next use of the input.
func readPage(in *input) (p page, ok bool) {
	h, status := ogg.ParseHeader(in.peek(ogg.HeaderSize))
	if b := in.held(); status == ogg.Short && len(b) >= ogg.HeaderSize {
		h, status = ogg.ParseHeader(in.peek(ogg.HeaderSize + int(b[ogg.HeaderSize-1])))
	}
	if status != ogg.Found {
		return p, false
	}
	size := h.Size() + h.BodySize()
	b, ok := in.has(size)
	if !ok {
		return p, false
	}
	h, _ = ogg.ParseHeader(b) // its lacing may have moved
	return page{Header: h, body: b[h.Size():], size: size}, h.Verify(b)
}

// oggCodec is a codec in Ogg.
type oggCodec interface {
	codec() Codec
	form() (rate, channels int)
	// header reads a header packet and reports whether it is the last one.
	header(index int, packet []byte) (done bool, title *station.StreamTitle)
	// samples returns the number of samples in a packet at the granule rate.
	samples(packet []byte) int64
	// granuleRate returns the units of granule positions in a second.
	granuleRate() int64
}

func (p *oggParser) codec() Codec {
	if p.kind == nil {
		return NoCodec
	}
	return p.kind.codec()
}

func (p *oggParser) resumes(in *input) bool {
	_, ok := readPage(in)
	return ok
}

func (p *oggParser) next(in *input) (Frame, error) {
	for {
		page, ok := readPage(in)
		if !ok {
			p.lost = true
			if len(in.peek(1)) == 0 {
				return Frame{}, in.end()
			}
			return Frame{}, errLost
		}
		if page.Flags&ogg.First != 0 {
			if err := p.begin(in, page); err != nil {
				return Frame{}, err
			}
			continue
		}
		p.begins = false
		switch {
		case p.kind == nil || page.Serial != p.serial:
			in.skip(page.size)
			if in.skipped > maxGarbage {
				return Frame{}, ErrNotAudio
			}
		case p.inHeader:
			if err := p.grow(in, page); err != nil {
				return Frame{}, err
			}
		default:
			if f, ok := p.sound(in, page); ok {
				return f, nil
			}
		}
	}
}

// begin reads the first page of a stream. Streams whose first pages follow each
// other belong together; the first one with sound is used.
func (p *oggParser) begin(in *input, page page) error {
	if !p.begins {
		p.kind = nil
	}
	p.begins = true
	kind, err := oggKind(page.body)
	if err != nil {
		return err
	}
	if kind == nil || p.kind != nil {
		in.skip(page.size)
		if in.skipped > maxGarbage {
			return ErrNotAudio
		}
		return nil
	}
	*p = oggParser{kind: kind, serial: page.Serial, begins: true, inHeader: true, granule: ogg.NoGranule}
	return p.grow(in, page)
}

// grow adds a page to the header.
func (p *oggParser) grow(in *input, page page) error {
	if len(p.header)+page.size > maxHeader {
		return ErrNotAudio
	}
	for piece, ends := range page.Packets(page.body) {
		p.packet = append(p.packet, piece...)
		if !ends || !p.inHeader {
			continue
		}
		done, title := p.kind.header(p.packets, p.packet)
		if title != nil {
			p.title = title
		}
		p.packets++
		p.packet = nil
		p.inHeader = !done
	}
	p.header = append(p.header, in.peek(page.size)...)
	p.sequence = page.Sequence
	p.fresh = true
	in.pass(page.size)
	return nil
}

// sound makes a frame of a page, unless the page continues a packet whose
// beginning is missing.
func (p *oggParser) sound(in *input, page page) (Frame, bool) {
	continued := page.Flags&ogg.Continued != 0
	if page.Sequence != p.sequence+1 {
		p.lost = true
	}
	p.sequence = page.Sequence
	if p.lost && continued || len(page.Lacing) == 0 {
		in.skip(page.size)
		return Frame{}, false
	}
	p.lost = false
	rate, channels := p.kind.form()
	f := Frame{Duration: p.duration(page), Rate: rate, Channels: channels, Key: !continued || p.keyless >= maxKeyless && page.Granule != ogg.NoGranule}
	if p.keyless += f.Duration; f.Key {
		p.keyless = 0
	}
	f.Data = in.take(page.size)
	if p.fresh {
		f.Header, f.Title = p.header, p.title
		p.fresh, p.header = false, nil
	}
	return f, true
}

// duration returns the duration of a page by its granule position or, if the
// previous one is unknown, by its packets.
func (p *oggParser) duration(page page) time.Duration {
	if page.Granule == ogg.NoGranule {
		return 0
	}
	before := p.granule
	p.granule = page.Granule
	if elapsed := page.Granule - before; before >= 0 && elapsed >= 0 && elapsed <= int64(maxPage/time.Second)*p.kind.granuleRate() {
		return samplesLast(elapsed, p.kind.granuleRate())
	}
	var samples int64
	for piece, ends := range page.Packets(page.body) {
		if ends {
			samples += p.kind.samples(piece)
		}
	}
	return min(samplesLast(samples, p.kind.granuleRate()), maxPage)
}

// samplesLast returns the duration of samples.
func samplesLast(samples, rate int64) time.Duration {
	return time.Duration(samples) * time.Second / time.Duration(rate)
}
