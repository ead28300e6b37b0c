package picture

import (
	"encoding/binary"
	"errors"
	"image"
)

// A large JPEG need not be decoded completely to be shown small. Each block of
// 8×8 pixels holds frequencies (ITU-T T.81), and the lowest 4×4, the lowest 2×2
// or only the first give the block at a half, a quarter or an eighth of its
// size. Skipping the others saves most of the time.

var (
	errUnusualJPEG = errors.New("a JPEG of an unusual kind") // the standard library may be able to decode it
	errBadJPEG     = errors.New("a damaged JPEG")
)

const (
	blockSide  = 8
	blockSize  = 64
	lookupBits = 9
	maxCode    = 16 // bits of the longest Huffman code
)

// zigzag maps the frequencies of a block, in file order, to their positions.
var zigzag = [blockSize]uint8{
	0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7, 14, 21, 28,
	35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63,
}

// huffman is a table of Huffman codes: short ones by lookup, long ones by
// search.
type huffman struct {
	lookup [1 << lookupBits]uint16 // value<<8 | length in bits; 0 for long codes
	values [256]uint8
	last   [maxCode + 1]int32 // the largest code of each length, -1 if there is none
	offset [maxCode + 1]int32 // from a code to its index in values
	ok     bool
}

// jpegPlane is one component of the picture.
type jpegPlane struct {
	id            byte
	h, v          int // blocks per MCU, the interleaved unit of all components
	quant         *[blockSize]uint16
	dc, ac        *huffman
	previous      int32
	pix           []byte
	stride        int
	width, height int // of the picture, without padding to whole MCUs
}

// jpegScaler decodes a JPEG with n×n pixels of each block.
type jpegScaler struct {
	data     []byte
	pos      int
	n        int
	width    int // of the picture in the file
	height   int
	planes   []jpegPlane
	quant    [4][blockSize]uint16
	huffmans [2][4]huffman // DC, AC
	restart  int           // MCUs between restart markers, 0 for none
	rgb      bool

	bits   uint64 // unread bits, the next one at the top
	filled int    // number of unread bits
	beyond int    // zero bits appended after the end of the data
}

// decodeJPEGScaled decodes a baseline JPEG at n eighths of its size, where n is
// 1, 2 or 4. It returns errUnusualJPEG for a JPEG that only the standard
// library can decode.
func decodeJPEGScaled(data []byte, n int) (image.Image, error) {
	d := &jpegScaler{data: data, n: n}
	if err := d.header(); err != nil {
		return nil, err
	}
	if err := d.scan(); err != nil {
		return nil, err
	}
	return d.image(), nil
}

// header reads the segments before the image data.
func (d *jpegScaler) header() error {
	if len(d.data) < 4 || d.data[0] != 0xff || d.data[1] != 0xd8 {
		return errBadJPEG
	}
	for d.pos = 2; ; {
		marker, body, err := d.segment()
		if err != nil {
			return err
		}
		switch {
		case marker == 0xdb:
			err = d.quantTables(body)
		case marker == 0xc4:
			err = d.huffmanTables(body)
		case marker == 0xc0 || marker == 0xc1:
			err = d.frame(body)
		case marker >= 0xc2 && marker <= 0xcf: // progressive, arithmetic, lossless
			err = errUnusualJPEG
		case marker == 0xdd && len(body) >= 2:
			d.restart = int(binary.BigEndian.Uint16(body))
		case marker == 0xee && len(body) >= 12 && string(body[:5]) == "Adobe":
			d.rgb = body[11] == 0
		case marker == 0xda:
			return d.scanHeader(body)
		}
		if err != nil {
			return err
		}
	}
}

// segment returns the next segment's marker and content.
func (d *jpegScaler) segment() (marker byte, body []byte, err error) {
	for d.pos+4 <= len(d.data) && d.data[d.pos] == 0xff && d.data[d.pos+1] == 0xff {
		d.pos++
	}
	if d.pos+4 > len(d.data) || d.data[d.pos] != 0xff {
		return 0, nil, errBadJPEG
	}
	marker = d.data[d.pos+1]
	end := d.pos + 2 + int(binary.BigEndian.Uint16(d.data[d.pos+2:]))
	if end < d.pos+4 || end > len(d.data) {
		return 0, nil, errBadJPEG
	}
	body = d.data[d.pos+4 : end]
	d.pos = end
	return marker, body, nil
}

