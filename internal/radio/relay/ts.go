package relay

import (
	"bufio"
	"io"

	"sonora/internal/codec/mpegts"
)

const (
	noPID            = -1
	maxSilentPackets = 20_000 // packets without sound, until the stream counts as having none
)

// tsReader extracts the sound of an MPEG transport stream: AAC in ADTS or MPEG
// audio, from the first program that has any.
type tsReader struct {
	in      *bufio.Reader
	packet  [mpegts.PacketSize]byte
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
		if first != mpegts.Sync {
			continue
		}
		t.packet[0] = first
		_, err = io.ReadFull(t.in, t.packet[1:])
		return err
	}
}

// take reads a packet: a table says where the sound is, and the sound is kept.
func (t *tsReader) take() {
	p, ok := mpegts.Parse(t.packet[:])
	if !ok {
		return
	}
	switch {
	case p.PID == mpegts.ProgramTable && p.Begins:
		if t.tables, ok = mpegts.ProgramMap(p.Payload); !ok {
			t.tables = noPID
		}
	case p.PID == t.tables && p.Begins:
		if sound := soundOf(p.Payload); sound != noPID {
			t.sound = sound
		}
	case p.PID == t.sound:
		t.keep(p.Payload, p.Begins)
	}
}

// keep appends the payload of the sound without its PES headers.
func (t *tsReader) keep(payload []byte, begins bool) {
	if begins {
		size, ok := mpegts.PESHeader(payload)
		if !ok {
			return
		}
		t.skip = size
	}
	skipped := min(t.skip, len(payload))
	t.skip -= skipped
	t.rest = append(t.rest[:0], payload[skipped:]...)
}

// soundOf returns the PID of the first sound in a program map.
func soundOf(payload []byte) int {
	for s := range mpegts.Streams(payload) {
		switch s.Type {
		case mpegts.MPEG1Audio, mpegts.MPEG2Audio, mpegts.ADTS:
			return s.PID
		}
	}
	return noPID
}
