package relay

import (
	"bufio"
	"io"
)

// MPEG transport streams (ISO 13818-1).
const (
	tsPacket         = 188
	tsSync           = 0x47
	noPID            = -1
	maxSilentPackets = 20_000 // packets without sound, until the stream counts as having none
)

// tsReader extracts the sound of an MPEG transport stream: AAC in ADTS or MPEG
// audio, from the first program that has any.
type tsReader struct {
	in      *bufio.Reader
	packet  [tsPacket]byte
	tables  int // PID of the program map
	sound   int
	skip    int // bytes of a header that continues in the next packet
	rest    []byte
	unheard int
}

func newTSReader(r io.Reader) *tsReader {
	return &tsReader{in: bufio.NewReaderSize(r, 64<<10), tables: noPID, sound: noPID}
}

// Read implements io.Reader.
func (t *tsReader) Read(p []byte) (int, error) {
	for len(t.rest) == 0 {
		if err := t.readPacket(); err != nil {
			return 0, err
		}
		if t.unheard++; t.unheard > maxSilentPackets {
			return 0, errVideoOnly
		}
		t.take()
	}
	t.unheard = 0
	n := copy(p, t.rest)
	t.rest = t.rest[n:]
	return n, nil
}

// readPacket reads the next packet and skips invalid data.
func (t *tsReader) readPacket() error {
	for {
		first, err := t.in.ReadByte()
		if err != nil {
			return err
		}
		if first != tsSync {
			continue
		}
		t.packet[0] = first
		_, err = io.ReadFull(t.in, t.packet[1:])
		return err
	}
}

func (t *tsReader) take() {
	pid := int(t.packet[1]&0x1f)<<8 | int(t.packet[2])
	begins, control := t.packet[1]&0x40 != 0, t.packet[3]>>4&3
	data := t.packet[4:]
	if control&1 == 0 || t.packet[1]&0x80 != 0 || t.packet[3]&0xc0 != 0 {
		return // no payload, or damaged, or scrambled
	}
	if control&2 != 0 {
		if int(data[0])+1 >= len(data) {
			return
		}
		data = data[data[0]+1:]
	}
	switch {
	case pid == 0 && begins:
		t.tables = programme(section(data))
	case pid == t.tables && begins:
		if sound := soundOf(section(data)); sound != noPID {
			t.sound = sound
		}
	case pid == t.sound && t.sound != noPID:
		t.keep(data, begins)
	}
}

// keep appends the payload of the sound without its PES headers.
func (t *tsReader) keep(data []byte, begins bool) {
	if begins {
		if len(data) < 9 || data[0] != 0 || data[1] != 0 || data[2] != 1 {
			return
		}
		t.skip = 9 + int(data[8])
	}
	skipped := min(t.skip, len(data))
	t.skip -= skipped
	t.rest = append(t.rest[:0], data[skipped:]...)
}

// section returns the content of a table that starts in a packet, without its
// pointer, header and checksum.
func section(data []byte) []byte {
	if len(data) == 0 || int(data[0])+1 > len(data) {
		return nil
	}
	data = data[data[0]+1:]
	if len(data) < 8 {
		return nil
	}
	end := 3 + (int(data[1]&0x0f)<<8 | int(data[2])) - 4
	if end < 8 {
		return nil
	}
	return data[8:min(end, len(data))]
}

// programme returns the PID of the first program map.
func programme(table []byte) int {
	for ; len(table) >= 4; table = table[4:] {
		if table[0] != 0 || table[1] != 0 {
			return int(table[2]&0x1f)<<8 | int(table[3])
		}
	}
	return noPID
}

// soundOf returns the PID of the first sound in a program map.
func soundOf(table []byte) int {
	if len(table) < 4 {
		return noPID
	}
	info := 4 + (int(table[2]&0x0f)<<8 | int(table[3]))
	for table = table[min(info, len(table)):]; len(table) >= 5; {
		switch table[0] {
		case 0x03, 0x04, 0x0f: // MPEG-1, MPEG-2, AAC in ADTS
			return int(table[1]&0x1f)<<8 | int(table[2])
		}
		table = table[min(5+(int(table[3]&0x0f)<<8|int(table[4])), len(table)):]
	}
	return noPID
}