func (d *jpegScaler) quantTables(b []byte) error {
	for len(b) > 0 {
		wide, id := int(b[0]>>4), b[0]&15
		b = b[1:]
		if wide > 1 || id > 3 || len(b) < blockSize*(1+wide) {
			return errBadJPEG
		}
		for i := range blockSize {
			if wide == 1 {
				d.quant[id][i] = binary.BigEndian.Uint16(b[2*i:])
			} else {
				d.quant[id][i] = uint16(b[i])
			}
		}
		b = b[blockSize*(1+wide):]
	}
	return nil
}

func (d *jpegScaler) huffmanTables(b []byte) error {
	for len(b) > 0 {
		class, id := b[0]>>4, b[0]&15
		if class > 1 || id > 3 || len(b) < 1+maxCode {
			return errBadJPEG
		}
		used, err := d.huffmans[class][id].read(b[1:])
		if err != nil {
			return err
		}
		b = b[1+used:]
	}
	return nil
}

// read builds the table from the number of codes of each length and their
// values. It returns the number of bytes used.
func (h *huffman) read(b []byte) (used int, err error) {
	*h = huffman{}
	total := 0
	for _, n := range b[:maxCode] {
		total += int(n)
	}
	if total == 0 || total > len(h.values) || len(b) < maxCode+total {
		return 0, errBadJPEG
	}
	copy(h.values[:], b[maxCode:maxCode+total])
	code, k := int32(0), int32(0)
	for length := 1; length <= maxCode; length++ {
		n := int32(b[length-1])
		h.last[length], h.offset[length] = -1, k-code
		if n > 0 {
			if code+n > 1<<length {
				return 0, errBadJPEG
			}
			for range n {
				h.remember(code, length, h.values[k])
				code, k = code+1, k+1
			}
			h.last[length] = code - 1
		}
		code <<= 1
	}
	h.ok = true
	return maxCode + total, nil
}

func (h *huffman) remember(code int32, length int, value uint8) {
	if length > lookupBits {
		return
	}
	first := code << (lookupBits - length)
	for i := range int32(1) << (lookupBits - length) {
		h.lookup[first+i] = uint16(value)<<8 | uint16(length)
	}
}

// frame reads the picture's size and components.
func (d *jpegScaler) frame(b []byte) error {
	if d.planes != nil || len(b) < 6 || len(b) < 6+3*int(b[5]) {
		return errBadJPEG
	}
	d.height, d.width = int(binary.BigEndian.Uint16(b[1:])), int(binary.BigEndian.Uint16(b[3:]))
	if b[0] != 8 || b[5] != 1 && b[5] != 3 || d.width == 0 || d.height == 0 {
		return errUnusualJPEG
	}
	d.planes = make([]jpegPlane, b[5])
	for i := range d.planes {
		c := b[6+3*i:]
		if c[2] > 3 {
			return errBadJPEG
		}
		d.planes[i] = jpegPlane{id: c[0], h: int(c[1] >> 4), v: int(c[1] & 15), quant: &d.quant[c[2]]}
	}
	if len(d.planes) == 1 { // the sampling factors are meaningless
		d.planes[0].h, d.planes[0].v = 1, 1
	}
	return d.checkSampling()
}

// checkSampling accepts chroma at full or half resolution.
func (d *jpegScaler) checkSampling() error {
	luma := &d.planes[0]
	for _, p := range d.planes {
		if p.h < 1 || p.h > luma.h || p.v < 1 || p.v > luma.v || luma.h > 2 || luma.v > 2 {
			return errUnusualJPEG
		}
	}
	if len(d.planes) == 3 && (d.planes[1].h != d.planes[2].h || d.planes[1].v != d.planes[2].v) {
		return errUnusualJPEG
	}
	d.rgb = d.rgb || len(d.planes) == 3 && luma.id == 'R' && d.planes[1].id == 'G' && d.planes[2].id == 'B'
	return nil
}

func (d *jpegScaler) scanHeader(b []byte) error {
	if d.planes == nil {
		return errBadJPEG
	}
	if d.rgb || len(b) < 1 || int(b[0]) != len(d.planes) || len(b) < 1+2*len(d.planes) {
		return errUnusualJPEG // also one scan per component
	}
	for i := range d.planes {
		p, c := &d.planes[i], b[1+2*i:]
		if c[0] != p.id || c[1]>>4 > 3 || c[1]&15 > 3 {
			return errUnusualJPEG
		}
		p.dc, p.ac = &d.huffmans[0][c[1]>>4], &d.huffmans[1][c[1]&15]
		if !p.dc.ok || !p.ac.ok {
			return errBadJPEG
		}
	}
	return nil
}

