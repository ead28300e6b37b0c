package flac

// Both checksums process the highest bit first and start with 0. A header's
// polynomial is x⁸+x²+x+1 (section 9.1.8), a frame's x¹⁶+x¹⁵+x²+1 (section
// 9.3).
var (
	table8  = tableOf(0x07, 8)
	table16 = tableOf(0x8005, 16)
)

func tableOf(polynomial uint32, bits int) *[256]uint16 {
	var table [256]uint16
	for i := range table {
		crc := uint32(i) << (bits - 8)
		for range 8 {
			if crc <<= 1; crc>>bits != 0 {
				crc ^= 1<<bits | polynomial
			}
		}
		table[i] = uint16(crc)
	}
	return &table
}

// CRC8 returns the checksum of a frame header.
func CRC8(b []byte) (crc byte) {
	for _, c := range b {
		crc = byte(table8[crc^c])
	}
	return crc
}

// CRC16 continues the checksum of a frame with b. The result is 0 after a whole
// frame, because a frame ends with its checksum.
func CRC16(crc uint16, b []byte) uint16 {
	for _, c := range b {
		crc = crc<<8 ^ table16[byte(crc>>8)^c]
	}
	return crc
}
