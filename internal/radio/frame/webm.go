package frame

import (
	"bytes"
	"encoding/binary"
	"time"

	"sonora/internal/codec/text"
	"sonora/internal/codec/webm"
	"sonora/internal/station"
)

var (
	ebmlMagic    = []byte{0x1a, 0x45, 0xdf, 0xa3}
	clusterMagic = []byte{0x1f, 0x43, 0xb6, 0x75}
)

const (
	// clusterTime is how much sound one of our clusters has. Browsers send
	// clusters of up to half a minute, and a listener can only join between two.
	clusterTime = 200 * time.Millisecond
	// maxClusterTicks limits a cluster whose ticks are very short, because the
	// time of a block has 15 bits.
	maxClusterTicks = 1 << 14
	maxBlock        = 256 << 10
	maxElement      = 64 << 20 // of elements that are left out, such as attachments
	// maxBlockGap is the longest plausible time between two clusters.
	maxBlockGap = 10 * time.Second
)

// webmParser reads WebM with one track of sound. It moves the unchanged blocks
// into new, shorter clusters.
type webmParser struct {
	track   webm.Track    // its number is 0 before the header was read
	scale   time.Duration // of a tick
	header  []byte        // up to the end of the tracks
	fresh   bool          // the header is still to be handed out
	title   *station.StreamTitle
	cluster int64 // timestamp of the sender's cluster

	block  []byte // buffer
	blocks []byte // of our cluster
	first  int64  // time of its first block
	latest int64  // time of its last block
	step   int64  // between its last two blocks
}

func (p *webmParser) codec() Codec { return WebM }

func (p *webmParser) resumes(in *input) bool {
	e, ok := webm.Parse(in.peek(webm.MaxHead))
	return ok && e.ID == webm.Cluster && p.track.Number > 0
}

func (p *webmParser) next(in *input) (Frame, error) {
	for {
		e, ok := webm.Parse(in.peek(webm.MaxHead))
		if !ok {
			return p.last(in)
		}
		switch e.ID {
		case webm.Segment, webm.Cluster: // their children are read like what is beside them
			in.pass(e.Head)
		case webm.EBML, webm.Info, webm.Tracks:
			if len(p.blocks) > 0 {
				return p.flush(p.latest + p.step), nil
			}
			if err := p.head(in, e); err != nil {
				return Frame{}, err
			}
		case webm.Timestamp, webm.SimpleBlock, webm.BlockGroup:
			if f, done, err := p.sound(in, e); done || err != nil {
				return f, err
			}
		default:
			if e.Size < 0 || e.Size > maxElement {
				return p.last(in)
			}
			in.pass(e.Head + e.Size)
		}
	}
}

// last returns the blocks that are left at the end of the stream or before
// damage.
func (p *webmParser) last(in *input) (Frame, error) {
	if len(p.blocks) > 0 {
		return p.flush(p.latest + p.step), nil
	}
	if len(in.peek(1)) == 0 {
		return Frame{}, in.end()
	}
	if p.track.Number == 0 {
		in.skip(1) // a magic number without a header; do not find it again
	}
	return Frame{}, errLost
}

// head reads an element of the header.
func (p *webmParser) head(in *input, e webm.Element) error {
	if e.Size < 0 || e.Head+e.Size > maxHeader {
		return ErrNotAudio
	}
	whole, ok := in.has(e.Head + e.Size)
	if !ok {
		in.pass(len(whole))
		return in.end()
	}
	content := whole[e.Head:]
	switch e.ID {
	case webm.EBML:
		*p = webmParser{scale: time.Millisecond, header: webm.AppendOpen(bytes.Clone(whole), webm.Segment)}
	case webm.Info:
		p.info(content)
	case webm.Tracks:
		track, err := soundTrack(content)
		if err != nil {
			return err
		}
		p.track, p.fresh = track, true
		p.header = append(p.header, whole...)
	}
	if len(p.header) > maxHeader {
		return ErrNotAudio
	}
	in.pass(e.Head + e.Size)
	return nil
}

