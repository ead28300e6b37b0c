package mpeg

import "slices"

// maxBack is the largest value of main_data_begin: how many bytes before a
// frame's own room its sound may begin (ISO/IEC 11172-3, 2.4.1.7).
const maxBack = 511

// Side holds what the side information of a layer III frame states about its
// sound.
type Side struct {
	Back    int     // how many bytes before the frame's own room the sound begins
	Size    int     // length of the sound in bytes
	Windows [2]byte // of the last granule, by channel: block_type, plus 4 for a mixed block
	room    int     // offset in the frame at which its own room for sound begins
}

// ParseSide reads the side information of a whole frame of layer III. It
// rejects free format.
func ParseSide(frame []byte) (h Header, s Side, ok bool) {
	h, ok = Parse(frame)
	if !ok || h.Layer != 3 || h.Size(0) != len(frame) {
		return h, s, false
	}
	s.room = HeaderSize + h.SideInfo()
	if h.Protected {
		s.room += checksum
	}
	if s.room > len(frame) {
		return h, s, false
	}
	r := bitReader{b: frame[s.room-h.SideInfo() : s.room]}
	channels, granules := h.Channels(), h.Samples()/576
	if granules == 2 {
		s.Back = r.read(9)
		r.at += 7 - 2*channels + 4*channels // private_bits, scfsi
	} else {
		s.Back = r.read(8)
		r.at += channels // private_bits
	}
	length := 0
	for range granules {
		for channel := range channels {
			n, window := r.granule(granules == 2)
			length += n
			s.Windows[channel] = window
		}
	}
	s.Size = (length + 7) / 8
	return h, s, true
}

// checksum is the length of a frame's checksum.
const checksum = 2

// bitReader reads the bits of b.
type bitReader struct {
	b  []byte
	at int
}

func (r *bitReader) read(n int) (v int) {
	for range n {
		v = v<<1 | int(r.b[r.at/8]>>(7-r.at%8)&1)
		r.at++
	}
	return v
}

// granule reads the side information of one granule of a channel.
func (r *bitReader) granule(isMPEG1 bool) (length int, window byte) {
	const values, gain, compress, tables, flags = 9, 8, 9, 22, 2
	length = r.read(12)
	r.at += values + gain + compress
	if isMPEG1 {
		r.at -= 5 // of scalefac_compress
	}
	switching := r.read(1)
	after := r.at + tables + flags
	if switching == 1 {
		window = byte(r.read(2) | r.read(1)<<2)
	}
	r.at = after
	if isMPEG1 {
		r.at++ // preflag
	}
	return length, window
}

// Reservoir holds the last bytes of the rooms of the frames before the next
// one, to which the next one may refer back.
type Reservoir struct{ b []byte }

// Add adds the next frame of the stream.
func (r *Reservoir) Add(frame []byte) {
	_, s, ok := ParseSide(frame)
	if !ok {
		r.b = nil
		return
	}
	r.b = append(r.b, frame[s.room:]...)
	r.b = r.b[max(0, len(r.b)-maxBack):]
}

// Join makes frame next of this stream follow frame last of another one, and
// returns both as changed. It copies the sound that next refers back to over
// the end of last, which held only sound of frames that no longer follow. Sound
// that does not fit there goes into next itself, which becomes longer, at a
// higher bitrate. Later frames still find their sound, because they count back
// from the end of next. A last that is nil or no frame cannot be changed and
// stays as it is. ok is false if no bitrate has enough room.
func (r *Reservoir) Join(last, next []byte) (l, n []byte, ok bool) {
	h, s, ok := ParseSide(next)
	if !ok || s.Back > len(r.b) {
		return nil, nil, false
	}
	free := 0
	if _, s, ok := ParseSide(last); ok {
		free = max(0, len(last)-s.room-max(0, s.Size-s.Back))
	}
	sound := slices.Concat(r.b[len(r.b)-s.Back:], next[s.room:])
	if s.Size > len(sound) {
		return nil, nil, false
	}
	moved := s.Back
	if moved > free {
		moved = min(free, s.Size)
		if next, ok = h.longer(next[s.room-h.SideInfo():s.room], sound[moved:], s.Size-moved, moved); !ok {
			return nil, nil, false
		}
	}
	last = slices.Clone(last)
	copy(last[len(last)-moved:], sound)
	return last, next, true
}

// Mute returns a frame without its own sound. Sound of later frames that begins
// in it stays.
func Mute(frame []byte) []byte {
	h, s, ok := ParseSide(frame)
	if !ok {
		return frame
	}
	muted := slices.Clone(frame)
	clear(muted[s.room-h.SideInfo() : s.room])
	return muted
}

// longer returns a frame with all of sound in its room: the first size bytes at
// the beginning of the room, the others at its end. back is the new
// main_data_begin.
func (h Header) longer(side, sound []byte, size, back int) (frame []byte, ok bool) {
	h.Protected = false
	frame, ok = h.roomFor(HeaderSize + len(side) + len(sound))
	if !ok {
		return nil, false
	}
	to := frame[HeaderSize:]
	copy(to, side)
	if to[0] = byte(back); h.Version == MPEG1 {
		to[0], to[1] = byte(back>>1), byte(back)<<7|to[1]&0x7f
	}
	copy(to[len(side):], sound[:size])
	copy(frame[len(frame)-(len(sound)-size):], sound[size:])
	return frame, true
}

// roomFor returns a frame of at least the given number of bytes, with only its
// header filled in.
func (h Header) roomFor(bytes int) (frame []byte, ok bool) {
	for _, h.Bitrate = range h.bitrates()[1:] {
		for _, h.Padding = range []bool{false, true} {
			if h.Size(0) < bytes {
				continue
			}
			header, ok := h.Bytes()
			return append(header[:], make([]byte, h.Size(0)-HeaderSize)...), ok
		}
	}
	return nil, false
}
