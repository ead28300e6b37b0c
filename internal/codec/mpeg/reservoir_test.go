package mpeg

import (
	"bytes"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// streamed is a layer III stream and the sound of each of its frames.
type streamed struct {
	frames [][]byte
	sounds [][]byte
}

// putBits writes the n bits of v at bit at of b.
func putBits(b []byte, at, n, v int) {
	for i := range n {
		if v>>(n-1-i)&1 == 1 {
			b[(at+i)/8] |= 0x80 >> ((at + i) % 8)
		}
	}
}

// headers3 draws a header of layer III.
func headers3(t *rapid.T) Header {
	h := Header{Layer: 3, Mode: rapid.SampledFrom([]byte{1, mono}).Draw(t, "mode")}
	h.Rate = rapid.SampledFrom([]int{48000, 44100, 32000, 24000, 22050}).Draw(t, "rate")
	h.Version, _ = VersionOf(h.Rate)
	h.Bitrate = rapid.SampledFrom(h.bitrates()[1:]).Draw(t, "bitrate")
	h.Protected = rapid.Bool().Draw(t, "protected")
	return h
}

// drawStream draws frames whose sounds begin up to maxBack bytes before them.
func drawStream(t *rapid.T, h Header) (s streamed) {
	isMPEG1 := h.Version == MPEG1
	limit := map[bool]int{true: maxBack, false: 255}[isMPEG1]
	granules := h.Channels() * h.Samples() / 576
	var all []byte   // the rooms of all frames
	var starts []int // offset in all at which each sound begins
	used := 0
	for range rapid.IntRange(12, 20).Draw(t, "frames") {
		h.Padding = rapid.Bool().Draw(t, "padding")
		room := h.Size(0) - HeaderSize - h.SideInfo()
		if h.Protected {
			room -= checksum
		}
		if room < 0 {
			t.Skip("no room for the side information")
		}
		back := min(len(all)-used, limit)
		begin := len(all) - back
		size := rapid.IntRange(0, min(back+room, granules*500)).Draw(t, "size")
		frame, _ := h.Bytes()
		f := append(frame[:], make([]byte, h.Size(0)-HeaderSize)...)
		side := f[len(f)-room-h.SideInfo() : len(f)-room]
		at := 8 + h.Channels()
		if isMPEG1 {
			putBits(side, 0, 9, back)
			at = 9 + 7 - 2*h.Channels() + 4*h.Channels()
		} else {
			putBits(side, 0, 8, back)
		}
		length := max(0, size*8-rapid.IntRange(0, 7).Draw(t, "bits"))
		for g := range granules {
			part := length / (granules - g)
			putBits(side, at, 12, part)
			length -= part
			at += map[bool]int{true: 59, false: 63}[isMPEG1]
		}
		starts, used = append(starts, begin), begin+size
		all = append(all, rapid.SliceOfN(rapid.Byte(), room, room).Draw(t, "room")...)
		copy(f[len(f)-room:], all[len(all)-room:])
		s.frames, s.sounds = append(s.frames, f), append(s.sounds, nil)
		s.sounds[len(s.sounds)-1] = all[begin : begin+size : begin+size]
	}
	for i := range s.sounds { // all may have moved while it grew
		s.sounds[i] = all[starts[i] : starts[i]+len(s.sounds[i])]
	}
	return s
}

// soundsOf reads the sound of each frame as a decoder does; nil if the sound
// begins before the first frame.
func soundsOf(t *rapid.T, frames [][]byte) (sounds [][]byte) {
	var all []byte
	for _, f := range frames {
		_, s, ok := ParseSide(f)
		if !ok {
			t.Fatalf("%x cannot be read", f)
		}
		begin := len(all) - s.Back
		all = append(all, f[s.room:]...)
		if begin < 0 {
			sounds = append(sounds, nil)
			continue
		}
		if begin+s.Size > len(all) {
			t.Fatalf("a sound ends %d bytes after its frame", begin+s.Size-len(all))
		}
		sounds = append(sounds, bytes.Clone(all[begin:begin+s.Size]))
	}
	return sounds
}

// TestJoinedFramesKeepTheirSound continues one stream with another at a random
// frame. All frames must keep their sound.
func TestJoinedFramesKeepTheirSound(t *testing.T) {
	moved, longer := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		h := headers3(t)
		a, b := drawStream(t, h), drawStream(t, h)
		cut := rapid.IntRange(1, min(len(a.frames), len(b.frames))-1).Draw(t, "cut")
		var r Reservoir
		for _, f := range b.frames[:cut] {
			r.Add(f)
		}
		last, first, ok := r.Join(a.frames[cut-1], b.frames[cut])
		if !ok {
			_, side, _ := ParseSide(b.frames[cut])
			h.Bitrate, h.Padding = h.bitrates()[14], true
			if n := side.Back + len(b.frames[cut]); n <= h.Size(0) {
				t.Fatalf("%d bytes do not fit into %d", n, h.Size(0))
			}
			t.Skip("no frame is long enough")
		}
		if !bytes.Equal(last, a.frames[cut-1]) {
			moved++
		}
		if len(first) > len(b.frames[cut]) {
			longer++
		}
		got := soundsOf(t, slices.Concat(a.frames[:cut-1], [][]byte{last, first}, b.frames[cut+1:]))
		for i, want := range slices.Concat(a.sounds[:cut], b.sounds[cut:]) {
			if !bytes.Equal(got[i], want) {
				t.Fatalf("frame %d, with the cut before %d, has %x instead of %x", i, cut, got[i], want)
			}
		}
	})
	if moved == 0 || longer == 0 {
		t.Errorf("%d frames took sound of the next, %d were made longer", moved, longer)
	}
}

