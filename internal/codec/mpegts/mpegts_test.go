package mpegts

import (
	"bytes"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// packet returns a packet. An adaptation field fills the rest after the
// payload.
func packet(p Packet) []byte { return appendPacket(nil, p, 0, nil) }

// programs returns a program association table of numbers and PIDs.
func programs(pairs ...[2]int) []byte {
	var b []byte
	for _, p := range pairs {
		b = append(b, byte(p[0]>>8), byte(p[0]), 0xe0|byte(p[1]>>8), byte(p[1]))
	}
	return table(0, b)
}

// mapOf returns a program map. Each stream has a descriptor of three bytes.
func mapOf(streams ...Stream) []byte {
	b := []byte{0xe1, 0x00, 0xf0, 2, 0x05, 0x00}
	for _, s := range streams {
		b = append(b, s.Type, 0xe0|byte(s.PID>>8), byte(s.PID), 0xf0, 3, 0x0a, 1, 'x')
	}
	return table(0, b)
}

func TestPackets(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := Packet{
			PID: rapid.IntRange(0, 1<<13-1).Draw(t, "pid"), Begins: rapid.Bool().Draw(t, "begins"),
			Payload: rapid.SliceOfN(rapid.Byte(), 1, PacketSize-4).Draw(t, "payload"),
		}
		b := packet(want)
		got, ok := Parse(b)
		if !ok || got.PID != want.PID || got.Begins != want.Begins || !bytes.Equal(got.Payload, want.Payload) {
			t.Fatalf("%+v became %+v, %v", want, got, ok)
		}
	})
	good := packet(Packet{PID: 5, Payload: []byte("sound")})
	for name, hurt := range map[string]func(b []byte) []byte{
		"cut":         func(b []byte) []byte { return b[:PacketSize-1] },
		"no sync":     func(b []byte) []byte { b[0] = 0; return b },
		"damaged":     func(b []byte) []byte { b[1] |= 0x80; return b },
		"scrambled":   func(b []byte) []byte { b[3] |= 0x80; return b },
		"no payload":  func(b []byte) []byte { b[3] &^= 0x10; return b },
		"only filler": func(b []byte) []byte { b[4] = 183; return b },
	} {
		if p, ok := Parse(hurt(slices.Clone(good))); ok {
			t.Errorf("%s: %+v", name, p)
		}
	}
}

func TestTables(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		id := rapid.IntRange(1, 1<<13-1).Draw(t, "map")
		if got, ok := ProgramMap(programs([2]int{0, 16}, [2]int{rapid.IntRange(1, 1<<16-1).Draw(t, "program"), id}, [2]int{7, 8})); !ok || got != id {
			t.Fatalf("%d became %d, %v", id, got, ok)
		}
		want := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Stream {
			return Stream{Type: rapid.Byte().Draw(t, "type"), PID: rapid.IntRange(0, 1<<13-1).Draw(t, "pid")}
		}), 0, 20).Draw(t, "streams")
		if got := slices.Collect(Streams(mapOf(want...))); !slices.Equal(got, want) {
			t.Fatalf("%+v became %+v", want, got)
		}
	})
	if id, ok := ProgramMap(programs([2]int{0, 16})); ok {
		t.Errorf("the network is the program %d", id)
	}
	behind := append([]byte{3, 9, 9, 9}, programs([2]int{1, 32})[1:]...) // the rest of another table
	if id, ok := ProgramMap(behind); !ok || id != 32 {
		t.Errorf("behind a pointer: %d, %v", id, ok)
	}
}

