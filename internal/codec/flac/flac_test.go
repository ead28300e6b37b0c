package flac

import (
	"testing"

	"pgregory.net/rapid"
)

func infos() *rapid.Generator[Info] {
	return rapid.Custom(func(t *rapid.T) Info {
		info := Info{
			MinBlock: rapid.IntRange(16, 65535).Draw(t, "min block"), MaxBlock: rapid.IntRange(16, 65535).Draw(t, "max block"),
			MinFrame: rapid.IntRange(0, MaxBlock).Draw(t, "min frame"), MaxFrame: rapid.IntRange(0, MaxBlock).Draw(t, "max frame"),
			Rate: rapid.IntRange(1, 1<<20-1).Draw(t, "rate"), Channels: rapid.IntRange(1, 8).Draw(t, "channels"),
			Bits: rapid.IntRange(4, 32).Draw(t, "bits"), Samples: rapid.Int64Range(0, 1<<36-1).Draw(t, "samples"),
		}
		copy(info.MD5[:], rapid.SliceOfN(rapid.Byte(), 16, 16).Draw(t, "md5"))
		return info
	})
}

func TestReadsWhatItWrites(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		info := infos().Draw(t, "info")
		b := info.Bytes()
		if got, ok := ParseInfo(b[:]); !ok || got != info {
			t.Fatalf("%+v became %x and %+v", info, b, got)
		}
		block := Block{Type: rapid.ByteMax(127).Draw(t, "type"), Size: rapid.IntRange(0, MaxBlock).Draw(t, "size"), Last: rapid.Bool().Draw(t, "last")}
		head := block.Bytes()
		if got, ok := ParseBlock(head[:]); !ok || got != block {
			t.Fatalf("%+v became %x and %+v", block, head, got)
		}
	})
}

var cd = Info{MinBlock: 4096, MaxBlock: 4096, Rate: 44100, Channels: 2, Bits: 16}

// header appends the checksum to a frame header.
func header(b ...byte) []byte { return append(b, CRC8(b)) }

func TestHeader(t *testing.T) {
	for name, c := range map[string]struct {
		b    []byte
		want Header
		ok   bool
	}{
		"by its own":       {header(0xff, 0xf8, 0xc9, 0x18, 5), Header{Number: 5, Block: 4096, Rate: 44100, Channels: 2, Bits: 16, Size: 6}, true},
		"by the stream's":  {header(0xff, 0xf8, 0xc0, 0x10, 5), Header{Number: 5, Block: 4096, Rate: 44100, Channels: 2, Bits: 16, Size: 6}, true},
		"sizes behind":     {header(0xff, 0xf9, 0x7d, 0xa8, 0xc4, 0x80, 0x01, 0xff, 0xac, 0x44), Header{Variable: true, Number: 256, Block: 512, Rate: 44100, Channels: 2, Bits: 16, Size: 11}, true},
		"a wrong checksum": {[]byte{0xff, 0xf8, 0xc9, 0x18, 5, 0}, Header{}, false},
		// The library used to take the reserved depth for that of the stream.
		"reserved depth": {header(0xff, 0xf8, 0xc9, 0x16, 5), Header{}, false},
		// Stations used to accept numbers with invalid continuation bytes.
		"a broken number": {header(0xff, 0xf8, 0xc9, 0x18, 0xc4, 0x00), Header{}, false},
		// The library used to accept seven bytes for the frame number, which has 31 bits.
		"too long a number": {header(0xff, 0xf8, 0xc9, 0x18, 0xfe, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80), Header{}, false},
		// The library did not compare rates after the number, and stations compared none.
		"another rate":    {header(0xff, 0xf8, 0xcd, 0x18, 5, 0xbb, 0x80), Header{}, false},
		"rate by code":    {header(0xff, 0xf8, 0xca, 0x18, 5), Header{}, false},
		"another depth":   {header(0xff, 0xf8, 0xc9, 0x1c, 5), Header{}, false},
		"65536 samples":   {header(0xff, 0xf8, 0x79, 0x18, 5, 0xff, 0xff), Header{}, false},
		"reserved size":   {header(0xff, 0xf8, 0x09, 0x18, 5), Header{}, false},
		"reserved stereo": {header(0xff, 0xf8, 0xc9, 0xb8, 5), Header{}, false},
	} {
		if got, ok := Parse(c.b, cd); ok != c.ok || ok && got != c.want {
			t.Errorf("%s: %+v %v", name, got, ok)
		}
	}
}

// TestChecksums relies on this: a checksum over data that ends with its own
// checksum is 0.
func TestChecksums(t *testing.T) {
	if CRC8([]byte("123456789")) != 0xf4 || CRC16(0, []byte("123456789")) != 0xfee8 {
		t.Errorf("%x %x", CRC8([]byte("123456789")), CRC16(0, []byte("123456789")))
	}
	rapid.Check(t, func(t *rapid.T) {
		b := rapid.SliceOf(rapid.Byte()).Draw(t, "frame")
		crc := CRC16(0, b)
		if CRC16(0, append(b, byte(crc>>8), byte(crc))) != 0 {
			t.Fatalf("%x", b)
		}
	})
}

func FuzzHeader(f *testing.F) {
	f.Add(header(0xff, 0xf8, 0xc9, 0x18, 5))
	f.Add(header(0xff, 0xf9, 0x7d, 0xa8, 0xc4, 0x80, 0x01, 0xff, 0xac, 0x44))
	f.Fuzz(func(t *testing.T, b []byte) {
		if len(b) >= 4 { // shorter data cannot have a valid checksum
			for n := 5; n < min(len(b), MaxHeader); n++ {
				b[n] = CRC8(b[:n])
				if h, ok := Parse(b, cd); ok {
					first, fits := h.First(cd)
					if h.Block < 1 || h.Size > MaxHeader || h.Number < 0 || fits && first < 0 {
						t.Errorf("%+v begins at %d", h, first)
					}
				}
			}
		}
		if info, ok := ParseInfo(b); ok {
			if again := info.Bytes(); string(again[:]) != string(b[:InfoSize]) {
				t.Errorf("%x became %x", b[:InfoSize], again)
			}
		}
		ParseMapping(b)
	})
}
