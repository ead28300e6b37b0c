package frame

// Checksums with the highest bit first, as Ogg (RFC 3533) and FLAC (RFC 9639)
// have them; hash/crc32 has the lowest first.
var (
	oggTable    = crcTable(0x04c11db7, 32)
	flacTable8  = crcTable(0x07, 8)
	flacTable16 = crcTable(0x8005, 16)
)

func crcTable(polynomial uint32, bits int) *[256]uint32 {
	var table [256]uint32
	top, mask := uint32(1)<<(bits-1), uint32(uint64(1)<<bits-1)
	for i := range table {
		crc := uint32(i) << (bits - 8)
		for range 8 {
			if crc&top != 0 {
				crc = crc<<1 ^ polynomial
			} else {
				crc <<= 1
			}
		}
		table[i] = crc & mask
	}
	return &table
}

func crc32Ogg(crc uint32, b []byte) uint32 {
	for _, c := range b {
		crc = crc<<8 ^ oggTable[byte(crc>>24)^c]
	}
	return crc
}

func crc8(b []byte) (crc byte) {
	for _, c := range b {
		crc = byte(flacTable8[crc^c])
	}
	return crc
}

func crc16(crc uint16, b []byte) uint16 {
	for _, c := range b {
		crc = crc<<8 ^ uint16(flacTable16[byte(crc>>8)^c])
	}
	return crc
}