// soundTrack returns the first track of sound. It refuses a stream with video.
func soundTrack(tracks []byte) (found webm.Track, err error) {
	for _, t := range webm.ParseTracks(tracks) {
		switch {
		case t.Type == webm.TypeVideo:
			return found, ErrVideo
		case t.Type == webm.TypeAudio && found.Number == 0 && (t.Codec == webm.CodecOpus || t.Codec == webm.CodecVorbis):
			found = t
		}
	}
	if found.Number == 0 {
		return found, ErrNotAudio
	}
	return found, nil
}

// info keeps all of the segment's description but its duration, which a live
// stream does not have.
func (p *webmParser) info(content []byte) {
	var kept []byte
	for c := range webm.Children(content) {
		switch c.ID {
		case webm.Duration:
			continue
		case webm.TimestampScale:
			if scale := webm.Unsigned(c.Content); scale > 0 && scale <= uint64(time.Second) {
				p.scale = time.Duration(scale)
			}
		case webm.Title:
			p.title = titleOf("", text.Decode(c.Content))
		}
		kept = append(kept, c.Whole...)
	}
	p.header = webm.AppendElement(p.header, webm.Info, kept)
}

// sound reads a timestamp or a block. done is true when a cluster is full.
func (p *webmParser) sound(in *input, e webm.Element) (f Frame, done bool, err error) {
	if p.track.Number == 0 || e.Size < 0 || e.Size > maxBlock {
		f, err = p.last(in)
		return f, true, err
	}
	whole, ok := in.has(e.Head + e.Size)
	if !ok {
		in.pass(len(whole))
		f, err = p.last(in)
		return f, true, err
	}
	if e.ID == webm.Timestamp {
		p.cluster = int64(webm.Unsigned(whole[e.Head:]) & (1<<62 - 1))
		in.pass(len(whole))
		return f, false, nil
	}
	block, ok := webm.ParseBlock(e.ID, whole[e.Head:])
	if ok && block.Track == p.track.Number {
		at := p.cluster + int64(block.Time)
		if p.isFull(at) {
			return p.flush(at), true, nil // the block is read again
		}
		p.add(at, block)
	}
	in.pass(len(whole))
	return f, false, nil
}

// isFull reports whether a block at a time belongs to the next cluster.
func (p *webmParser) isFull(at int64) bool {
	if len(p.blocks) == 0 {
		return false
	}
	since := at - p.first
	return at < p.latest || since > maxClusterTicks || since >= int64(clusterTime/p.scale)
}

func (p *webmParser) add(at int64, b webm.Block) {
	if len(p.blocks) == 0 {
		p.first = at
	} else {
		p.step = at - p.latest
	}
	p.latest = at
	b.Time = int16(at - p.first)
	b.Flags |= webm.KeyFrame // decoding can begin at any block of sound
	p.block = b.Append(p.block[:0])
	p.blocks = webm.AppendElement(p.blocks, webm.SimpleBlock, p.block)
}

// flush makes a frame of our cluster, which lasts until a time.
func (p *webmParser) flush(until int64) Frame {
	var begin [8]byte
	binary.BigEndian.PutUint64(begin[:], uint64(max(p.first, 0)))
	content := webm.AppendElement(nil, webm.Timestamp, begin[:])
	content = append(content, p.blocks...)
	length := time.Duration(until-p.first) * p.scale
	if length < 0 || length > maxBlockGap {
		length = time.Duration(p.latest-p.first+p.step) * p.scale
	}
	f := Frame{Data: webm.AppendElement(nil, webm.Cluster, content), Duration: length, Rate: p.track.Rate, Channels: p.track.Channels, Key: true}
	if p.fresh {
		f.Header, f.Title = p.header, p.title
		p.fresh = false
	}
	p.blocks = nil
	return f
}
