// Package mpegts reads MPEG transport streams (ISO/IEC 13818-1): packets, the
// tables that list the contents of the stream, and the headers of elementary
// streams. It reads only the part of a table that is in its first packet, which
// is enough for streams with sound.
package mpegts

import "iter"

const (
	// PacketSize is the length of a packet in bytes.
	PacketSize = 188
	// Sync begins every packet.
	Sync = 0x47
	// ProgramTable is the PID of the program association table.
	ProgramTable = 0
)

// Types of elementary streams with sound (table 2-34).
const (
	MPEG1Audio = 0x03
	MPEG2Audio = 0x04
	ADTS       = 0x0f
)

// Packet is a packet with a payload (section 2.4.3.2).
type Packet struct {
	PID     int  // 13 bits; the stream or table of the payload
	Begins  bool // whether a table or a PES packet begins in the payload
	Payload []byte
}

// Parse reads a packet. ok is false for a packet without payload and for one
// that is damaged, scrambled or cut off.
func Parse(b []byte) (p Packet, ok bool) {
	if len(b) < PacketSize || b[0] != Sync {
		return p, false
	}
	isDamaged, isScrambled := b[1]&0x80 != 0, b[3]&0xc0 != 0
	hasAdaptation, hasPayload := b[3]&0x20 != 0, b[3]&0x10 != 0
	if isDamaged || isScrambled || !hasPayload {
		return p, false
	}
	p = Packet{PID: pid(b[1:]), Begins: b[1]&0x40 != 0, Payload: b[4:PacketSize]}
	if hasAdaptation {
		n := 1 + int(p.Payload[0])
		if n >= len(p.Payload) {
			return p, false
		}
		p.Payload = p.Payload[n:]
	}
	return p, true
}

// pid reads the 13 bits of a PID at the beginning of b.
func pid(b []byte) int { return int(b[0]&0x1f)<<8 | int(b[1]) }

// length reads the 12 bits of a length at the beginning of b.
func length(b []byte) int { return int(b[0]&0x0f)<<8 | int(b[1]) }

// section returns the content of the table that begins in a payload, without
// its pointer, header and checksum (sections 2.4.4.1 and 2.4.4.10).
func section(payload []byte) []byte {
	const header, checksum = 8, 4
	if len(payload) == 0 || int(payload[0])+1 > len(payload) {
		return nil
	}
	b := payload[payload[0]+1:]
	if len(b) < header {
		return nil
	}
	end := 3 + length(b[1:]) - checksum
	if end < header {
		return nil
	}
	return b[header:min(end, len(b))]
}

// ProgramMap returns the PID of the map of the first program in a program
// association table (section 2.4.4.3).
func ProgramMap(payload []byte) (id int, ok bool) {
	for b := section(payload); len(b) >= 4; b = b[4:] {
		if b[0] != 0 || b[1] != 0 { // program 0 is the network
			return pid(b[2:]), true
		}
	}
	return 0, false
}

// Stream is an elementary stream of a program.
type Stream struct {
	Type byte
	PID  int
}

// Streams yields the streams in a program map (section 2.4.4.8).
func Streams(payload []byte) iter.Seq[Stream] {
	return func(yield func(Stream) bool) {
		b := section(payload)
		if len(b) < 4 {
			return
		}
		b = b[min(4+length(b[2:]), len(b)):]
		for len(b) >= 5 {
			if !yield(Stream{Type: b[0], PID: pid(b[1:])}) {
				return
			}
			b = b[min(5+length(b[3:]), len(b)):]
		}
	}
}

// PESHeader returns the length of the PES header at the beginning of a payload
// (section 2.4.3.6). The header may continue in the next packet.
func PESHeader(payload []byte) (size int, ok bool) {
	if len(payload) < 9 || payload[0] != 0 || payload[1] != 0 || payload[2] != 1 {
		return 0, false
	}
	return 9 + int(payload[8]), true
}
