package mpegts

import (
	"bytes"
	"encoding/binary"
)

// Unit is the sound of one PES packet.
type Unit struct {
	Time uint64 // presentation time, in ticks of 90 kHz
	Data []byte // whole frames, at most MaxUnit bytes
}

// MaxUnit is the maximum length of a Unit in bytes: a PES packet with sound
// states its length in 16 bits.
const MaxUnit = 60_000

// The identifiers that Write uses.
const (
	mapID    = 0x1000 // PID of the program map
	streamID = 0x0100 // PID of the sound
	program  = 1
	audio    = 0xc0 // stream_id of sound (table 2-22)
)

// Flags of an adaptation field (section 2.4.3.5).
const (
	flagAnew   = 0x80 // counters and clock start again
	flagRandom = 0x40 // playback can start here
	flagClock  = 0x10
)

// Write returns a transport stream with one elementary stream of sound. It can
// be played on its own and after any other stream.
func Write(kind byte, units []Unit) []byte {
	size := 2 * PacketSize
	for _, u := range units {
		size += (len(u.Data)/(PacketSize-4) + 2) * PacketSize
	}
	anew := []byte{1, flagAnew}
	b := make([]byte, 0, size)
	b = appendPacket(b, Packet{ProgramTable, true, table(0, []byte{0, program, 0xe0 | mapID>>8, mapID & 0xff})}, 0, anew)
	b = appendPacket(b, Packet{mapID, true, table(2, []byte{0xe0 | streamID>>8, streamID & 0xff, 0xf0, 0, kind, 0xe0 | streamID>>8, streamID & 0xff, 0xf0, 0})}, 0, anew)
	counter := 0
	for i, u := range units {
		rest, adaptation := append(pesHeader(u), u.Data...), clock(u.Time, i == 0)
		for begins := true; len(rest) > 0; begins = false {
			n := min(len(rest), PacketSize-4-len(adaptation))
			b = appendPacket(b, Packet{streamID, begins, rest[:n]}, counter, adaptation)
			rest, adaptation, counter = rest[n:], nil, (counter+1)&15
		}
	}
	return b
}

// appendPacket appends a packet (section 2.4.3.2). It extends the adaptation
// field, which begins with its length, if the payload does not fill the packet.
func appendPacket(b []byte, p Packet, counter int, adaptation []byte) []byte {
	room := PacketSize - 4 - len(p.Payload)
	head := []byte{Sync, byte(p.PID >> 8), byte(p.PID), 0x10 | byte(counter)}
	if p.Begins {
		head[1] |= 0x40
	}
	if room > 0 {
		head[3] |= 0x20
	}
	b = append(b, head...)
	if room > 0 {
		field := bytes.Repeat([]byte{0xff}, room)
		if room > 1 {
			field[1] = 0 // no flags
		}
		copy(field, adaptation)
		field[0] = byte(room - 1)
		b = append(b, field...)
	}
	return append(b, p.Payload...)
}

// clock returns an adaptation field with a program clock reference (section
// 2.4.3.4), which is a little ahead of the sound, so that the sound arrives in
// time.
func clock(time uint64, isFirst bool) []byte {
	const ahead = 100 * 90 // 100 ms
	flags := byte(flagRandom | flagClock)
	if isFirst {
		flags |= flagAnew
	}
	base := (time - ahead) & (1<<33 - 1)
	b := binary.BigEndian.AppendUint32([]byte{7, flags}, uint32(base>>1))
	return append(b, byte(base<<7)|0x7e, 0)
}

// pesHeader returns the header of a PES packet with a timestamp (section
// 2.4.3.6).
func pesHeader(u Unit) []byte {
	const stamp = 5
	n := 3 + stamp + len(u.Data)
	t := u.Time
	return []byte{
		0, 0, 1, audio, byte(n >> 8), byte(n), 0x84, 0x80, stamp,
		0x21 | byte(t>>29)&0x0e, byte(t >> 22), byte(t>>14) | 1, byte(t >> 7), byte(t<<1) | 1,
	}
}

// table returns a payload with a table (section 2.4.4), its header and its
// checksum.
func table(id byte, content []byte) []byte {
	n := 5 + len(content) + 4
	b := append([]byte{id, 0xb0 | byte(n>>8), byte(n), 0, program, 0xc1, 0, 0}, content...)
	return append([]byte{0}, binary.BigEndian.AppendUint32(b, checksum(b))...)
}

// checksum returns the CRC of a table (annex A).
func checksum(b []byte) uint32 {
	crc := ^uint32(0)
	for _, one := range b {
		crc ^= uint32(one) << 24
		for range 8 {
			if crc&(1<<31) != 0 {
				crc = crc<<1 ^ 0x04c11db7
			} else {
				crc <<= 1
			}
		}
	}
	return crc
}
