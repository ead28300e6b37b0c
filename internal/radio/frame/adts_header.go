package frame

// adtsHeader is the head of an AAC frame (ISO 13818-7, 6.2).
type adtsHeader struct {
	fixed    [4]byte // what is the same in all frames of a stream
	rate     int
	channels int // 2 when the stream says it elsewhere
	size     int
	blocks   int
}

const (
	adtsHeaderSize = 7
	samplesOfAAC   = 1024
)

var aacRates = [13]int{96000, 88200, 64000, 48000, 44100, 32000, 24000, 22050, 16000, 12000, 11025, 8000, 7350}

func parseADTS(b []byte) (h adtsHeader, ok bool) {
	if len(b) < adtsHeaderSize || b[0] != 0xff || b[1]&0xf6 != 0xf0 {
		return h, false
	}
	rate := int(b[2] >> 2 & 15)
	size := int(b[3]&3)<<11 | int(b[4])<<3 | int(b[5]>>5)
	least := adtsHeaderSize
	if b[1]&1 == 0 {
		least += 2 // the checksum
	}
	if rate >= len(aacRates) || size <= least {
		return h, false
	}
	config := int(b[2]&1)<<2 | int(b[3]>>6)
	channels := config
	switch config {
	case 0:
		channels = 2
	case 7:
		channels = 8
	}
	// Private, copyright and home bits may change and are left out.
	fixed := [4]byte{b[0], b[1], b[2] &^ 2, b[3] & 0xc0}
	return adtsHeader{fixed: fixed, rate: aacRates[rate], channels: channels, size: size, blocks: int(b[6]&3) + 1}, true
}

// like reports whether two frames belong to one stream.
func (h adtsHeader) like(other adtsHeader) bool { return h.fixed == other.fixed }

// formOfADTS is a header of AAC-LC for a rate and channels.
func formOfADTS(rate, channels int) (h adtsHeader, ok bool) {
	config := channels
	if channels == 8 {
		config = 7
	}
	for i, known := range aacRates {
		if known == rate && config >= 1 && config <= 7 {
			fixed := [4]byte{0xff, 0xf1, 1<<6 | byte(i)<<2 | byte(config>>2), byte(config&3) << 6}
			return adtsHeader{fixed: fixed, rate: rate, channels: channels}, true
		}
	}
	return h, false
}

func (h adtsHeader) channelConfig() int { return int(h.fixed[2]&1)<<2 | int(h.fixed[3]>>6) }

// frame puts a header without checksum before a raw data block.
func (h adtsHeader) frame(block []byte) []byte {
	size := adtsHeaderSize + len(block)
	if size >= 1<<13 {
		return nil
	}
	return append([]byte{
		h.fixed[0], h.fixed[1] | 1, h.fixed[2], h.fixed[3] | byte(size>>11), byte(size >> 3), byte(size<<5) | 0x1f, 0xfc,
	}, block...)
}
