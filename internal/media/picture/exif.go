package picture

import (
	"bytes"
	"encoding/binary"
	"image"
)

// orientation is the Exif orientation, 1 to 8. Values above 1 mean that the
// picture must be rotated or mirrored.
type orientation int

const upright orientation = 1

// sideways reports whether width and height are swapped.
func (o orientation) sideways() bool { return o >= 5 }

// jpegOrientation finds the orientation in a JPEG's segments.
func jpegOrientation(data []byte) orientation {
	d := jpegScaler{data: data, pos: 2}
	for {
		marker, body, err := d.segment()
		switch {
		case err != nil, marker == 0xda, marker >= 0xc0 && marker <= 0xc3:
			return upright
		case marker == 0xe1:
			if tiff, ok := bytes.CutPrefix(body, []byte("Exif\x00\x00")); ok {
				return tiffOrientation(tiff)
			}
		}
	}
}

// tiffOrientation finds the orientation in the first directory of Exif's TIFF
// data.
func tiffOrientation(b []byte) orientation {
	const entrySize, orientationTag = 12, 0x112
	if len(b) < 8 {
		return upright
	}
	var order binary.ByteOrder = binary.LittleEndian
	if string(b[:2]) == "MM" {
		order = binary.BigEndian
	}
	at := uint64(order.Uint32(b[4:]))
	if at+2 > uint64(len(b)) {
		return upright
	}
	n := order.Uint16(b[at:])
	for b = b[at+2:]; n > 0 && len(b) >= entrySize; n, b = n-1, b[entrySize:] {
		if order.Uint16(b) != orientationTag {
			continue
		}
		if o := orientation(order.Uint16(b[8:])); o >= upright && o <= 8 {
			return o
		}
	}
	return upright
}

// upright returns the picture rotated and mirrored to its upright form.
func (o orientation) upright(img image.Image) image.Image {
	if o == upright {
		return img
	}
	size := img.Bounds().Size()
	bounds := image.Rectangle{Max: size}
	if o.sideways() {
		bounds.Max = image.Pt(size.Y, size.X)
	}
	switch img := img.(type) {
	case *image.Gray:
		return &image.Gray{Pix: o.uprightPlane(img.Pix, size), Stride: bounds.Max.X, Rect: bounds}
	case *image.YCbCr: // from shrinkPlanes, without gaps
		chroma := chromaSize(img)
		half := image.Pt(chroma.X, chroma.Y)
		if o.sideways() {
			half = image.Pt(chroma.Y, chroma.X)
		}
		return &image.YCbCr{
			Y: o.uprightPlane(img.Y, size), Cb: o.uprightPlane(img.Cb, chroma), Cr: o.uprightPlane(img.Cr, chroma),
			YStride: bounds.Max.X, CStride: half.X, SubsampleRatio: img.SubsampleRatio, Rect: bounds,
		}
	}
	return img
}

func (o orientation) uprightPlane(src []byte, size image.Point) []byte {
	w, h := size.X, size.Y
	dst := make([]byte, 0, w*h)
	if o.sideways() {
		w, h = h, w
	}
	for y := range h {
		for x := range w {
			sx, sy := x, y
			if o.sideways() {
				sx, sy = y, x
			}
			if o == 2 || o == 3 || o == 7 || o == 8 {
				sx = size.X - 1 - sx
			}
			if o == 3 || o == 4 || o == 6 || o == 7 {
				sy = size.Y - 1 - sy
			}
			dst = append(dst, src[sy*size.X+sx])
		}
	}
	return dst
}