// TestWrite reads a written stream packet by packet.
func TestWrite(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		units := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Unit {
			return Unit{rapid.Uint64Range(0, 1<<33-1).Draw(t, "time"), rapid.SliceOfN(rapid.Byte(), 1, 1000).Draw(t, "data")}
		}), 1, 8).Draw(t, "units")
		b := Write(MPEG1Audio, units)
		if len(b)%PacketSize != 0 {
			t.Fatalf("%d bytes", len(b))
		}
		var got []Unit
		next := byte(0)
		for n := 0; len(b) > 0; b, n = b[PacketSize:], n+1 {
			p, ok := Parse(b)
			switch {
			case !ok:
				t.Fatalf("packet %d cannot be read: %x", n, b[:PacketSize])
			case n == 0:
				if id, ok := ProgramMap(p.Payload); p.PID != ProgramTable || !ok || id != mapID {
					t.Fatalf("%+v", p)
				}
			case n == 1:
				if s := slices.Collect(Streams(p.Payload)); p.PID != mapID || len(s) != 1 || s[0] != (Stream{MPEG1Audio, streamID}) {
					t.Fatalf("%+v", s)
				}
			case b[3]&15 != next || p.PID != streamID:
				t.Fatalf("packet %d: %+v, counter %d", n, p, b[3]&15)
			case p.Begins:
				size, ok := PESHeader(p.Payload)
				if !ok || n == 2 && b[5]&flagAnew == 0 {
					t.Fatalf("%x", p.Payload)
				}
				h := p.Payload
				time := uint64(h[9]&0x0e)<<29 | uint64(h[10])<<22 | uint64(h[11]&0xfe)<<14 | uint64(h[12])<<7 | uint64(h[13])>>1
				got = append(got, Unit{time, slices.Clone(h[size:])})
			default:
				last := &got[len(got)-1]
				last.Data = append(last.Data, p.Payload...)
			}
			if n > 1 {
				next = (next + 1) & 15
			}
		}
		if !reflect.DeepEqual(got, units) {
			t.Fatalf("%v became %v", units, got)
		}
	})
}

// TestChecksum compares the program association table with that of ffmpeg for
// the same program.
func TestChecksum(t *testing.T) {
	want := "\x00\x00\xb0\x0d\x00\x01\xc1\x00\x00\x00\x01\xf0\x00\x2a\xb1\x04\xb2"
	if got := table(0, []byte{0, 1, 0xf0, 0}); string(got) != want {
		t.Errorf("%x", got)
	}
}

func TestPESHeader(t *testing.T) {
	for payload, want := range map[string]int{
		"\x00\x00\x01\xc0\x00\x00\x80\x80\x05.....sound": 14,
		"\x00\x00\x01\xc0\x00\x00\x80\x00\x00sound":      9,
		"\x00\x00\x01\xc0\x00\x00\x80\xc0\xff":           264, // continues in the next packet
		"\x00\x00\x02\xc0\x00\x00\x80\x00\x00sound":      0,
		"\x00\x00\x01": 0,
	} {
		if got, ok := PESHeader([]byte(payload)); got != want || ok != (want > 0) {
			t.Errorf("%q: %d, %v", payload, got, ok)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add(packet(Packet{Begins: true, Payload: programs([2]int{1, 32})}))
	f.Add(packet(Packet{PID: 32, Begins: true, Payload: mapOf(Stream{ADTS, 256}, Stream{0x1b, 257})}))
	f.Add(packet(Packet{PID: 256, Begins: true, Payload: []byte("\x00\x00\x01\xc0\x00\x00\x80\x80\x05.....sound")}))
	f.Fuzz(func(t *testing.T, b []byte) {
		p, ok := Parse(b)
		if ok && (p.PID < 0 || p.PID >= 1<<13 || len(p.Payload) == 0 || len(p.Payload) > PacketSize-4) {
			t.Errorf("%+v", p)
		}
		for _, payload := range [][]byte{p.Payload, b} {
			if id, ok := ProgramMap(payload); ok && (id < 0 || id >= 1<<13) {
				t.Errorf("map %d", id)
			}
			n := 0
			for s := range Streams(payload) {
				if n++; s.PID < 0 || s.PID >= 1<<13 || 5*n > len(payload) {
					t.Errorf("stream %d: %+v", n, s)
				}
			}
			if size, ok := PESHeader(payload); ok && (size < 9 || size > 264) {
				t.Errorf("a header of %d bytes", size)
			}
		}
	})
}