// TestSideInformation reads values that were written at known positions.
func TestSideInformation(t *testing.T) {
	frame := make([]byte, 384)
	copy(frame, []byte{0xff, 0xfb, 0x94, 0x64})
	putBits(frame[4:], 0, 9, 300)
	putBits(frame[4:], 20, 12, 100)      // the first granule
	putBits(frame[4:], 20+59+33, 4, 0xd) // its second channel: window 2, mixed
	putBits(frame[4:], 20+2*59, 12, 57)  // the second granule
	putBits(frame[4:], 20+2*59+33, 4, 0xa)
	putBits(frame[4:], 20+3*59+33, 4, 0xf)
	h, s, ok := ParseSide(frame)
	if want := (Side{Back: 300, Size: 20, Windows: [2]byte{1, 7}, room: 36}); !ok || s != want || h.Bitrate != 128 {
		t.Errorf("%+v %+v %v", h, s, ok)
	}
	for name, bad := range map[string][]byte{"cut off": frame[:383], "layer II": append([]byte{0xff, 0xfd, 0xa4, 0}, make([]byte, 572)...), "no frame": nil} {
		if _, _, ok := ParseSide(bad); ok {
			t.Errorf("%s: it was read", name)
		}
	}
}

func FuzzJoin(f *testing.F) {
	frame := append([]byte{0xff, 0xfb, 0x94, 0x64, 0x80}, make([]byte, 379)...)
	takes := append([]byte{0xff, 0xfb, 0x94, 0x64, 0x10}, make([]byte, 379)...) // refers back to 32 bytes of earlier frames
	f.Add(frame, frame, make([]byte, 600))
	f.Add([]byte("no frame"), takes, make([]byte, 600))
	f.Fuzz(func(t *testing.T, last, next, before []byte) {
		r := Reservoir{before}
		l, n, ok := r.Join(last, next)
		if !ok {
			return
		}
		room := 0 // if the last frame cannot be changed
		if _, a, ok := ParseSide(l); ok {
			room = len(l) - a.room
		} else if !bytes.Equal(l, last) {
			t.Errorf("%x is no frame and became %x", last, l)
		}
		if _, b, ok := ParseSide(n); !ok || b.Back > room {
			t.Errorf("%x and %x became %x and %x", last, next, l, n)
		}
		r.Add(n)
	})
}
