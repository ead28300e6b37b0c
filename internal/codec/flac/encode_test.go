package flac

import (
	"bytes"
	"crypto/md5"
	"encoding/binary"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// decoder reads what an Encoder writes: constant, verbatim and fixed subframes
// with parameters of four bits.
type decoder struct {
	t  *testing.T
	b  []byte
	at int // bit
}

func (d *decoder) bits(n int) (v uint64) {
	for range n {
		v = v<<1 | uint64(d.b[d.at/8]>>(7-d.at%8)&1)
		d.at++
	}
	return v
}

func (d *decoder) signed(n int) int32 {
	return int32(d.bits(n)<<(64-n)>>(64-n)) << (32 - n) >> (32 - n)
}

func (d *decoder) subframe(n, width int) []int32 {
	kind := d.bits(8) >> 1
	s := make([]int32, n)
	switch {
	case kind == 0:
		v := d.signed(width)
		for i := range s {
			s[i] = v
		}
	case kind == 1:
		for i := range s {
			s[i] = d.signed(width)
		}
	case kind >= 8 && kind <= 12:
		d.fixed(s, int(kind-8), width)
	default:
		d.t.Fatalf("subframe of kind %d", kind)
	}
	return s
}

func (d *decoder) fixed(s []int32, order, width int) {
	for i := range order {
		s[i] = d.signed(width)
	}
	if method := d.bits(2); method != 0 {
		d.t.Fatalf("coding method %d", method)
	}
	parts := 1 << d.bits(4)
	at := order
	for part := range parts {
		k := int(d.bits(4))
		for ; at < (part+1)*len(s)/parts; at++ {
			u := uint64(0)
			for d.bits(1) == 0 {
				u++
			}
			u = u<<k | d.bits(k)
			s[at] = int32(u>>1) ^ -int32(u&1)
			for j, c := range [][]int32{{}, {1}, {2, -1}, {3, -3, 1}, {4, -6, 4, -1}}[order] {
				s[at] += c * s[at-1-j]
			}
		}
	}
}

// decode returns the description and the samples of a stream.
func decode(t *testing.T, stream []byte) (Info, []int16) {
	t.Helper()
	info, ok := ParseInfo(stream[len(Magic)+BlockHeaderSize:])
	if !ok {
		t.Fatal("no STREAMINFO")
	}
	var out []int16
	for rest := stream[len(Magic)+BlockHeaderSize+InfoSize:]; len(rest) > 0; {
		h, ok := Parse(rest, info)
		if !ok {
			t.Fatalf("no frame at %d bytes from the end", len(rest))
		}
		mode := int(rest[3] >> 4)
		d := &decoder{t: t, b: rest, at: 8 * h.Size}
		first, second := d.subframe(h.Block, 16+wider(mode, 0)), d.subframe(h.Block, 16+wider(mode, 1))
		for i, a := range first {
			b := second[i]
			switch mode {
			case leftSide:
				b = a - b
			case sideRight:
				a += b
			case midSide:
				a = a<<1 | b&1
				a, b = (a+b)>>1, (a-b)>>1
			}
			out = append(out, int16(a), int16(b))
		}
		size := (d.at+7)/8 + 2
		if CRC16(0, rest[:size]) != 0 {
			t.Fatal("the checksum of a frame is wrong")
		}
		rest = rest[size:]
	}
	return info, out
}

func TestEncoder(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	sounds := map[string]func(i int) (l, r int16){
		"silence":     func(int) (int16, int16) { return 0, 0 },
		"sines":       func(i int) (int16, int16) { return sine(i, 440), sine(i, 441) },
		"mono":        func(i int) (int16, int16) { return sine(i, 100), sine(i, 100) },
		"one side":    func(i int) (int16, int16) { return 0, sine(i, 3000) },
		"opposite":    func(i int) (int16, int16) { return sine(i, 50), -sine(i, 50) },
		"noise":       func(int) (int16, int16) { return int16(r.Uint32()), int16(r.Uint32()) },
		"full scale":  func(i int) (int16, int16) { return math.MinInt16 + int16(i%2)*-1, math.MaxInt16 },
		"rare clicks": func(i int) (int16, int16) { return int16(i % 997 / 996 * math.MaxInt16), math.MinInt16 },
	}
	for name, sound := range sounds {
		for _, frames := range []int{1, 3, 4096, 4097, 20000} {
			var pcm []int16
			for i := range frames {
				l, r := sound(i)
				pcm = append(pcm, l, r)
			}
			stream := encode(t, pcm)
			info, got := decode(t, stream)
			if !slices.Equal(got, pcm) {
				t.Errorf("%s, %d frames: decoded to something else", name, frames)
			}
			if info.Samples != int64(frames) || info.MD5 != sum(pcm) {
				t.Errorf("%s, %d frames: STREAMINFO has %d samples, checksum %x", name, frames, info.Samples, info.MD5)
			}
			if limit := len(pcm)*2 + 60 + frames/200; len(stream) > limit {
				t.Errorf("%s, %d frames: %d bytes, more than %d", name, frames, len(stream), limit)
			}
		}
	}
}

func TestEncoderCompresses(t *testing.T) {
	var pcm []int16
	for i := range 44100 {
		pcm = append(pcm, sine(i, 220), sine(i, 220))
	}
	if size := len(encode(t, pcm)); size > len(pcm)*2/4 {
		t.Errorf("a second of a sine is %d bytes, more than a quarter", size)
	}
}

func TestCodedNumbers(t *testing.T) {
	for shift := range 36 {
		for _, v := range []int64{1<<shift - 1, 1 << shift, 1<<shift + 1} {
			b := appendCoded(nil, v)
			if got, n := codedNumber(b); got != v || n != len(b) {
				t.Errorf("%d was written as %x, which is %d", v, b, got)
			}
		}
	}
}

func sine(i int, hz float64) int16 {
	return int16(20000 * math.Sin(2*math.Pi*hz*float64(i)/44100))
}

func sum(pcm []int16) [16]byte { return md5.Sum(raw(pcm)) }

func raw(pcm []int16) (b []byte) {
	for _, v := range pcm {
		b = binary.LittleEndian.AppendUint16(b, uint16(v))
	}
	return b
}

func encode(t *testing.T, pcm []int16) []byte {
	t.Helper()
	out := &bytes.Buffer{}
	e, err := NewEncoder(out, 44100)
	if err != nil {
		t.Fatal(err)
	}
	for chunk := range slices.Chunk(raw(pcm), 3001) {
		if _, err := e.Write(chunk); err != nil {
			t.Fatal(err)
		}
	}
	head, err := e.Close()
	if err != nil {
		t.Fatal(err)
	}
	stream := out.Bytes()
	copy(stream, head)
	return stream
}
