package frame

import (
	"time"

	"sonora/internal/station"
)

const (
	mostHeader = 1 << 20 // of what a joiner is sent first
	// mostPage is the longest duration believed of a page; beyond it the granule
	// position jumped.
	mostPage = 30 * time.Second
	// mostKeyless is how long nobody can begin because all pages go on with a
	// packet. After it, one that ends its packet will do: players drop the rest
	// of a packet they do not know the begin of.
	mostKeyless = 2 * time.Second
)

// ogg reads one stream of sound out of Ogg, page by page. Other streams beside
// it, such as Skeleton, are left out.
type ogg struct {
	kind   oggCodec
	serial uint32
	begins bool // the last page began a stream

	inHeader bool
	header   []byte // pages
	packet   []byte // of the header, while it grows
	packets  int
	title    *station.StreamTitle

	fresh    bool // the header is still to be handed out
	granule  int64
	sequence uint32
	lost     bool // a packet's begin is missing
	keyless  time.Duration
}

// oggCodec is what differs between the codecs in Ogg.
type oggCodec interface {
	codec() Codec
	form() (rate, channels int)
	// header takes a header packet and reports whether sound follows.
	header(index int, packet []byte) (done bool, title *station.StreamTitle)
	// samples is how many a packet that begins so holds, of the granule's rate.
	samples(packet []byte) int64
	granuleRate() int64
}

func (p *ogg) codec() Codec {
	if p.kind == nil {
		return NoCodec
	}
	return p.kind.codec()
}

func (p *ogg) resumes(in *input) bool {
	_, _, ok := readPage(in)
	return ok
}

func (p *ogg) next(in *input) (Frame, error) {
	for {
		page, size, ok := readPage(in)
		if !ok {
			p.lost = true
			if len(in.peek(1)) == 0 {
				return Frame{}, in.end()
			}
			return Frame{}, errLost
		}
		if page.flags&pageBegins != 0 {
			if err := p.begin(in, page, size); err != nil {
				return Frame{}, err
			}
			continue
		}
		p.begins = false
		switch {
		case p.kind == nil || page.serial != p.serial:
			in.skip(size)
			if in.skipped > mostGarbage {
				return Frame{}, ErrNotAudio
			}
		case p.inHeader:
			if err := p.grow(in, page, size); err != nil {
				return Frame{}, err
			}
		default:
			if f, ok := p.sound(in, page, size); ok {
				return f, nil
			}
		}
	}
}

// begin looks at the first page of a stream. Several in a row belong together.
func (p *ogg) begin(in *input, page page, size int) error {
	if !p.begins {
		p.kind = nil
	}
	p.begins = true
	kind, err := oggKind(page.body)
	if err != nil {
		return err
	}
	if kind == nil || p.kind != nil {
		in.skip(size)
		if in.skipped > mostGarbage {
			return ErrNotAudio
		}
		return nil
	}
	*p = ogg{kind: kind, serial: page.serial, begins: true, inHeader: true, granule: noGranule}
	return p.grow(in, page, size)
}

// grow adds a page to the header.
func (p *ogg) grow(in *input, page page, size int) error {
	if len(p.header)+size > mostHeader {
		return ErrNotAudio
	}
	page.packets(func(piece []byte, ends bool) {
		p.packet = append(p.packet, piece...)
		if !ends || !p.inHeader {
			return
		}
		done, title := p.kind.header(p.packets, p.packet)
		if title != nil {
			p.title = title
		}
		p.packets++
		p.packet = nil
		p.inHeader = !done
	})
	p.header = append(p.header, in.peek(size)...)
	p.sequence = page.sequence
	p.fresh = true
	in.pass(size)
	return nil
}

// sound makes a frame of a page, unless it goes on with a packet whose begin
// was lost.
func (p *ogg) sound(in *input, page page, size int) (Frame, bool) {
	continued := page.flags&pageContinued != 0
	if page.sequence != p.sequence+1 {
		p.lost = true
	}
	p.sequence = page.sequence
	if p.lost && continued || len(page.lacing) == 0 {
		in.skip(size)
		return Frame{}, false
	}
	p.lost = false
	rate, channels := p.kind.form()
	f := Frame{Duration: p.duration(page), Rate: rate, Channels: channels, Key: !continued || p.keyless >= mostKeyless && page.granule != noGranule}
	if p.keyless += f.Duration; f.Key {
		p.keyless = 0
	}
	f.Data = in.take(size)
	if p.fresh {
		f.Header, f.Title = p.header, p.title
		p.fresh, p.header = false, nil
	}
	return f, true
}

// duration is what the granule position says, or for want of the one before,
// what the packets do.
func (p *ogg) duration(page page) time.Duration {
	if page.granule == noGranule {
		return 0
	}
	before := p.granule
	p.granule = page.granule
	if elapsed := page.granule - before; before >= 0 && elapsed >= 0 && elapsed <= int64(mostPage/time.Second)*p.kind.granuleRate() {
		return samplesLast(elapsed, p.kind.granuleRate())
	}
	var samples int64
	page.packets(func(piece []byte, ends bool) {
		if ends {
			samples += p.kind.samples(piece)
		}
	})
	return min(samplesLast(samples, p.kind.granuleRate()), mostPage)
}

func samplesLast(samples, rate int64) time.Duration {
	return time.Duration(samples) * time.Second / time.Duration(rate)
}