// scan decodes the MCUs, each with the blocks of all components.
func (d *jpegScaler) scan() error {
	luma := &d.planes[0]
	unitWidth, unitHeight := luma.h*blockSide, luma.v*blockSide
	across, down := (d.width+unitWidth-1)/unitWidth, (d.height+unitHeight-1)/unitHeight
	for i := range d.planes {
		p := &d.planes[i]
		p.stride = across * p.h * d.n
		p.width = scaledSide((d.width*p.h+luma.h-1)/luma.h, d.n)
		p.height = scaledSide((d.height*p.v+luma.v-1)/luma.v, d.n)
		p.pix = make([]byte, p.stride*down*p.v*d.n)
	}
	units := 0
	for y := range down {
		for x := range across {
			if d.restart > 0 && units > 0 && units%d.restart == 0 {
				if err := d.nextRestart(); err != nil {
					return err
				}
			}
			units++
			if err := d.unit(x, y); err != nil {
				return err
			}
		}
	}
	return nil
}

// scaledSide returns a length in pixels at n eighths, rounded like libjpeg.
func scaledSide(pixels, n int) int { return (pixels*n + blockSide - 1) / blockSide }

func (d *jpegScaler) unit(x, y int) error {
	for i := range d.planes {
		p := &d.planes[i]
		for v := range p.v {
			for h := range p.h {
				at := (y*p.v+v)*d.n*p.stride + (x*p.h+h)*d.n
				if err := d.block(p, p.pix[at:]); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// kept is the file position of the last frequency that is used, by n.
var kept = [5]int{1: 0, 2: 4, 4: 24}

// block decodes one block into n×n pixels of dst.
func (d *jpegScaler) block(p *jpegPlane, dst []byte) error {
	var freq [blockSize]int32
	d.fill()
	size, ok := d.code(p.dc)
	if !ok || size > 16 {
		return errBadJPEG
	}
	p.previous += d.number(size)
	freq[0] = p.previous * int32(p.quant[0])
	last := kept[d.n]
	for k := 1; k < blockSize; k++ {
		d.fill()
		v, ok := d.code(p.ac)
		if !ok {
			return errBadJPEG
		}
		run, size := int(v>>4), v&15
		if size == 0 {
			if run != 15 {
				break
			}
			k += 15
			continue
		}
		if k += run; k > last {
			d.bits <<= size
			d.filled -= int(size)
			continue
		}
		freq[zigzag[k]] = d.number(size) * int32(p.quant[k])
	}
	if d.beyond > 64 {
		return errBadJPEG
	}
	switch d.n {
	case 1:
		dst[0] = pixel(freq[0])
	case 2:
		inverse2(&freq, dst, p.stride)
	default:
		inverse4(&freq, dst, p.stride)
	}
	return nil
}

// fill reads until at least 32 bits are available.
func (d *jpegScaler) fill() {
	if d.filled >= 32 {
		return
	}
	if d.pos+4 <= len(d.data) {
		v := binary.BigEndian.Uint32(d.data[d.pos:])
		if (^v-0x01010101)&v&0x80808080 == 0 { // no byte is FF
			d.bits |= uint64(v) << (32 - d.filled)
			d.filled += 32
			d.pos += 4
			return
		}
	}
	for d.filled <= 56 {
		c := byte(0)
		switch {
		case d.pos < len(d.data) && d.data[d.pos] != 0xff:
			c = d.data[d.pos]
			d.pos++
		case d.pos+1 < len(d.data) && d.data[d.pos+1] == 0: // FF 00 stands for FF
			c = 0xff
			d.pos += 2
		default: // a marker, or the end
			d.beyond += 8
		}
		d.bits |= uint64(c) << (56 - d.filled)
		d.filled += 8
	}
}

// code reads one Huffman code of at most 16 bits.
func (d *jpegScaler) code(h *huffman) (value uint8, ok bool) {
	if v := h.lookup[d.bits>>(64-lookupBits)]; v != 0 {
		d.bits <<= v & 0xff
		d.filled -= int(v & 0xff)
		return uint8(v >> 8), true
	}
	for length := lookupBits + 1; length <= maxCode; length++ {
		if code := int32(d.bits >> (64 - length)); code <= h.last[length] {
			d.bits <<= length
			d.filled -= length
			return h.values[(code+h.offset[length])&0xff], true
		}
	}
	return 0, false
}

// number reads a number of the given bits; those that begin with 0 are negative.
func (d *jpegScaler) number(size uint8) int32 {
	if size == 0 {
		return 0
	}
	v := int32(d.bits >> (64 - size))
	if d.bits>>63 == 0 {
		v -= 1<<size - 1
	}
	d.bits <<= size
	d.filled -= int(size)
	return v
}

// nextRestart skips to the data after the next restart marker.
func (d *jpegScaler) nextRestart() error {
	// Bytes that were read ahead precede the marker. Only a damaged file has
	// any, and the data after the marker is valid again.
	d.bits, d.filled, d.beyond = 0, 0, 0
	for ; d.pos+1 < len(d.data); d.pos++ {
		if d.data[d.pos] != 0xff {
			continue
		}
		switch m := d.data[d.pos+1]; {
		case m >= 0xd0 && m <= 0xd7:
			d.pos += 2
			for i := range d.planes {
				d.planes[i].previous = 0
			}
			return nil
		case m != 0 && m != 0xff:
			return errBadJPEG
		}
	}
	return errBadJPEG
}

// pixel converts a sum of frequencies, scaled by 8, to a sample.
func pixel(sum int32) byte {
	v := (sum+4)>>3 + 128
	if uint32(v) <= 255 {
		return byte(v)
	}
	return byte(^(v >> 31)) // 0 below, 255 above
}

// inverse2 is the inverse cosine transform of the lowest 2×2 frequencies.
func inverse2(f *[blockSize]int32, dst []byte, stride int) {
	top, bottom := f[0]+f[8], f[0]-f[8]
	right, rightBelow := f[1]+f[9], f[1]-f[9]
	dst[0], dst[1] = pixel(top+right), pixel(top-right)
	dst[stride], dst[stride+1] = pixel(bottom+rightBelow), pixel(bottom-rightBelow)
}

// inverse4 is the inverse cosine transform of the lowest 4×4 frequencies.
func inverse4(f *[blockSize]int32, dst []byte, stride int) {
	for x := range 4 { // columns, in place
		f[x], f[8+x], f[16+x], f[24+x] = four(f[x], f[8+x], f[16+x], f[24+x])
	}
	for y := range 4 {
		row := f[8*y : 8*y+4 : 8*y+4]
		a, b, c, e := four(row[0], row[1], row[2], row[3])
		out := dst[y*stride : y*stride+4 : y*stride+4]
		out[0], out[1], out[2], out[3] = pixel(a), pixel(b), pixel(c), pixel(e)
	}
}

// four is the inverse cosine transform of four values. Values in damaged files
// may overflow, which is harmless.
func four(f0, f1, f2, f3 int32) (a, b, c, e int32) {
	const (
		shift = 12
		cos1  = 5352 // √2·cos(π/8) in 1/4096
		cos3  = 2217 // √2·cos(3π/8)
		half  = 1 << (shift - 1)
	)
	even, odd := f0+f2, f0-f2
	outer, inner := (f1*cos1+f3*cos3+half)>>shift, (f1*cos3-f3*cos1+half)>>shift
	return even + outer, odd + inner, odd - inner, even - outer
}

// image returns the planes as an image of the standard library.
func (d *jpegScaler) image() image.Image {
	luma := &d.planes[0]
	bounds := image.Rect(0, 0, luma.width, luma.height)
	if len(d.planes) == 1 {
		return &image.Gray{Pix: luma.pix, Stride: luma.stride, Rect: bounds}
	}
	ratio := image.YCbCrSubsampleRatio444
	switch halfWidth, halfHeight := luma.h > d.planes[1].h, luma.v > d.planes[1].v; {
	case halfWidth && halfHeight:
		ratio = image.YCbCrSubsampleRatio420
	case halfWidth:
		ratio = image.YCbCrSubsampleRatio422
	case halfHeight:
		ratio = image.YCbCrSubsampleRatio440
	}
	return &image.YCbCr{
		Y: luma.pix, Cb: d.planes[1].pix, Cr: d.planes[2].pix,
		YStride: luma.stride, CStride: d.planes[1].stride,
		SubsampleRatio: ratio, Rect: bounds,
	}
}
