package frame

import (
	"bytes"
	"encoding/binary"
	"time"

	"sonora/internal/codec/text"
	"sonora/internal/station"
)

const (
	// clusterLasts is how much sound goes into one cluster of ours: browsers make
	// some of half a minute, and nobody can join within one.
	clusterLasts = 200 * time.Millisecond
	mostBlock    = 256 << 10
	mostElement  = 64 << 20 // of what is left out, such as attachments
	blockGap     = 10 * time.Second
)

// webm reads WebM with one track of sound. Its blocks go unaltered into new,
// shorter clusters.
type webm struct {
	track   webmTrack
	scale   time.Duration // of a time
	header  []byte        // up to and with the tracks
	fresh   bool          // it is still to be handed out
	title   *station.StreamTitle
	cluster int64 // time

	blocks []byte // of our cluster
	first  int64  // time of its first block
	latest int64
	step   int64 // between the last two blocks
}

// block is one block of sound.
type block struct {
	at   int64
	data []byte // without track and time
}

func (p *webm) codec() Codec { return WebM }

func (p *webm) resumes(in *input) bool {
	e, ok := parseElement(in.peek(mostElementHead))
	return ok && e.id == idCluster && p.track.number > 0
}

func (p *webm) next(in *input) (Frame, error) {
	for {
		e, ok := parseElement(in.peek(mostElementHead))
		if !ok {
			return p.last(in)
		}
		switch e.id {
		case idSegment, idCluster: // what is in them is read like what is beside them
			in.pass(e.head)
		case idEBML, idInfo, idTracks:
			if len(p.blocks) > 0 {
				return p.flush(p.latest + p.step), nil
			}
			if err := p.head(in, e); err != nil {
				return Frame{}, err
			}
		case idTime, idSimpleBlock, idBlockGroup:
			if f, done, err := p.sound(in, e); done || err != nil {
				return f, err
			}
		default:
			if e.size < 0 || e.size > mostElement {
				return p.last(in)
			}
			in.pass(e.head + e.size)
		}
	}
}

// last is what is left at the end, or before damage.
func (p *webm) last(in *input) (Frame, error) {
	if len(p.blocks) > 0 {
		return p.flush(p.latest + p.step), nil
	}
	if len(in.peek(1)) == 0 {
		return Frame{}, in.end()
	}
	if p.track.number == 0 {
		in.skip(1) // the magic alone; not to be found again
	}
	return Frame{}, errLost
}

// head takes an element of the header.
func (p *webm) head(in *input, e element) error {
	if e.size < 0 || e.head+e.size > mostHeader {
		return ErrNotAudio
	}
	whole, ok := in.has(e.head + e.size)
	if !ok {
		in.pass(len(whole))
		return in.end()
	}
	content := whole[e.head:]
	switch e.id {
	case idEBML:
		*p = webm{scale: time.Millisecond, header: appendID(bytes.Clone(whole), idSegment)}
		p.header = append(p.header, 0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff) // of unknown size
	case idInfo:
		p.info(content)
	case idTracks:
		track, err := findTrack(content)
		if err != nil {
			return err
		}
		p.track, p.fresh = track, true
		p.header = append(p.header, whole...)
	}
	if len(p.header) > mostHeader {
		return ErrNotAudio
	}
	in.pass(e.head + e.size)
	return nil
}

// info keeps what holds for a stream that goes on: all but its length.
func (p *webm) info(content []byte) {
	var kept []byte
	children(content, func(id uint32, whole, value []byte) {
		switch id {
		case idDuration:
			return
		case idScale:
			if scale := unsigned(value); scale > 0 && scale <= uint64(time.Second) {
				p.scale = time.Duration(scale)
			}
		case idTitle:
			p.title = titleOf("", text.Decode(value))
		}
		kept = append(kept, whole...)
	})
	p.header = appendElement(p.header, idInfo, kept)
}

// sound takes a time or a block; done when a cluster is full.
func (p *webm) sound(in *input, e element) (f Frame, done bool, err error) {
	if p.track.number == 0 || e.size < 0 || e.size > mostBlock {
		f, err = p.last(in)
		return f, true, err
	}
	whole, ok := in.has(e.head + e.size)
	if !ok {
		in.pass(len(whole))
		f, err = p.last(in)
		return f, true, err
	}
	if e.id == idTime {
		p.cluster = int64(unsigned(whole[e.head:]) & (1<<62 - 1))
		in.pass(len(whole))
		return f, false, nil
	}
	block, ok := p.block(e.id, whole[e.head:])
	if ok && p.isFull(block.at) {
		return p.flush(block.at), true, nil // the block comes again
	}
	if ok {
		p.add(block)
	}
	in.pass(len(whole))
	return f, false, nil
}

// block reads a block of our track.
func (p *webm) block(id uint32, content []byte) (b block, ok bool) {
	simple := id == idSimpleBlock
	if !simple {
		children(content, func(id uint32, _, value []byte) {
			if id == idBlock {
				content, simple = value, true
			}
		})
	}
	track, n, ok := vint(content)
	if !ok || !simple || track != p.track.number || len(content) < n+3 {
		return b, false
	}
	at := p.cluster + int64(int16(binary.BigEndian.Uint16(content[n:])))
	return block{at: at, data: content[n+2:]}, true
}

// isFull reports whether the block belongs into the next cluster.
func (p *webm) isFull(at int64) bool {
	if len(p.blocks) == 0 {
		return false
	}
	since := at - p.first
	return at < p.latest || since > 1<<14 || since >= int64(clusterLasts/p.scale)
}

func (p *webm) add(b block) {
	if len(p.blocks) == 0 {
		p.first = b.at
	} else {
		p.step = b.at - p.latest
	}
	p.latest = b.at
	content := make([]byte, 0, len(b.data)+10)
	content = appendTrack(content, p.track.number)
	content = binary.BigEndian.AppendUint16(content, uint16(b.at-p.first))
	content = append(content, b.data...)
	content[len(content)-len(b.data)] |= 0x80 // sound can begin at any block
	p.blocks = appendElement(p.blocks, idSimpleBlock, content)
}

// flush makes a frame of our cluster, which lasts until the time.
func (p *webm) flush(until int64) Frame {
	var begin [8]byte
	binary.BigEndian.PutUint64(begin[:], uint64(max(p.first, 0)))
	content := appendElement(nil, idTime, begin[:])
	content = append(content, p.blocks...)
	lasts := time.Duration(until-p.first) * p.scale
	if lasts < 0 || lasts > blockGap {
		lasts = time.Duration(p.latest-p.first+p.step) * p.scale
	}
	f := Frame{Data: appendElement(nil, idCluster, content), Duration: lasts, Rate: p.track.rate, Channels: p.track.channels, Key: true}
	if p.fresh {
		f.Header, f.Title = p.header, p.title
		p.fresh = false
	}
	p.blocks = nil
	return f
}
