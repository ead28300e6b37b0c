package picture

import (
	"image"
	"image/color"
)

const (
	maxDecoded = 256 << 20 // bytes of memory a picture may take while it is decoded
	// mostPacked is how many bytes deflate makes of one at most; see RFC 1951.
	mostPacked = 1032
)

// decodes reports whether decoding all of a picture is worth its memory. The
// decoders of the standard library take that before they see whether the file
// holds so many pixels.
func decodes(picture []byte, format string, c image.Config) bool {
	pixels := c.Width * c.Height
	if pixels > maxWholePixels {
		return false
	}
	if format == "jpeg" {
		return pixels <= maxDecoded/jpegMemory(picture)
	}
	if format == "png" && pngBytes(picture, c)/mostPacked > len(picture) {
		return false
	}
	return pixels <= maxDecoded/pixelMemory(c.ColorModel)
}

// pixelMemory is how many bytes a decoded pixel takes.
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

// jpegMemory is how many bytes a pixel of a JPEG takes while it is decoded: a
// progressive one keeps a coefficient of four bytes for each value.
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

// pngBytes is how much a PNG's pixels take unpacked.
func pngBytes(picture []byte, c image.Config) int {
	const depthAt, typeAt = 24, 25 // in the first chunk
	if len(picture) <= typeAt {
		return 0
	}
	channels := map[byte]int{0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[picture[typeAt]]
	return c.Height * (1 + c.Width*channels*int(picture[depthAt])/8)
}
