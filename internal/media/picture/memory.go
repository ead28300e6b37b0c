package picture

import (
	"image"
	"image/color"
)

const (
	maxDecoded = 256 << 20 // bytes of memory for decoding one picture
	// maxPacked is the maximum compression ratio of deflate (RFC 1951).
	maxPacked = 1032
)

// decodes reports whether decoding a picture is worth its memory. The standard
// library allocates it before checking that the file contains so many pixels.
func decodes(picture []byte, format string, c image.Config) bool {
	pixels := c.Width * c.Height
	if pixels > maxWholePixels {
		return false
	}
	if format == "jpeg" {
		return pixels <= maxDecoded/jpegMemory(picture)
	}
	if format == "png" && pngBytes(picture, c)/maxPacked > len(picture) {
		return false
	}
	return pixels <= maxDecoded/pixelMemory(c.ColorModel)
}

// pixelMemory returns the bytes per decoded pixel.
func pixelMemory(model color.Model) int {
	switch model {
	case color.NRGBA64Model, color.RGBA64Model:
		return 8
	case color.GrayModel:
		return 1
	case color.Gray16Model:
		return 2
	}
	return 4
}

// jpegMemory returns the bytes per pixel while a JPEG is decoded. A progressive
// JPEG needs four bytes for each coefficient.
func jpegMemory(picture []byte) int {
	const values = 3
	d := jpegScaler{data: picture, pos: 2}
	for {
		switch marker, _, err := d.segment(); {
		case marker == 0xc2:
			return values * (1 + 4)
		case err != nil, marker == 0xda, marker == 0xc0, marker == 0xc1:
			return values
		}
	}
}

// pngBytes returns the size of a PNG's uncompressed pixels in bytes.
func pngBytes(picture []byte, c image.Config) int {
	const depthAt, typeAt = 24, 25 // offsets in the IHDR chunk
	if len(picture) <= typeAt {
		return 0
	}
	channels := map[byte]int{0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[picture[typeAt]]
	return c.Height * (1 + c.Width*channels*int(picture[depthAt])/8)
}
