package mp4

import "encoding/binary"

// defaults reads mvex (ISO/IEC 14496-12, section 8.8.1): the length of a sample
// in fragments that do not state one.
func (m *Movie) defaults(s Source, mvex Box) error {
	return mvex.Children(s, func(b Box) error {
		if b.Kind != "trex" || b.Size() < 16 {
			return nil
		}
		h, err := b.peek(s, 16)
		if err != nil {
			return err
		}
		if m.Audio != nil && m.Audio.id == binary.BigEndian.Uint32(h[4:]) {
			m.Audio.duration = int64(binary.BigEndian.Uint32(h[12:]))
		}
		return nil
	})
}

// fragment adds the samples of a fragment (section 8.8.4).
func (t *Track) fragment(s Source, moof Box) error {
	return moof.Children(s, func(traf Box) error {
		if traf.Kind != "traf" {
			return nil
		}
		length, own := t.duration, false
		return traf.Children(s, func(b Box) error {
			switch b.Kind {
			case "tfhd":
				var err error
				length, own, err = t.fragmentHeader(s, b)
				return err
			case "trun":
				if own {
					return t.run(s, b, length)
				}
			}
			return nil
		})
	})
}

// fragmentHeader reads tfhd (section 8.8.7): the length of its samples in
// ticks, and whether they belong to this track.
func (t *Track) fragmentHeader(s Source, b Box) (length int64, own bool, err error) {
	const hasOffset, hasDescription, hasLength = 1, 2, 8
	h, err := b.peek(s, 28)
	if err != nil || len(h) < 8 {
		return 0, false, err
	}
	flags := binary.BigEndian.Uint32(h)
	at := 8
	if flags&hasOffset != 0 {
		at += 8
	}
	if flags&hasDescription != 0 {
		at += 4
	}
	length = t.duration
	if flags&hasLength != 0 && len(h) >= at+4 {
		length = int64(binary.BigEndian.Uint32(h[at:]))
	}
	return length, binary.BigEndian.Uint32(h[4:]) == t.id, nil
}

// run adds the samples of trun (section 8.8.8). The box states a length for
// each sample, or all have the given length.
func (t *Track) run(s Source, b Box, length int64) error {
	const hasOffset, hasFlags, hasLength, hasCompositionTime = 1, 4, 0x100, 0x800
	h, err := b.peek(s, 8)
	if err != nil || len(h) < 8 {
		return err
	}
	flags, n := binary.BigEndian.Uint32(h), int64(binary.BigEndian.Uint32(h[4:]))
	if flags&hasLength == 0 {
		t.ticks = min(t.ticks+n*length, maxTicks)
		return nil
	}
	size := int64(0) // bytes per row
	for bit := uint32(hasLength); bit <= hasCompositionTime; bit <<= 1 {
		if flags&bit != 0 {
			size += 4
		}
	}
	rows := b.Start + 8
	if flags&hasOffset != 0 {
		rows += 4
	}
	if flags&hasFlags != 0 {
		rows += 4
	}
	return eachRow(s, rows, min(n, (b.End-rows)/size), size, func(e []byte) bool {
		t.ticks = min(t.ticks+int64(binary.BigEndian.Uint32(e)), maxTicks)
		return true
	})
}
